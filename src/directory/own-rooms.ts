import { GlissadeError } from '../base/error.ts'
import type { Claim, ServerProcess } from './directory.ts'

/** The error of a claim for which there is no process, not even the one that asks. */
export function notThere(): GlissadeError {
  const why = 'this process is not in the directory: its lease has run out, or the data was lost'
  return new GlissadeError('unreachable', why)
}

/** What one process knows of itself: who it is, and which rooms it has, at which terms. Lives as long as its directory. */
export class OwnRooms {
  #self: ServerProcess | null = null
  readonly #terms = new Map<string, number>()

  /** Notes who this process is, as `join` says. */
  join(self: ServerProcess): void {
    this.#self = self
  }

  /** Returns who this process is. Throws `misuse` before `join`. */
  joined(): ServerProcess {
    if (this.#self) return this.#self
    throw new GlissadeError('misuse', 'the directory needs join before this call')
  }

  /** The id of this process, '' before `join`. */
  get id(): string {
    return this.#self?.id ?? ''
  }

  get size(): number {
    return this.#terms.size
  }

  /** Notes what `claim` has answered, and returns it. */
  note<T extends Claim | 'full'>(claim: T): T {
    if (claim !== 'full' && claim.isMine) this.#terms.set(claim.key, claim.term)
    return claim
  }

  /** Notes a room that this process has taken back. */
  keep(key: string, term: number): void {
    this.#terms.set(key, term)
  }

  /** Notes that this process does not have a room at this term. Returns false if it has it at another one. */
  forget(key: string, term: number): boolean {
    if (this.#terms.get(key) !== term) return false
    return this.#terms.delete(key)
  }

  /** Forgets all rooms, and who this process is. */
  clear(): void {
    this.#self = null
    this.#terms.clear()
  }

  /** The next `most` rooms to look at, in turns, with their terms. */
  next(most: number): [key: string, term: number][] {
    const taken: [string, number][] = []
    for (const room of this.#terms) {
      if (taken.length === most) break
      taken.push(room)
    }
    for (const [key, term] of taken) {
      this.#terms.delete(key)
      this.#terms.set(key, term)
    }
    return taken
  }
}
