import { GlissadeError } from '../base/error.ts'
import { atMost } from '../base/settings.ts'

/** The deepest nesting of arrays and objects in a message. */
export const MOST_DEPTH = 64

/**
 * Returns a message as JSON. Throws `misuse` when the message is not a JSON value, is longer than `most` UTF-16 units, or is
 * nested more than 64 deep.
 */
export function toJson(message: unknown, most: number): string {
  const json: string | undefined = JSON.stringify(message)
  if (json === undefined) throw new GlissadeError('misuse', 'send: a message must be a JSON value')
  atMost(most, json, 'send: a message as JSON')
  if (isNestedAtMost(MOST_DEPTH, json)) return json
  throw new GlissadeError('misuse', `send: a message may be nested ${MOST_DEPTH} deep, not deeper`)
}

/** Returns the value of a JSON text; undefined when it is invalid or nested more than 64 deep. Allocates. */
export function fromJson(json: string): unknown {
  // The depth is checked first, because a parser takes many times as long for a nested text as for a flat one.
  if (!isNestedAtMost(MOST_DEPTH, json)) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/**
 * Whether the brackets of a JSON text are nested at most `most` deep. In an invalid text it counts at least as many levels as
 * a parser would enter before it fails. One pass, free of allocation.
 */
export function isNestedAtMost(most: number, json: string): boolean {
  let depth = 0
  let inText = false
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i)
    if (inText) {
      if (unit === BACKSLASH) i++
      else if (unit === QUOTE) inText = false
    } else if (unit === QUOTE) inText = true
    else if (unit === OPEN_ARRAY || unit === OPEN_OBJECT) {
      if (++depth > most) return false
    } else if (unit === CLOSE_ARRAY || unit === CLOSE_OBJECT) depth--
  }
  return true
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
