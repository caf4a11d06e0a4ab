import { sharedTick } from 'glissade'
import type { Authority } from 'glissade/parts'

/** Who owns time, by the name that tests run through: each player its own, or all one. */
export const authorityOf = (name: 'input' | 'tick'): Authority | undefined =>
  name === 'tick' ? sharedTick() : undefined
