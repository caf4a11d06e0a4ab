import { expect, test } from 'vitest'
import { boxed, bytesPerCall } from '../../../test/bytes-per-call.ts'
import { HORIZONS_MS } from '../../base/horizons.ts'
import { LaneMoments } from './lane-moments.ts'

test('D6 LaneMoments allocates nothing, whether entities stay in their lanes or change them', () => {
  const lanes = new LaneMoments()
  const leadsMs = Float64Array.from(HORIZONS_MS, (horizonMs) => horizonMs - 8)
  const shownMs = new Float64Array(16).fill(Number.NaN)
  const times = boxed((i) => i * 16.7)
  const frameMs = boxed((i) => 16.7 + (i % 3) / 10)
  let n = 0
  const bytes = bytesPerCall(() => {
    lanes.advance(times[n]!, frameMs[n]!, leadsMs)
    n++
    for (let i = 0; i < shownMs.length; i++)
      shownMs[i] = lanes.follow((i + (n >> 6)) & 7, shownMs[i]!)
  })
  expect(shownMs[3]).toBeGreaterThan(500_000)
  expect(bytes).toBeLessThan(1)
})
