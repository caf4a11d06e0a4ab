import { GlissadeError } from './error.ts'

/** Throws `misuse` with a message that names the setting, its value and what it must be. */
export function misuse(name: string, value: unknown, need: string): never {
  throw new GlissadeError('misuse', `${name} is ${value}, but must be ${need}`)
}

/** Returns the words of an error about a name that does not exist, such as `there is no kind 'x'; kinds: a, b`. */
export function noSuch(what: string, name: unknown, known: readonly string[]): string {
  return `there is no ${what} '${name}'; ${what}s: ${known.join(', ') || 'none'}`
}

/** Returns what came from a stranger as a short text for `misuse`. Unlike `String`, it throws for no value. */
export function shown(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value).slice(0, 40)
  return Array.isArray(value) ? 'a list' : 'an object'
}

/** Returns `value` if it is at least 0, Infinity included. Throws `misuse` otherwise. */
export function from0(value: number, name: string): number {
  return value >= 0 ? value : misuse(name, value, 'at least 0')
}

/** Returns `value` if it is a finite number and at least 0. Throws `misuse` otherwise. */
export function finiteFrom0(value: number, name: string): number {
  return value >= 0 && value < Infinity ? value : misuse(name, value, 'a finite number, at least 0')
}

/** Returns `value` if it is above 0, Infinity included. Throws `misuse` otherwise. */
export function above0(value: number, name: string): number {
  return value > 0 ? value : misuse(name, value, 'above 0')
}

/** Returns `value` if it is a finite number above 0. Throws `misuse` otherwise. */
export function positive(value: number, name: string): number {
  return value > 0 && value < Infinity ? value : misuse(name, value, 'a finite number above 0')
}

/** Returns `value` if it is an integer above 0. Throws `misuse` otherwise. */
export function positiveInteger(value: number, name: string): number {
  const isOne = value >= 1 && Number.isInteger(value)
  return isOne ? value : misuse(name, value, 'an integer above 0')
}

/** Returns `value` if it is a power of two from 1 to 2^30. Throws `misuse` otherwise. */
export function powerOfTwo(value: number, name: string): number {
  if (value >= 1 && value <= 0x40000000 && (value & (value - 1)) === 0 && value % 1 === 0)
    return value
  return misuse(name, value, 'a power of two')
}

/** Returns `value` if it is from `least` to `most`, which may be Infinity. Throws `misuse` otherwise. */
export function inRange(value: number, name: string, least: number, most: number): number {
  if (value >= least && value <= most) return value
  return misuse(name, value, most < Infinity ? `from ${least} to ${most}` : `at least ${least}`)
}

/** Returns `value` if it has at most `most` characters. Throws `misuse` otherwise. */
export function atMost(most: number, value: string, name: string): string {
  if (value.length <= most) return value
  return misuse(name, `${value.length} characters long`, `at most ${most}`)
}
