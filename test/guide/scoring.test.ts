import { bounds, parseTrace, score, scoreRoom, traceOf } from 'glissade/score'
import { describe, expect, test } from 'vitest'
import { fixed120, judge } from './scoring.ts'
import { captured, office, packetCame, pendulum } from './scoring-capture.ts'
import { extrapolated } from './scoring-player.ts'

const SHORT = { sendHz: 20, seconds: 30 }

describe('the guide to scoring', () => {
  test('settings are judged: what they are told to wait is in their delay', () => {
    const { delayMs, faultPercent, costOverBound } = judge(fixed120, [traceOf('const50')])
    expect(delayMs).toBeGreaterThan(165)
    expect(delayMs).toBeLessThan(175)
    expect(faultPercent).toBe(0)
    expect(costOverBound).toBeGreaterThan(1.5)
  })

  test('an own player is closer to the present than what only interpolates, and pays in faults and errors', () => {
    const trace = traceOf('article200')
    const [platformer, , vehicle] = score(extrapolated, trace, SHORT).motions
    expect(platformer!.delayMs).toBeLessThan(bounds(trace, SHORT).delayMs)
    expect(platformer!.faultPercent).toBeGreaterThan(5)
    expect(platformer!.errorP99).toBeGreaterThan(10)
    expect(vehicle!.jerkRatio).toBeGreaterThan(100)
  })

  test('a captured trace is written, read and played, losses and all', () => {
    for (let n = 0; n < 1000; n++)
      if (n % 10 !== 7) packetCame(n, 50_000 + n * 50, 7_000_000 + n * 50 + (n % 3))
    const trace = office(captured())
    expect(parseTrace(captured(), 'again').lengthMs).toBe(trace.lengthMs)
    const sent = Array.from({ length: 100 }, (_, n) => n * 50)
    const delays = Array.from(trace.arrivals(sent), (arrivesMs, n) => arrivesMs - n * 50)
    expect(delays.filter(Number.isNaN)).toHaveLength(10)
    expect(Math.min(...delays.filter((delayMs) => delayMs > 0))).toBeCloseTo(20, 6)
  })

  test('an own movement is played', () => {
    const [one] = score(fixed120, traceOf('const50'), { ...SHORT, motions: [pendulum] }).motions
    expect(one).toMatchObject({ motion: 'pendulum', faultPercent: 0 })
    expect(one!.errorP99).toBeLessThan(2)
  })
})

test('two players in a room are judged from keys to screen', () => {
  const trace = traceOf('const50')
  const way = { up: { trace }, down: { trace } }
  const { score: seen, eyeToEyeMs } = scoreRoom({ networks: [way, way], seconds: 20 })
  expect(eyeToEyeMs).toBeGreaterThan(100)
  expect(seen.costMs).toBeGreaterThanOrEqual(seen.delayMs)
})
