import { GlissadeError } from '../base/error.ts'
import { atMost } from '../base/settings.ts'

/** The deepest nesting of arrays and objects in a message. */
export const MOST_DEPTH = 64

/**
 * Returns a message as JSON. Throws `misuse` when it holds what JSON would change, is longer than `most` UTF-16 units, or is
 * nested more than 64 deep. A field that is undefined is left out.
 */
export function toJson(message: unknown, most: number): string {
  const fault = faultOf(message, 0)
  if (fault !== '')
    throw new GlissadeError('misuse', `send: a message must be a JSON value, but message${fault}`)
  const json = JSON.stringify(message)
  atMost(most, json, 'send: a message as JSON')
  return json
}

/** Returns the path to the first value that JSON would change, what it is, and what to send instead; '' for none. */
function faultOf(value: unknown, depth: number): string {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? '' : ` is ${value}: send null`
  if (typeof value === 'bigint') return ' is a bigint: send it as a text'
  if (typeof value !== 'object') return ` is ${typeof value}: send null, or leave it out`
  if (depth === MOST_DEPTH) return ` is nested ${MOST_DEPTH} deep: nothing may be deeper`
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const fault = faultOf(value[i], depth + 1)
      if (fault !== '') return `[${i}]${fault}`
    }
    return ''
  }
  const prototype = Object.getPrototypeOf(value)
  // A plain object of another page or context has another Object.prototype, which has no prototype either. An entity of the
  // server has a prototype that refuses unknown fields.
  const madeBy = value.constructor
  if (prototype && madeBy !== Object && Object.getPrototypeOf(prototype)) {
    const instead = Symbol.iterator in value ? 'an array, [...it]' : 'a plain object of its fields'
    return ` is a ${madeBy?.name}: send ${instead}`
  }
  for (const [name, inner] of Object.entries(value)) {
    const fault = inner === undefined ? '' : faultOf(inner, depth + 1)
    if (fault !== '') return `.${name}${fault}`
  }
  return ''
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
