import { expect, test } from 'vitest'
import { FixedDelay } from '../../time/playout/fixed-delay.ts'
import { traceOf } from '../traces/catalogue.ts'
import type { Trace } from '../traces/trace.ts'
import { type RoomScore, type RoomScoreOptions, scoreRoom } from './room-score.ts'

const clean = traceOf('const50')

function score(trace: Trace, options: Partial<RoomScoreOptions> = {}): RoomScore {
  const network = { up: { trace }, down: { trace } }
  return scoreRoom({ networks: [network, network], seconds: 20, warmupSeconds: 5, ...options })
}

test('on a clean network the delay is the way down and the playout, without faults or wrong predictions', () => {
  const {
    score: seen,
    parts,
    corrections,
    rebases,
  } = score(clean, { playout: () => new FixedDelay(100) })
  expect(seen.delayMs).toBeCloseTo(150, -0.5)
  expect(seen.faultPercent).toBe(0)
  expect(seen.errorP99).toBeLessThan(6)
  expect(parts.behindRenderMs).toBeLessThan(1)
  expect(parts.pastPercent).toBe(0)
  expect(corrections).toBe(0)
  expect(rebases).toBeLessThanOrEqual(2)
})

test('the parts sum up to the delay, and eye to eye adds the way up', () => {
  const { score: seen, parts, eyeToEyeMs } = score(traceOf('article200'))
  expect(parts.renderMs + parts.behindRenderMs + parts.heldMs).toBeCloseTo(seen.delayMs, 1)
  expect(eyeToEyeMs - seen.delayMs).toBeGreaterThan(50)
  expect(parts.downAgeMs).toBeGreaterThan(115)
})

test('a playout that is too close to the present shows faults and errors', () => {
  const trace = traceOf('lte-tail')
  const near = score(trace, { playout: () => new FixedDelay(0) })
  const far = score(trace, { playout: () => new FixedDelay(150) })
  expect(near.score.errorP99).toBeGreaterThan(2 * far.score.errorP99)
  expect(near.parts.pastPercent).toBeGreaterThan(50)
  expect(near.score.delayMs).toBeLessThan(far.score.delayMs - 100)
})

test('equal seeds give equal scores, and other seeds others', () => {
  const of = (seed: number) => score(traceOf('gilbert', { seed: 3 }), { seed, seconds: 15 })
  expect(of(2)).toEqual(of(2))
  expect(of(3).score.errorRms).not.toBe(of(2).score.errorRms)
})

test('over TCP nothing is lost, so predictions stay right', () => {
  const trace = traceOf('gilbert/tcp')
  expect(score(trace, { kind: 'ordered' }).corrections).toBe(0)
})

test('times that are not above 0 are refused', () => {
  expect(() => score(clean, { frameHz: 0 })).toThrow('frameHz')
  expect(() => score(clean, { seconds: -1 })).toThrow('seconds')
})
