import { Random } from 'glissade'
import { FixedDelay, Track } from 'glissade/parts'
import { expect, test } from 'vitest'
import { received, type ServerRunner } from './prediction-server.ts'

const STEP_MS = 1000 / 30
const atStart = (): ServerRunner => ({ x: 0, speed: 0, id: 0, timeMs: 0 })

/** How uneven a runner at 240 px/s looks to another, over jitter of 20 ms: the worst frame, in px/s off. */
function worstFrame(stampOf: (runner: ServerRunner, nowMs: number) => number): number {
  const random = new Random(3)
  const runner = atStart()
  const playout = new FixedDelay(100)
  const track = new Track({ curves: ['linear'] })
  const out = new Float64Array(1)
  const arrivals: { atMs: number; id: number }[] = []
  for (let id = 1, lastMs = 0; id < 900; id++) {
    lastMs = Math.max(lastMs, 5000 + id * STEP_MS + 60 + random.next() * 20)
    arrivals.push({ atMs: lastMs, id })
  }
  let [lastX, worst] = [0, 0]
  for (let nowMs = 5000; nowMs < 30_000; nowMs += 10) {
    for (; arrivals[0]!.atMs <= nowMs; arrivals.shift())
      received(runner, arrivals[0]!.id, true, arrivals[0]!.atMs)
    if (nowMs % 50 === 0 && runner.id > 0) {
      playout.arrived(nowMs, nowMs)
      track.push(stampOf(runner, nowMs), [runner.x])
    }
    track.sample(playout.advance(nowMs), out)
    if (nowMs > 15_000) worst = Math.max(worst, Math.abs((out[0]! - lastX) * 100 - 240))
    lastX = out[0]!
  }
  return worst
}

test('B4 by the time of the inputs others run evenly, by the time of the packet they do not', () => {
  expect(worstFrame((runner) => runner.timeMs)).toBeLessThan(3)
  expect(worstFrame((_runner, nowMs) => nowMs)).toBeGreaterThan(50)
})

test('B7 inputs faster than time are not applied, and what comes after them is', () => {
  const runner = atStart()
  for (let id = 1; id <= 300; id++) received(runner, id, true, 5000)
  expect(runner.id).toBe(300)
  expect(runner.timeMs).toBeLessThan(5000 + 150 + STEP_MS)
  const { x } = runner
  expect(x).toBeLessThan(60)
  received(runner, 300, true, 5100)
  expect(runner.x).toBe(x)
  received(runner, 301, true, 5100)
  expect(runner.x).toBeGreaterThan(x)
})

test('B4 a player who was away for ten seconds goes on in the present', () => {
  const runner = atStart()
  received(runner, 1, true, 5000)
  received(runner, 2, true, 15_000)
  expect(runner.timeMs).toBe(15_000)
})
