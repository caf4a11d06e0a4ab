import { difference16, unwrap16 } from '../base/sequence.ts'
import type { Ms } from '../base/units.ts'
import type { LinkKind } from './link.ts'
import type { MessageAllowance } from './message-allowance.ts'

/** The most messages that wait for an acknowledgement. */
export const MOST_WAITING = 1024
/** The most UTF-16 units of JSON in waiting messages. */
export const MOST_WAITING_CHARACTERS = 1_048_576

/** On a datagram link: the most messages that a receiver keeps while an earlier one is missing. */
const MOST_EARLY = 32
/** The most UTF-16 units in kept messages: 64 kB. The sender respects both limits, so that each has a place. */
const MOST_EARLY_CHARACTERS = 32_768

/**
 * On a datagram link, a message without an acknowledgement is sent again after this time, then after twice as long each time.
 * Otherwise copies could fill a slow connection for ever, if the oldest message is among those for which there is no room.
 */
const REPEAT_MS = 250
/** The longest time between two copies of a message, and of the oldest one, for which all others wait. */
const LONGEST_REPEAT_MS = 8000
const LONGEST_OLDEST_REPEAT_MS = 1000
/** Only the oldest messages within this many UTF-16 units, and always the first, are sent again: the peer may never answer. */
const MOST_REPEATED_CHARACTERS = 16_384

interface Waiting {
  readonly json: string
  readonly step: number
  sentAtMs: Ms
  /** How long after that it is sent again. */
  repeatMs: Ms
}

/** A message that arrived before its turn. */
interface Early {
  readonly json: string
  readonly step: number
}

/** The verdict on an arriving message: to take now or keep, a copy, one that has no place yet, or an offence. */
export type MessageVerdict = 'new' | 'copy' | 'no-place' | 'gap'

/**
 * Sends messages reliably, in order and exactly once, over one link after another. The sender keeps each message until it is
 * acknowledged, and the receiver delivers messages by id. Each end has one for as long as the player has a place. It is never
 * called per frame in steady state, so it may allocate.
 */
export class Messages {
  /** Id of the last message received in order. Every packet back acknowledges it. */
  received = 0
  #isOrdered: boolean
  readonly #pace: MessageAllowance | null
  /** The id of the next message to queue. The waiting ones have those before it. */
  nextId = 1
  /** The messages that wait for an acknowledgement, oldest first. */
  readonly queued: Waiting[] = []
  #waitingCharacters = 0
  /**
   * After a restart from an earlier state: the last message that the other end can have had of this end. Later ids may differ.
   */
  knownUpTo: number = Number.POSITIVE_INFINITY
  /** Null before the first early message. */
  #early: Map<number, Early> | null = null
  #earlyCharacters = 0

  /** `pace` decides when a message may be sent for the first time; null: at once. */
  constructor(kind: LinkKind, pace: MessageAllowance | null = null) {
    this.#isOrdered = kind === 'ordered'
    this.#pace = pace
  }

  /**
   * Goes on over another link. `delivered`: the last message that the other end has received in order, by its
   * own account. Messages up to that one are done, and those after it are sent again.
   */
  goOn(kind: LinkKind, delivered: number): void {
    this.#isOrdered = kind === 'ordered'
    this.#acknowledge(Math.min(delivered, this.knownUpTo))
    this.knownUpTo = Number.POSITIVE_INFINITY
    // The other end counts on from there, also if this end has been set back to an earlier state, or the other one is new.
    this.nextId = delivered + 1 + this.queued.length
    for (const waiting of this.queued) {
      waiting.sentAtMs = Number.NEGATIVE_INFINITY
      waiting.repeatMs = REPEAT_MS
    }
    this.#early = null
    this.#earlyCharacters = 0
  }

  /**
   * Queues a message that `toJson` has checked. `step`: low 16 bits of the whole step that the message belongs to; -1: none.
   * Returns false when 1024 messages wait already, or when this one would bring them above 1,048,576 characters.
   */
  queue(json: string, step = -1): boolean {
    if (this.queued.length >= MOST_WAITING) return false
    if (this.#waitingCharacters + json.length > MOST_WAITING_CHARACTERS) return false
    const sentAtMs = Number.NEGATIVE_INFINITY
    this.queued.push({ json, step, sentAtMs, repeatMs: REPEAT_MS })
    this.nextId++
    this.#waitingCharacters += json.length
    return true
  }

  /**
   * Calls `write` for each message to send now: new messages as the pace allows and, on a datagram link, the oldest overdue
   * ones. Stops at the first message for which `hasRoom` returns false (default: all have room). On a datagram link no more
   * messages are under way than the receiver has places for.
   */
  flush(
    nowMs: Ms,
    write: (id: number, json: string, step: number) => void,
    hasRoom?: (json: string) => boolean,
  ): void {
    let characters = 0
    const firstId = this.#firstId
    for (const [place, waiting] of this.queued.entries()) {
      const { json } = waiting
      characters += json.length
      if (!this.#isOrdered && !hasPlace(place, characters)) return
      const isNew = waiting.sentAtMs === Number.NEGATIVE_INFINITY
      if (!isNew) {
        const mostMs = place === 0 ? LONGEST_OLDEST_REPEAT_MS : LONGEST_REPEAT_MS
        const repeatMs = Math.min(waiting.repeatMs, mostMs)
        if (this.#isOrdered || nowMs - waiting.sentAtMs < repeatMs) continue
        if (place > 0 && characters > MOST_REPEATED_CHARACTERS) continue
      }
      if (hasRoom && !hasRoom(json)) return
      if (isNew && this.#pace && !this.#pace.take(json.length, nowMs)) return
      waiting.sentAtMs = nowMs
      if (!isNew) waiting.repeatMs *= 2
      write((firstId + place) & 0xffff, json, waiting.step)
    }
  }

  /** Messages not acknowledged yet. */
  get waiting(): number {
    return this.queued.length
  }

  /** Reads the other end's acknowledgement. Returns false when it names a message that was never sent. */
  acknowledge(id16: number): boolean {
    const id = unwrap16(id16, this.nextId - 1)
    if (id >= this.nextId || id < 0) return false
    this.#acknowledge(id)
    return true
  }

  /** The id of the oldest waiting message. */
  get #firstId(): number {
    return this.nextId - this.queued.length
  }

  /** Forgets the waiting messages up to `id`. */
  #acknowledge(id: number): void {
    const count = Math.min(id - this.#firstId + 1, this.queued.length)
    if (!(count > 0)) return
    // No closure here: a function that has one allocates as it begins, and this function runs for every packet.
    for (let place = 0; place < count; place++)
      this.#waitingCharacters -= this.queued[place]!.json.length
    this.queued.splice(0, count)
  }

  /**
   * Judges a message of `characters` UTF-16 units before its text is read. On an ordered link every message but the next one
   * is a gap. On a datagram link the next one always has a place.
   */
  judge(id16: number, characters: number): MessageVerdict {
    const ahead = difference16(id16, this.received & 0xffff)
    if (ahead === 1) return 'new'
    if (this.#isOrdered) return 'gap'
    if (ahead < 1 || this.#early?.has(this.received + ahead)) return 'copy'
    if (ahead > MOST_EARLY + 1) return 'no-place'
    return this.#earlyCharacters + characters <= MOST_EARLY_CHARACTERS ? 'new' : 'no-place'
  }

  /** Takes a message that `judge` found `new`, and calls `deliver` for every message that is now in order. */
  take(
    id16: number,
    json: string,
    step: number,
    deliver: (json: string, step: number) => void,
  ): void {
    const id = this.received + difference16(id16, this.received & 0xffff)
    this.#early ??= new Map()
    const early = this.#early
    early.set(id, { json, step })
    this.#earlyCharacters += json.length
    for (let next = early.get(this.received + 1); next !== undefined; ) {
      this.received++
      early.delete(this.received)
      this.#earlyCharacters -= next.json.length
      deliver(next.json, next.step)
      next = early.get(this.received + 1)
    }
  }
}

/** Whether a receiver has a place for the `place`th waiting message; `characters`: its length and all before it. */
function hasPlace(place: number, characters: number): boolean {
  return place === 0 || (place < MOST_EARLY && characters <= MOST_EARLY_CHARACTERS)
}
