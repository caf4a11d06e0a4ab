import { GlissadeError } from '../base/error.ts'
import { difference16, unwrap16 } from '../base/sequence.ts'
import { atMost } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'

/** Most messages that wait for an acknowledgement, or for one before them. */
export const MOST_WAITING = 1024
/** On a datagram link a message not acknowledged is sent again after this long. */
const REPEAT_MS = 250

/** Of what waits only so many, the oldest, are sent again, or fewer if they are long: a bound for who never answers. */
const MOST_REPEATED = 32
const MOST_REPEATED_CHARACTERS = 16_384

interface Waiting {
  readonly id: number
  readonly json: string
  sentAtMs: Ms
}

/**
 * Reliable messages, in order, exactly once, over any Link: the sender keeps each until acknowledged, the receiver
 * hands them over by id. One for each end of a connection. Never called per frame in steady state, so it may
 * allocate.
 */
export class Messages {
  /** Id of the last message received in order; what every packet back acknowledges. */
  received = 0
  #nextId = 1
  readonly #waiting: Waiting[] = []
  readonly #early = new Map<number, string>()

  /** Queues a message that `toJson` has checked. False when 1024 wait already. */
  queue(json: string): boolean {
    if (this.#waiting.length >= MOST_WAITING) return false
    this.#waiting.push({ id: this.#nextId++, json, sentAtMs: Number.NEGATIVE_INFINITY })
    return true
  }

  /**
   * Calls `write` for each message that has to go out now: new ones and, where `repeats`, the oldest overdue ones; as far
   * as `hasRoom` says that the next one may go. Default: all may.
   */
  flush(
    nowMs: Ms,
    repeats: boolean,
    write: (id: number, json: string) => void,
    hasRoom?: (json: string) => boolean,
  ): void {
    let characters = 0
    for (const [place, waiting] of this.#waiting.entries()) {
      characters += waiting.json.length
      const isOld = place === 0 || (place < MOST_REPEATED && characters <= MOST_REPEATED_CHARACTERS)
      const isOverdue = isOld && repeats && nowMs - waiting.sentAtMs >= REPEAT_MS
      if (!isOverdue && waiting.sentAtMs > Number.NEGATIVE_INFINITY) continue
      if (hasRoom && !hasRoom(waiting.json)) return
      waiting.sentAtMs = nowMs
      write(waiting.id & 0xffff, waiting.json)
    }
  }

  /** Messages not acknowledged yet. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Takes the other end's acknowledgement. False when it names a message never sent. */
  acknowledge(id16: number): boolean {
    const id = unwrap16(id16, this.#nextId - 1)
    if (id >= this.#nextId || id < 0) return false
    // No closure: a function that has one allocates as it begins, and this one runs for every packet.
    let acknowledged = 0
    while (acknowledged < this.#waiting.length && this.#waiting[acknowledged]!.id <= id)
      acknowledged++
    if (acknowledged > 0) this.#waiting.splice(0, acknowledged)
    return true
  }

  /** Takes a message that came; calls `deliver` for every one that is now in order. */
  take(id16: number, json: string, deliver: (json: string) => void): void {
    const ahead = difference16(id16, this.received & 0xffff)
    if (ahead <= 0 || ahead > MOST_WAITING) return
    this.#early.set(this.received + ahead, json)
    for (let next = this.#early.get(this.received + 1); next !== undefined; ) {
      this.received++
      this.#early.delete(this.received)
      deliver(next)
      next = this.#early.get(this.received + 1)
    }
  }
}

/** A message as JSON; throws `misuse` when it is none, or longer than `most` UTF-16 units. */
export function toJson(message: unknown, most: number): string {
  const json: string | undefined = JSON.stringify(message)
  if (json === undefined)
    throw new GlissadeError('misuse', 'send: a message needs to be a JSON value')
  return atMost(most, json, 'send: a message as JSON')
}
