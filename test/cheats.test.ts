import { describe, expect, test } from 'vitest'
import {
  CONTEST_MS,
  cheat,
  faultsOf,
  MOST_AHEAD_MS,
  playHonestly,
  tableOf,
} from './cheats/contest.ts'

/** The long form of this, with 1000 strategies each, is `npm run soak -- cheats`. */
describe.each(['input', 'tick'] as const)(
  "A11 B7 cheats with time, authority '%s'",
  (authority) => {
    test.each([30, 60, 128])('an honest player at %d Hz gets what the room grants', (stepHz) => {
      const honest = playHonestly(authority, stepHz)
      expect(faultsOf(authority, honest)).toEqual([])
      // With a shared tick the first input waits 50 ms for its own.
      expect(honest.stepsMs).toBeGreaterThan(CONTEST_MS - 100)
      expect(honest.ownMs).toBeGreaterThan(CONTEST_MS - 100)
      expect(honest.shotsMs).toBeGreaterThan(CONTEST_MS - 600)
      // So who is as far ahead as may be has gained less than a hundredth in 20 s.
      if (authority === 'input')
        expect(CONTEST_MS + MOST_AHEAD_MS).toBeLessThan(
          1.01 * Math.min(honest.stepsMs, honest.ownMs),
        )
    })

    test('A11 B7 40 random strategies gain nothing', () => {
      const outcomes = Array.from({ length: 40 }, (_, i) => cheat(authority, 1 + i))
      const bad = outcomes.filter((outcome) => faultsOf(authority, outcome).length > 0)
      console.log(tableOf(outcomes, 3))
      expect(bad).toEqual([])
      // These come up against the bound.
      if (authority === 'input')
        expect(Math.max(...outcomes.map(({ aheadMs }) => aheadMs))).toBeGreaterThan(
          MOST_AHEAD_MS / 2,
        )
    })
  },
)
