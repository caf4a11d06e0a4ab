/**
 * Hours of bad networks in virtual time, on each kind of link: clients come, go, stall and change their network, and in the
 * end all of them agree with the server to the last bit. SEED=n runs one hour again, SEEDS=n that many; default 10. Takes
 * about 20 minutes.
 */
import { describe, test } from 'vitest'
import { playThroughImpairment } from './support/impairment.ts'

const first = Number(process.env['SEED'] ?? 1000)
const count = process.env['SEED'] ? 1 : Number(process.env['SEEDS'] ?? 10)
const seeds = Array.from({ length: count }, (_, i) => first + i)

describe.each(['ordered', 'datagram'] as const)('an hour of impairment, %s', (kind) => {
  test.each(seeds)(
    'all ends agree in the end (SEED=%d)',
    (seed) => playThroughImpairment(seed, kind, 60),
    3_600_000,
  )
})
