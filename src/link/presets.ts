import type { Conditions, Impairment } from './impairment.ts'

/** The networks of `presets`. */
export interface Presets {
  /** No network at all: packets pass at once. */
  readonly none: Conditions
  /** A cable and a switch: a round trip of 1 ms, nothing lost. */
  readonly lan: Conditions
  /**
   * A server in the same country over a home's Wi-Fi, with neighbours on the channel and a scan every ten seconds: a round trip
   * of 30 ms, and 0.7 % loss.
   */
  readonly wifi: Conditions
  /**
   * A phone in a moving car: a round trip of 65 ms, and 1 % loss. Radio schedules add jitter, hand-overs cause standstills, and
   * the uplink is narrow.
   */
  readonly '4g': Conditions
  /** From Europe to the west of America and back in 160 ms: far but clean, because the long haul is fibre. */
  readonly intercontinental: Conditions
  /**
   * A full train in a bad cell: a round trip of 300 ms, and 12 % loss. Everything goes wrong at once, but the connection is not
   * quite down.
   */
  readonly awful: Conditions
  /**
   * A bad but steady network: a round trip of 200 ms ± 20 ms, and 15 % loss in each direction. The name is short for the
   * development log that this test comes from.
   */
  readonly log: Conditions
}

/** Networks to try a game on. Spread them to change them: `{ up: { ...presets.log.up, loss: 0 }, ... }`. */
export const presets: Presets = {
  none: bothWays({}),
  lan: bothWays({ latencyMs: 0.5, jitterMs: 0.2 }),
  wifi: bothWays({
    latencyMs: 15,
    jitterMs: 6,
    loss: 0.003,
    burst: { goodMs: 8000, badMs: 120, badLoss: 0.3 },
    freeze: { everyMs: 10_000, forMs: 120 },
  }),
  '4g': {
    up: { ...car(), latencyMs: 35, jitterMs: 15, bytesPerSecond: 500_000 },
    down: { ...car(), latencyMs: 30, jitterMs: 10, bytesPerSecond: 2_000_000 },
  },
  intercontinental: bothWays({ latencyMs: 80, jitterMs: 3, loss: 0.005 }),
  awful: bothWays({
    latencyMs: 150,
    jitterMs: 60,
    loss: 0.05,
    burst: { goodMs: 3000, badMs: 400, badLoss: 0.6 },
    duplicate: 0.01,
    reorder: 0.03,
    bytesPerSecond: 40_000,
    freeze: { everyMs: 8000, forMs: 300 },
  }),
  log: bothWays({ latencyMs: 100, jitterMs: 10, loss: 0.15 }),
}

function car(): Impairment {
  return {
    loss: 0.005,
    burst: { goodMs: 12_000, badMs: 200, badLoss: 0.4 },
    freeze: { everyMs: 25_000, forMs: 150 },
  }
}

function bothWays(impairment: Impairment): Conditions {
  return { up: impairment, down: impairment }
}
