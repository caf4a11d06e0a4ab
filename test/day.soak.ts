/**
 * A day of a room in virtual time, with each authority and on each kind of link: clients come, play, are hidden for up to
 * two hours, are cut off and go, and the server's process stands still. All ends agree after each quiet minute, and nothing
 * grows. SEED=n and HOURS=n choose another day; default seed 1, 24 hours. Takes about 10 minutes.
 */
import { describe, expect, test } from 'vitest'
import { day } from './support/day.ts'

const seed = Number(process.env['SEED'] ?? 1)
const hours = Number(process.env['HOURS'] ?? 24)
const MINUTE = 60_000

const mean = (list: readonly number[]): number =>
  list.reduce((sum, value) => sum + value, 0) / list.length

describe.each(['input', 'tick'] as const)("a day of a room, authority '%s'", (authority) => {
  test.each(['ordered', 'datagram'] as const)(
    `${hours} hours, %s (SEED=${seed}): all ends agree after each quiet minute, and nothing grows`,
    async (kind) => {
      const { heapMB, ...figures } = await day({
        seed,
        authority,
        kind,
        hours,
        mostHiddenMs: 120 * MINUTE,
        busyMs: 14 * MINUTE,
      })
      // The first eighth is for what is made once and kept: code, rings, pools.
      const eighth = Math.max(1, Math.floor(heapMB.length / 8))
      const early = mean(heapMB.slice(eighth, 2 * eighth))
      const late = mean(heapMB.slice(-eighth))
      console.log(JSON.stringify({ authority, kind, ...figures, heapMB: { early, late } }))
      expect(late - early).toBeLessThan(Math.max(2, early / 10))
      expect(figures.agreements).toBeGreaterThan(hours)
      expect(figures.hiddenHours).toBeGreaterThanOrEqual(2)
    },
    4 * 3_600_000,
  )
})
