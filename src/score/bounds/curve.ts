import type { Ms } from '../../base/units.ts'
import type { Clairvoyance, Clairvoyant } from './clairvoyant.ts'

/** The price at which the search begins, in ms times frames; about that of the cost. */
const FIRST_PRICE_MS = 2000
/** The price is divided by this while there are too few faults. */
const PRICE_FALL = 8
/** A fault that costs less than this is free: a lower price gains nothing. */
const LEAST_PRICE_MS = 0.01
/** Costs that differ by less, in ms times frames, are equal. */
const SAME_MS = 1e-3

/**
 * Returns the least mean delay, in ms, of a clairvoyant with at most `faultPercent` of its frames at fault. It searches along
 * the lower hull of all points (faults, delay). It sets the price of a fault to the slope between the nearest known points on
 * both sides until that finds no better point, and then reads the delay off the line between them. No player that keeps to the
 * rules has less delay. With whole numbers of faults there may be no player with exactly this delay. For set-up only.
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

/** The delay that each further fault saves. */
function slope(few: Clairvoyance, many: Clairvoyance): Ms {
  return (few.delaySumMs - many.delaySumMs) / (many.faults - few.faults)
}

function total(point: Clairvoyance, priceMs: Ms): Ms {
  return point.delaySumMs + priceMs * point.faults
}
