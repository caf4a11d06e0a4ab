import { sharedTick } from 'glissade'
import type { Authority, SharedTickOptions } from 'glissade/parts'

/** Who owns time, by the name that tests run through: each player its own, or all one. */
export const authorityOf = (
  name: 'input' | 'tick',
  options?: SharedTickOptions,
): Authority | undefined => (name === 'tick' ? sharedTick(options) : undefined)
