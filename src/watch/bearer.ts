import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { RateLimit } from '../base/rate-limit.ts'
import { misuse } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import type { Answer } from './answers.ts'

/** Tokens that are shorter could be guessed. */
const LEAST_CHARACTERS = 16
/** Wrong tokens of one address: 1 in 2 s, and 10 at once. */
const WRONG_PER_SECOND = 0.5
const WRONG_BURST = 10

/** Checks the tokens of requests (RFC 6750), and limits how many each address can try. */
export class Bearer {
  readonly #digest: Buffer
  readonly #wrong = new RateLimit(WRONG_PER_SECOND, WRONG_BURST, 'wrong tokens')

  /** Throws `misuse`, which names the option as `name`, for a token of fewer than 16 characters. */
  constructor(token: unknown, name: string) {
    if (typeof token !== 'string') misuse(name, typeof token, 'a text')
    if (token.length < LEAST_CHARACTERS)
      misuse(name, `${token.length} characters long`, `at least ${LEAST_CHARACTERS}`)
    this.#digest = digestOf(token)
  }

  /** Returns the answer to a request whose token is missing or wrong, or null if the token is right. Counts wrong ones. */
  refusal({ headers }: IncomingMessage, address: string, nowMs: Ms): Answer | null {
    const [, token] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
    if (token === undefined) return UNAUTHORIZED
    // An address that has tried too often learns nothing more, not even from the right token.
    if (!this.#wrong.allows(address, nowMs)) return TOO_MANY
    // Digests have equal lengths, so the time of the comparison reveals nothing.
    if (timingSafeEqual(digestOf(token), this.#digest)) return null
    this.#wrong.take(address, nowMs)
    return UNAUTHORIZED
  }
}

const UNAUTHORIZED: Answer = {
  status: 401,
  headers: { 'WWW-Authenticate': 'Bearer' },
  body: 'the token is missing or wrong\n',
}

const TOO_MANY: Answer = {
  status: 429,
  headers: { 'Retry-After': '10' },
  body: 'too many wrong tokens from this address: try again in a moment\n',
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
