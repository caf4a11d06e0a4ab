import { exponential, mixSeed } from '../../base/random.ts'
import { Episodes } from '../../link/episodes.ts'
import { gamma2, type Network, poisson } from './generated.ts'

const LOST = Number.NaN

/** The networks that are made from seeds, by name. A new one goes to the end: its place is in the seed of its chance. */
export const NETWORKS: Readonly<Record<string, (seed: number) => Network>> = {
  /** A clean network: every packet takes 50 ms. */
  const50: () => ({ inOrder: true, delayMs: () => 50 }),

  /** A round trip of 200 ms +-10 %, and every packet lost with a chance of 15 % by itself. */
  article200: () => ({
    delayMs: (_, random) => (random.next() < 0.15 ? LOST : random.between(90, 110)),
  }),

  /**
   * Loss in fits (Gilbert 1960, Elliott 1963, in time instead of packets): good stretches of 5 s in the mean with 0.3 %
   * loss, bad ones of 300 ms with 60 %. A packet takes 40 ms and a gamma(2, 2 ms) on top.
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
   * Wi-Fi, after the jitter model that C. Huitema describes for C4: a packet waits a Poisson number (mean 1) of slots of
   * 1 ms, less an even part of one. Now and then the sender repeats for 5 to 45 ms, and every 8 to 12 s the radio looks
   * elsewhere for 130 to 170 ms; what is sent meanwhile waits. 12.5 ms of way beyond.
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
        // What has waited goes out in one lump.
        if (freeMs > sentMs) return freeMs - sentMs + 12.5
        return Math.max(0, poisson(random, 1) - random.next()) + 12.5
      },
    }
  },

  /** The way changes: 40 ms, from 40 s on 120 ms, from 80 s on 40 ms again, anew every 120 s; up to 6 ms on top. */
  'route-step': () => ({
    delayMs(sentMs, random) {
      const phaseMs = sentMs % 120_000
      return (phaseMs >= 40_000 && phaseMs < 80_000 ? 120 : 40) + random.between(0, 6)
    },
  }),

  /** 60 ms and an exponential 3 ms on top, between clocks that part by 200 ppm. */
  skew200: () => ({ clockPpm: 200, delayMs: (_, random) => 60 + exponential(random, 3) }),

  /**
   * A download fills the router's queue: every 24 s it grows to 250 ms in 5 s, stays full for 3 s with 1 % loss, and
   * drains in 1 s; 40 ms of way beyond, and up to 1 ms of jitter. The first one begins at 3 s.
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
   * A mobile phone: 45 ms and a gamma(2, 2.5 ms), a repeat of 8 ms for one packet in five (for one in five of those two, and so
   * on), a long tail (Pareto, shape 1.6, from 15 ms up to 1 s) for one in a hundred, and about every 25 s a hand-over of 80 to
   * 250 ms, in which nothing arrives; then all of it does.
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
        // What would arrive within the hand-over arrives at its end, in the order of sending.
        return handOvers.endMs(sentMs + delayMs) - sentMs
      },
    }
  },
}
