import { describe, expect, test } from 'vitest'
import { day } from './support/day.ts'

const MINUTE = 60_000

/** The long form of this, 24 hours, is `npm run soak -- day`. */
describe.each(['input', 'tick'] as const)(
  "A4 A7 A11 half an hour of comings, goings, hidden tabs and pauses of the server, authority '%s'",
  (authority) => {
    test.each([
      [1, 'ordered'],
      [2, 'datagram'],
    ] as const)('all ends agree after each quiet minute (seed %d, %s)', async (seed, kind) => {
      const figures = await day({
        seed,
        authority,
        kind,
        hours: 0.5,
        mostHiddenMs: 20 * MINUTE,
        busyMs: 4 * MINUTE,
      })
      expect(figures.agreements).toBeGreaterThan(8)
      expect(figures.hiddenHours).toBeGreaterThan(1 / 3)
      expect(figures.pauses).toBeGreaterThan(2)
      expect(figures.cuts).toBeGreaterThan(2)
    })
  },
)
