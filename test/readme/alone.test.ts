import { expect, test } from 'vitest'
import { arrived, frame } from './alone.ts'

test('two parts alone turn twenty states a second into an even glide, less than an interval behind', () => {
  const seen: number[] = []
  for (let ms = 0; ms <= 4000; ms += 10) {
    if (ms % 50 === 0) arrived(90_000 + ms, ms, [ms, 0, 0])
    const [x = Number.NaN] = frame(ms)
    if (ms > 2000) seen.push(ms - x)
  }
  for (const behindMs of seen) expect(behindMs).toBeCloseTo(44, 1)
})
