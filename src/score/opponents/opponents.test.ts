import { describe, expect, test } from 'vitest'
import { Random } from '../../base/random.ts'
import { FixedDelay } from '../../time/playout/fixed-delay.ts'
import { SHOWN } from '../measures/player.ts'
import { opponents } from './opponents.ts'
import { playoutContender } from './playout-contender.ts'
import { runContender } from './snapshots.case.ts'

const own = playoutContender('own', () => new FixedDelay())
const all = [...opponents, own]

/** Returns delays of 40 to 160 ms, a tenth lost, out of order now and then. They are equal for all seeds up to `changeAt`. */
function jitter(seed: number, changeAt = Infinity) {
  const common = new Random(7)
  const other = new Random(seed)
  return Array.from({ length: 400 }, (_, index) => {
    const random = index * 50 < changeAt ? common : other
    const [delay, lost] = [random.between(40, 160), random.next() < 0.1]
    return lost ? Number.NaN : index * 50 + delay
  })
}

describe.each(all.map((contender) => [contender.name, contender] as const))(
  '%s',
  (_, contender) => {
    test('shows nothing before the first snapshot, and something from then on', () => {
      const frames = runContender(contender, (index) => index * 50 + 100, 1000)
      for (const { nowMs, shown } of frames) expect(Number.isNaN(shown[0])).toBe(nowMs < 100)
    })

    test('knows nothing of the future', () => {
      const some = jitter(1, 6000)
      const others = jitter(2, 6000)
      const past = runContender(contender, (index) => some[index]!, 6040)
      expect(runContender(contender, (index) => others[index]!, 6040)).toEqual(past)
      const longer = runContender(contender, (index) => some[index]!, 9000)
      expect(longer.slice(0, past.length)).toEqual(past)
      expect(longer).not.toEqual(runContender(contender, (index) => others[index]!, 9000))
    })

    test('shows at most what has come, or what may be extrapolated from it', () => {
      const delays = jitter(3)
      const reachMs = contender === opponents.at(-1) || contender === own ? 100 : 0
      for (const { newestMs, shown } of runContender(contender, (index) => delays[index]!, 9000))
        if (!Number.isNaN(shown[SHOWN.tracer]!))
          expect(shown[SHOWN.tracer]).toBeLessThanOrEqual(newestMs + reachMs + 1e-6)
    })

    test('shows places and tracer of one moment on a straight path', () => {
      const delays = jitter(4)
      for (const { shown } of runContender(contender, (index) => delays[index]!, 6000))
        if (!Number.isNaN(shown[0]))
          expect(shown[SHOWN.x]).toBeCloseTo(shown[SHOWN.tracer]! / 10, 6)
    })

    test('is as good as new when it is made again', () => {
      const delays = jitter(5)
      const once = runContender(contender, (index) => delays[index]!, 4000)
      expect(runContender(contender, (index) => delays[index]!, 4000)).toEqual(once)
    })
  },
)

test.each([
  ['snap', 60, 110],
  ['fixed-2T', 160, 160],
  ['fixed-3T', 210, 210],
  ['log-200', 260, 260],
])('%s is so late on an even network of 60 ms', (name, least, most) => {
  const contender = opponents.find((one) => one.name === name)!
  for (const { nowMs, shown } of runContender(contender, (index) => index * 50 + 60, 6000)) {
    if (nowMs < 2000) continue
    expect(nowMs - shown[SHOWN.tracer]!).toBeGreaterThan(least - 1e-6)
    expect(nowMs - shown[SHOWN.tracer]!).toBeLessThan(most + 1e-6)
  }
})

test('names are unique', () => {
  expect(new Set(opponents.map(({ name }) => name)).size).toBe(opponents.length)
})
