import { exponential, mixSeed, Random } from '../../base/random.ts'
import type { Ms } from '../../base/units.ts'
import type { Trace } from './trace.ts'

/** How a generated network treats packets. */
export interface Network {
  /** As in `Trace`. Default 20. */
  readonly clockPpm?: number | undefined
  /** Whether packets share a queue, so that none arrives before one that was sent earlier. Default false. */
  readonly inOrder?: boolean | undefined
  /**
   * Returns the delay of a packet sent at `sentMs`, in ms, or NaN if it is lost. `random` begins anew for each packet, from the
   * seed and the time of sending, so that the packet meets the same fate whatever else is sent.
   */
  delayMs(sentMs: Ms, random: Random): Ms
}

/** Chance changes with every 1/256 ms of the time of sending, and repeats after 4.6 hours. */
const CHANCES_PER_MS = 256

/** Makes an endless datagram trace from a rule for single packets. For set-up. */
export function generated(name: string, network: Network, seed: number): Trace {
  const { clockPpm, inOrder = false } = network
  const random = new Random()
  const arrivals = (sentMs: ArrayLike<Ms>): Float64Array => {
    const arrivesMs = new Float64Array(sentMs.length)
    let newestMs = 0
    for (let i = 0; i < arrivesMs.length; i++) {
      const atMs = sentMs[i]!
      random.reseed(mixSeed(seed, Math.round(atMs * CHANCES_PER_MS)))
      const arrivesAtMs = atMs + network.delayMs(atMs, random)
      const held = inOrder && arrivesAtMs < newestMs
      arrivesMs[i] = held ? newestMs : arrivesAtMs
      if (arrivesAtMs > newestMs) newestMs = arrivesAtMs
    }
    return arrivesMs
  }
  return { name, kind: 'datagram', clockPpm, lengthMs: Number.POSITIVE_INFINITY, arrivals }
}

/** Draws a number above 0 from the gamma distribution with shape 2 and mean 2 x `scale`: the sum of two exponential numbers. */
export function gamma2(random: Random, scale: number): number {
  return exponential(random, scale) + exponential(random, scale)
}

/** Draws a whole number from 0 from the Poisson distribution, by counting products (Knuth). `mean` must be small. */
export function poisson(random: Random, mean: number): number {
  const least = Math.exp(-mean)
  let count = 0
  for (let product = random.next(); product > least; product *= random.next()) count++
  return count
}
