import { TokenBucket, type TokenRate } from '../base/token-bucket.ts'
import type { Ms } from '../base/units.ts'

/** The rates at which one end of a connection may send messages, and UTF-16 units of JSON in them. */
export interface MessageRates {
  readonly messages: TokenRate
  readonly characters: TokenRate
}

/** The rates that a client keeps to. Messages beyond them wait in the client. See docs/WIRE.md, "Limits". */
export const CLIENT_MESSAGES: MessageRates = {
  messages: { perSecond: 20, most: 60, start: 60 },
  characters: { perSecond: 16_384, most: 65_536, start: 16_384 },
}

/** The rates of a client that resumes. It starts at zero, because its old connection may have used up the start. */
export const RESUMED_MESSAGES: MessageRates = {
  messages: { ...CLIENT_MESSAGES.messages, start: 0 },
  characters: { ...CLIENT_MESSAGES.characters, start: 0 },
}

/**
 * The rates that a server accepts from a client: a quarter more, because clocks differ, and at once as much as a client that
 * keeps to `CLIENT_MESSAGES` can send in the 10 s after which a silent connection is given up.
 */
export const SERVER_MESSAGES: MessageRates = {
  messages: { perSecond: 25, most: 60 + 10 * 20, start: 80 },
  characters: { perSecond: 20_480, most: 65_536 + 10 * 16_384, start: 20_480 },
}

/** Decides when one more message may be sent or received. Free of allocation. */
export class MessageAllowance {
  readonly messages: TokenBucket
  readonly characters: TokenBucket

  /** `nowMs`: the present, on the clock whose times are passed to `take`. */
  constructor({ messages, characters }: MessageRates, nowMs: Ms) {
    this.messages = new TokenBucket(messages, nowMs)
    this.characters = new TokenBucket(characters, nowMs)
  }

  /** Takes one message of `characters` UTF-16 units. Returns false, and takes nothing, when that is too much at `nowMs`. */
  take(characters: number, nowMs: Ms): boolean {
    if (!this.messages.has(1, nowMs) || !this.characters.take(characters, nowMs)) return false
    return this.messages.take(1, nowMs)
  }
}
