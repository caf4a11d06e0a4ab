import { GlissadeError } from '../../base/error.ts'

/** Was a coding. Always throws `misuse`: `tables()` has taken its place. */
export function dense(): never {
  throw new GlissadeError('misuse', "coding: dense() is gone, use tables() of 'glissade'")
}
