import { TokenBucket, type TokenRate } from '../base/token-bucket.ts'
import type { Ms } from '../base/units.ts'

/** How many messages, and how many UTF-16 units of JSON in them, one end of a connection may send. */
export interface MessageRates {
  readonly messages: TokenRate
  readonly characters: TokenRate
}

/** What a client sends at most; the rest waits with it. See docs/WIRE.md, "Limits". */
export const CLIENT_MESSAGES: MessageRates = {
  messages: { perSecond: 20, most: 60, start: 60 },
  characters: { perSecond: 16_384, most: 65_536, start: 16_384 },
}

/** The same for a client that comes back with a resume key: what it could send at once is with its old connection. */
export const RESUMED_MESSAGES: MessageRates = {
  messages: { ...CLIENT_MESSAGES.messages, start: 0 },
  characters: { ...CLIENT_MESSAGES.characters, start: 0 },
}

/**
 * What a server takes of a client: a quarter more, for clocks that run differently, and at once as much as a client that
 * keeps to `CLIENT_MESSAGES` can have sent in the 10 s after which a silent connection is given up.
 */
export const SERVER_MESSAGES: MessageRates = {
  messages: { perSecond: 25, most: 60 + 10 * 20, start: 80 },
  characters: { perSecond: 20_480, most: 65_536 + 10 * 16_384, start: 20_480 },
}

/** Says when one more message may go, or come. Free of allocation. */
export class MessageAllowance {
  readonly #messages: TokenBucket
  readonly #characters: TokenBucket

  constructor({ messages, characters }: MessageRates, nowMs: Ms) {
    this.#messages = new TokenBucket(messages, nowMs)
    this.#characters = new TokenBucket(characters, nowMs)
  }

  /** Takes one message with `characters` UTF-16 units; false, and nothing taken, when that is too much at `nowMs`. */
  take(characters: number, nowMs: Ms): boolean {
    if (!this.#messages.has(1, nowMs) || !this.#characters.take(characters, nowMs)) return false
    return this.#messages.take(1, nowMs)
  }
}
