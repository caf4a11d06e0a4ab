import type { Ms } from '../../base/units.ts'
import type { Clairvoyance, Clairvoyant } from './clairvoyant.ts'

/** Where the search for a price begins, in ms times frames; about that of the cost. */
const FIRST_PRICE_MS = 2000
/** By how much it goes down while there are too few faults. */
const PRICE_FALL = 8
/** A fault that costs less than this is free: below, nothing is left to be gained. */
const LEAST_PRICE_MS = 0.01
/** Costs that differ by less, in ms times frames, are equal. */
const SAME_MS = 1e-3

/**
 * The least mean delay, in ms, of a clairvoyant with at most `faultPercent` of its frames at fault. It goes along the
 * lower hull of all (faults, delay): the price of a fault is set to the slope between the nearest known points on both
 * sides, until that finds nothing better, then the delay is read off the line between them. No player that keeps to
 * the rules is below it; with a whole number of faults there may be none quite on it. For set-up, not for frames.
 */
export function leastDelay(clairvoyant: Clairvoyant, faultPercent: number): Ms {
  const wanted = (clairvoyant.frames * faultPercent) / 100
  let few = clairvoyant.faultless()
  if (wanted <= 0) return few.delaySumMs / clairvoyant.frames
  let many = clairvoyant.priced(FIRST_PRICE_MS)
  for (let priceMs = FIRST_PRICE_MS; many.faults <= wanted; many = clairvoyant.priced(priceMs)) {
    if (priceMs < LEAST_PRICE_MS) return many.delaySumMs / clairvoyant.frames
    few = many
    priceMs /= PRICE_FALL
  }
  for (;;) {
    const priceMs = slope(few, many)
    const between = clairvoyant.priced(priceMs)
    if (total(between, priceMs) > total(few, priceMs) - SAME_MS) break
    if (between.faults <= wanted) few = between
    else many = between
  }
  return (few.delaySumMs - slope(few, many) * (wanted - few.faults)) / clairvoyant.frames
}

/** Delay saved for each fault more. */
function slope(few: Clairvoyance, many: Clairvoyance): Ms {
  return (few.delaySumMs - many.delaySumMs) / (many.faults - few.faults)
}

function total(point: Clairvoyance, priceMs: Ms): Ms {
  return point.delaySumMs + priceMs * point.faults
}
