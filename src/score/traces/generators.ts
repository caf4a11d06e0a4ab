import { exponential, mixSeed } from '../../base/random.ts'
import { Episodes } from '../../link/episodes.ts'
import { gamma2, type Network, poisson } from './generated.ts'

const LOST = Number.NaN

/** The networks that are generated from seeds, by name. Add new ones at the end, because the place is part of the seed. */
export const NETWORKS: Readonly<Record<string, (seed: number) => Network>> = {
  /** A clean network: every packet takes 50 ms. */
  const50: () => ({ inOrder: true, delayMs: () => 50 }),

  /** A round trip of 200 ms +-10 %. Every packet is lost with an independent chance of 15 %. */
  article200: () => ({
    delayMs: (_, random) => (random.next() < 0.15 ? LOST : random.between(90, 110)),
  }),

  /**
   * Bursts of loss (Gilbert 1960, Elliott 1963, in time instead of packets): good stretches of 5 s on average with 0.3 % loss,
   * and bad ones of 300 ms with 60 %. A packet takes 40 ms plus a gamma(2, 2 ms).
   */
  gilbert(seed) {
    const bad = new Episodes(
      mixSeed(seed, 31),
      (random) => exponential(random, 5000),
      (random) => exponential(random, 300),
    )
    return {
      delayMs: (sentMs, random) =>
        random.next() < (bad.has(sentMs) ? 0.6 : 0.003) ? LOST : 40 + gamma2(random, 2),
    }
  },

  /**
   * Wi-Fi, after the jitter model that C. Huitema describes for C4. A packet waits a Poisson number (mean 1) of slots of 1 ms,
   * less a uniform part of one. Now and then the sender repeats for 5 to 45 ms, and every 8 to 12 s the radio is busy
   * elsewhere for 130 to 170 ms. Packets sent meanwhile wait. The rest of the way takes 12.5 ms.
   */
  'wifi-spike'(seed) {
    const repeats = new Episodes(
      mixSeed(seed, 41),
      (random) => exponential(random, 1200),
      (random) => random.between(5, 45),
    )
    const stalls = new Episodes(
      mixSeed(seed, 42),
      (random) => random.between(8000, 12_000),
      (random) => random.between(130, 170),
    )
    return {
      inOrder: true,
      delayMs(sentMs, random) {
        const freeMs = Math.max(repeats.endMs(sentMs), stalls.endMs(sentMs))
        // Packets that have waited go out together.
        if (freeMs > sentMs) return freeMs - sentMs + 12.5
        return Math.max(0, poisson(random, 1) - random.next()) + 12.5
      },
    }
  },

  /** The route changes: it takes 40 ms, from 40 s on 120 ms, from 80 s on 40 ms; anew every 120 s. Plus up to 6 ms. */
  'route-step': () => ({
    delayMs(sentMs, random) {
      const phaseMs = sentMs % 120_000
      return (phaseMs >= 40_000 && phaseMs < 80_000 ? 120 : 40) + random.between(0, 6)
    },
  }),

  /** A packet takes 60 ms plus an exponential 3 ms, between clocks that drift apart by 200 ppm. */
  skew200: () => ({ clockPpm: 200, delayMs: (_, random) => 60 + exponential(random, 3) }),

  /**
   * A download fills the router's queue: every 24 s it grows to 250 ms in 5 s, stays full for 3 s with 1 % loss, and drains in
   * 1 s. The rest of the way takes 40 ms plus up to 1 ms of jitter. The first download begins at 3 s.
   */
  bufferbloat: () => ({
    inOrder: true,
    delayMs(sentMs, random) {
      const phaseMs = (sentMs + 21_000) % 24_000
      if (phaseMs >= 5000 && phaseMs < 8000 && random.next() < 0.01) return LOST
      const share = Math.min(phaseMs / 5000, 1, (9000 - phaseMs) / 1000)
      return 40 + 250 * Math.max(0, share) + random.next()
    },
  }),

  /**
   * A mobile phone. A packet takes 45 ms plus a gamma(2, 2.5 ms). One packet in five is repeated after 8 ms, one in five of
   * those again, and so on. One in a hundred has a long tail (Pareto, shape 1.6, from 15 ms up to 1 s). About every 25 s there
   * is a hand-over of 80 to 250 ms, in which nothing arrives; then everything does.
   */
  'lte-tail'(seed) {
    const handOvers = new Episodes(
      mixSeed(seed, 81),
      (random) => random.between(18_000, 32_000),
      (random) => random.between(80, 250),
    )
    return {
      delayMs(sentMs, random) {
        let delayMs = 45 + gamma2(random, 2.5)
        while (random.next() < 0.2) delayMs += 8
        if (random.next() < 0.01) delayMs += Math.min(1000, 15 * (1 - random.next()) ** (-1 / 1.6))
        // Packets that would arrive within the hand-over arrive at its end, in the order of sending.
        return handOvers.endMs(sentMs + delayMs) - sentMs
      },
    }
  },
}
