import type { Conditions, Impairment } from './impairment.ts'

/** Networks to try a game on. Spread them to change them: `{ up: { ...presets.log.up, loss: 0 }, ... }`. */
export const presets: Readonly<
  Record<'none' | 'lan' | 'wifi' | '4g' | 'intercontinental' | 'awful' | 'log', Conditions>
> = {
  /** No network at all: packets pass at once. */
  none: bothWays({}),

  /** A cable and a switch: a millisecond there and back, nothing lost. */
  lan: bothWays({ latencyMs: 0.5, jitterMs: 0.2 }),

  /** A server in the same country over a home's Wi-Fi, with neighbours on the channel and a scan every ten seconds. */
  wifi: bothWays({
    latencyMs: 15,
    jitterMs: 6,
    loss: 0.003,
    burst: { goodMs: 8000, badMs: 120, badLoss: 0.3 },
    freeze: { everyMs: 10_000, forMs: 120 },
  }),

  /** A phone in a moving car: radio schedules add jitter, hand-overs cause standstills, and the uplink is narrow. */
  '4g': {
    up: { ...car(), latencyMs: 35, jitterMs: 15, bytesPerSecond: 500_000 },
    down: { ...car(), latencyMs: 30, jitterMs: 10, bytesPerSecond: 2_000_000 },
  },

  /** From Europe to the west of America and back in 160 ms: far but clean, because the long haul is fibre. */
  intercontinental: bothWays({ latencyMs: 80, jitterMs: 3, loss: 0.005 }),

  /** A full train in a bad cell: everything goes wrong at once, but the connection is not quite down. */
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

  /** The development log's test: 200 ms round trip, ±10 %, and 15 % loss in each direction. */
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
