import { describe, test } from 'vitest'
import { storm } from './support/storm.ts'

/** SEED=n runs one storm again; SEEDS=n runs that many, an hour each. Default 10. */
const first = Number(process.env['SEED'] ?? 1000)
const count = process.env['SEED'] ? 1 : Number(process.env['SEEDS'] ?? 10)
const seeds = Array.from({ length: count }, (_, i) => first + i)

describe.each(['ordered', 'datagram'] as const)('an hour of weather, %s', (kind) => {
  test.each(seeds)(
    'all ends agree in the end (SEED=%d)',
    (seed) => storm(seed, kind, 60),
    3_600_000,
  )
})
