import { GlissadeError } from '../base/error.ts'
import type { Kind } from './define-game.ts'
import type { MoveAudience } from './world.ts'

/** The most events that one input may raise. Both sides drop further ones. */
const MOST_EVENTS = 16

/** An event raised in a step, before anybody has heard it. */
export interface Raised {
  readonly kind: Kind
  readonly data: object
  readonly index: number
  /** The audience that the game named. Only the server checks it, because clients do not use it. */
  readonly audience: MoveAudience | undefined
}

/** The events that a game's `move` raises with one input. `gameEvents` makes this for a `Mover`. */
export class RaisedEvents {
  /** The events raised since `begin`. Empty on replays. */
  readonly list: Raised[] = []
  readonly #kinds: readonly Kind[]
  #count = 0

  constructor(kinds: readonly Kind[]) {
    this.#kinds = kinds
  }

  begin(): void {
    this.#count = 0
    // Setting the length of an array is slow, even if the array is empty.
    if (this.list.length > 0) this.list.length = 0
  }

  /** Raises an event. A replay only counts it. Throws `misuse` for an unknown event. */
  raise(event: string, data: object, audience: MoveAudience | undefined, replaying: boolean): void {
    const kind = this.#kinds.find((e) => e.name === event) ?? noEvent(event, this.#kinds)
    if (this.#count >= MOST_EVENTS) return
    const index = this.#count++
    if (replaying) return
    this.list.push({ kind, data: copyOf(data), index, audience: audience && copyOf(audience) })
  }
}

/** Throws `misuse`: the game has no such event, but `kinds`. */
export function noEvent(event: string, kinds: readonly Kind[] = []): never {
  const names = kinds.map(({ name }) => name).join(', ')
  throw new GlissadeError('misuse', `there is no event '${event}'; events: ${names || 'none'}`)
}

/** Copies a vector. Other values need no copy. */
const copied = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? { ...value } : value

/** Copies what an event was raised with, because the game may change `data` (even the entity itself) in the same step. */
function copyOf<T extends object>(data: T): T {
  const copy = { ...data } as Record<string, unknown>
  for (const name in copy) {
    const value = copy[name]
    if (Array.isArray(value)) copy[name] = value.map(copied)
    else copy[name] = copied(value)
  }
  return copy as T
}
