import { type Authority, type SharedTickOptions, sharedTick } from 'glissade'

/** Who owns time, by the name that tests run through: each player its own, or all one. */
export const authorityOf = (
  name: 'input' | 'tick',
  options?: SharedTickOptions,
): Authority | undefined => (name === 'tick' ? sharedTick(options) : undefined)
