// By hand, once bench/peers is installed: node -C glissade-source --import tsx --test bench/peers/peers.test.ts
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type MotionContender,
  SHOWN,
  SHOWN_WIDTH,
  STATE,
  STATE_WIDTH,
} from '../../src/score/measures/player.ts'
import { type Case, kept } from './case.ts'
import { colyseus, colyseus2T } from './colyseus.ts'
import { colyseusFrame, colyseusIntake } from './cpu-colyseus.ts'
import { geckosFrame, geckosIntake } from './cpu-geckos.ts'
import { colyseusReplay } from './cpu-replay.ts'
import { geckos } from './geckos.ts'
import { REPLAYED, stepHopper } from './small-platformer.ts'

const FRAME_MS = 1000 / 59.94
const SPEED = 0.2
const OFFSET_MS = 12_345.6

/** Plays a straight movement to a contender; gives the delay of each frame, and the furthest x was from its time. */
function play(
  contender: MotionContender,
  sendHz: number,
  wayMs: number,
): { readonly delaysMs: readonly number[]; readonly error: number } {
  const player = contender.create({ sendHz, frameHz: 59.94, entities: 3 })
  const shown = new Float64Array(3 * SHOWN_WIDTH).fill(Number.NaN)
  const states = new Float64Array(3 * STATE_WIDTH)
  const stampMs = (k: number): number => 500 + (k * 1000) / sendHz
  const delaysMs: number[] = []
  let error = 0
  let k = 0
  for (let nowMs = 500; nowMs < 20_000; nowMs += FRAME_MS) {
    for (; stampMs(k) + wayMs <= nowMs; k++) {
      for (let i = 0; i < 3; i++) {
        states[i * STATE_WIDTH + STATE.x] = i + stampMs(k) * SPEED
        states[i * STATE_WIDTH + STATE.y] = -stampMs(k) * SPEED
        states[i * STATE_WIDTH + STATE.tracer] = stampMs(k)
      }
      const arrivedAtMs = stampMs(k) + wayMs + OFFSET_MS
      const told = new Float64Array()
      player.arrived({ index: k, stampMs: stampMs(k), arrivedAtMs, states, told })
    }
    player.frame(nowMs + OFFSET_MS, shown)
    if (nowMs < 5000) continue
    for (let i = 0; i < 3; i++) {
      const at = i * SHOWN_WIDTH
      const timeMs = shown[at + SHOWN.tracer]!
      error = Math.max(error, Math.abs(shown[at + SHOWN.x]! - i - timeMs * SPEED))
      error = Math.max(error, Math.abs(shown[at + SHOWN.y]! + timeMs * SPEED))
      delaysMs.push(nowMs - timeMs)
    }
  }
  return { delaysMs, error }
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b) / values.length

for (const [contender, sendHz, wantedMs] of [
  [geckos, 20, 50 + 150],
  [geckos, 30, 50 + 100],
  [colyseus, 20, 50 + 100],
  [colyseus, 30, 50 + 100],
  [colyseus2T, 10, 50 + 200],
] as const) {
  test(`${contender.name} at ${sendHz} Hz shows the time before its own delay`, () => {
    const { delaysMs, error } = play(contender, sendHz, 50)
    assert.ok(Math.abs(mean(delaysMs) - wantedMs) < 3, `${mean(delaysMs)} ms`)
    const spreadMs = Math.max(...delaysMs) - Math.min(...delaysMs)
    assert.ok(spreadMs < 10, `the delay is even: ${spreadMs} ms`)
    assert.ok(error < 1e-3, `${error} units`)
  })
}

test('clocks are real again after a frame', () => {
  play(geckos, 20, 50)
  play(colyseus, 20, 50)
  assert.ok(Date.now() > 1.7e12)
  assert.ok(Object.getPrototypeOf(performance).now === performance.now)
})

/** What a run has kept. */
function result(measured: Case): number {
  const before = kept()
  measured.run()
  return kept() - before
}

for (const measured of [colyseusFrame(1), geckosFrame(1)]) {
  test(`${measured.name}: everything moves on from frame to frame`, () => {
    const results = Array.from({ length: 30 }, () => result(measured))
    const steps = results.slice(1).map((value, i) => value - results[i]!)
    // A third of 3 in x, 1 in y and 0.7 in the angle; y and angle begin anew now and then.
    const moved = steps.filter((step) => Math.abs(step - 4.7 / 3) < 0.1)
    assert.ok(moved.length > 20, steps.map((step) => step.toFixed(2)).join(' '))
  })
}

for (const measured of [colyseusIntake(20), geckosIntake(20)]) {
  test(`${measured.name}: can be run on and on`, () => {
    for (let n = 0; n < 500; n++) measured.run()
  })
}

test('a replay takes every step that is to be measured, a matched acknowledgement none', () => {
  let steps = 0
  const step: typeof stepHopper = (...arguments_) => {
    steps++
    stepHopper(...arguments_)
  }
  const replay = colyseusReplay({ matched: false, step })
  const match = colyseusReplay({ matched: true, step })
  steps = 0
  for (let n = 0; n < 10; n++) replay.run()
  assert.equal(steps, 10 * REPLAYED)
  steps = 0
  for (let n = 0; n < 10; n++) match.run()
  assert.equal(steps, 0)
})
