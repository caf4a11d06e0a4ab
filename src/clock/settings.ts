import { GlissadeError } from '../base/error.ts'

/** `value` itself when it is a finite number above 0; throws `misuse` with `name` otherwise. */
export function positive(value: number, name: string): number {
  if (value > 0 && value < Infinity) return value
  throw new GlissadeError('misuse', `${name} is ${value}, it must be a finite number above 0`)
}

/** `value` itself when it is an integer above 0; throws `misuse` with `name` otherwise. */
export function positiveInteger(value: number, name: string): number {
  if (value >= 1 && Number.isInteger(value)) return value
  throw new GlissadeError('misuse', `${name} is ${value}, it must be an integer above 0`)
}
