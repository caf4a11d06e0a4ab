import { GlissadeError } from './error.ts'

/** Throws `misuse` with a message that names the setting, its value and what it must be. */
export function misuse(name: string, value: unknown, need: string): never {
  throw new GlissadeError('misuse', `${name} is ${value}, it must be ${need}`)
}

/** `value` itself when it is a number from 0, Infinity included; throws `misuse` otherwise. */
export function from0(value: number, name: string): number {
  return value >= 0 ? value : misuse(name, value, 'from 0')
}

/** `value` itself when it is a finite number from 0; throws `misuse` otherwise. */
export function finiteFrom0(value: number, name: string): number {
  return value >= 0 && value < Infinity ? value : misuse(name, value, 'a finite number from 0')
}

/** `value` itself when it is a number above 0, Infinity included; throws `misuse` otherwise. */
export function above0(value: number, name: string): number {
  return value > 0 ? value : misuse(name, value, 'above 0')
}

/** `value` itself when it is a finite number above 0; throws `misuse` otherwise. */
export function positive(value: number, name: string): number {
  return value > 0 && value < Infinity ? value : misuse(name, value, 'a finite number above 0')
}

/** `value` itself when it is an integer above 0; throws `misuse` otherwise. */
export function positiveInteger(value: number, name: string): number {
  const isOne = value >= 1 && Number.isInteger(value)
  return isOne ? value : misuse(name, value, 'an integer above 0')
}

/** `value` itself when it is a power of two from 1 to 2^30; throws `misuse` otherwise. */
export function powerOfTwo(value: number, name: string): number {
  if (value >= 1 && value <= 0x40000000 && (value & (value - 1)) === 0 && value % 1 === 0)
    return value
  return misuse(name, value, 'a power of two')
}

/** `value` itself when it is a number from `least` to `most`, which may be Infinity; throws `misuse` otherwise. */
export function inRange(value: number, name: string, least: number, most: number): number {
  if (value >= least && value <= most) return value
  return misuse(name, value, most < Infinity ? `${least} to ${most}` : `from ${least}`)
}

/** `value` itself when it has no more than `most` characters; throws `misuse` otherwise. */
export function atMost(most: number, value: string, name: string): string {
  if (value.length <= most) return value
  return misuse(name, `${value.length} characters long`, `at most ${most}`)
}
