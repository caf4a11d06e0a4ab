/**
 * Pages that were hidden for hours, with each authority, on each kind of link and at 30, 60 and 128 steps a second: nobody is
 * thrown out, and pictures are right again 2 s after the return. HOURS=n hides them for that long, default 2. Takes a
 * minute.
 */
import { describe, test } from 'vitest'
import { expectToHeal } from './support/hiding.ts'

const hours = Number(process.env['HOURS'] ?? 2)
const hiddenMs = hours * 3_600_000

describe.each(['input', 'tick'] as const)("a page that was hidden, authority '%s'", (authority) => {
  describe.each(['ordered', 'datagram'] as const)('%s', (kind) => {
    test.each([30, 60, 128])(`for ${hours} hours at %d Hz`, (stepHz) =>
      expectToHeal({ authority, stepHz, hiddenMs, kind }),
    )
  })
})
