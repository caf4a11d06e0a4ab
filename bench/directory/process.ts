import type { Claim, Directory } from '../../src/directory/directory.ts'

/** The hash of the only game. */
export const HASH = 7
export const GAME = 'duel'

/** Room id and term as bytes, which show later whose they are. */
export function bytesOf(key: string, term: number): Uint8Array {
  return new TextEncoder().encode(`${key} ${term}`)
}

/** A simulated process: the rooms that it runs, and what a server does with the answers of its directory. */
export class SimulatedProcess {
  readonly id: string
  readonly directory: Directory
  /** The rooms that it runs, with their terms. */
  readonly rooms = new Map<string, number>()
  isDraining = false
  /** Until when it stands still, or is cut off: it plays on, and says nothing. */
  silentUntilMs = 0

  private constructor(id: string, directory: Directory) {
    this.id = id
    this.directory = directory
  }

  static async start(id: string, directory: Directory, capacity: number) {
    const process = new SimulatedProcess(id, directory)
    await process.#join(capacity)
    return process
  }

  /** Asks for a room, and opens it if it is this process's. */
  async ask(id: string): Promise<Claim | 'full'> {
    const claim = await this.directory.claim(GAME, id, HASH)
    if (claim !== 'full' && claim.isMine) this.rooms.set(claim.key, claim.term)
    return claim
  }

  /** Tells its load, and closes the rooms that others have by now. */
  async beat(capacity: number): Promise<void> {
    const load = { rooms: this.rooms.size, players: 0, isDraining: this.isDraining }
    const { hasLapsed, lost } = await this.directory.heartbeat(load, new Map())
    if (hasLapsed) await this.#join(capacity)
    const doubtful = hasLapsed ? this.rooms : this.#those(lost)
    if (doubtful.size === 0) return
    for (const key of (await this.directory.reclaim(doubtful)).keys()) this.rooms.delete(key)
  }

  /** Hands over at most this many rooms. Resolves to how many have gone. */
  async handOver(most: number): Promise<number> {
    let gone = 0
    for (const [key, term] of this.rooms) {
      if (gone === most) break
      const claim = await this.directory.handOver(key, term, bytesOf(key, term))
      if (claim === 'full') break
      this.rooms.delete(key)
      gone++
    }
    return gone
  }

  #join(capacity: number): Promise<void> {
    const { id } = this
    return this.directory.join({ id, url: `ws://${id}`, games: { [GAME]: HASH }, capacity })
  }

  #those(keys: readonly string[]): Map<string, number> {
    return new Map(keys.map((key) => [key, this.rooms.get(key) ?? 0]))
  }
}
