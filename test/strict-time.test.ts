import { StrictTime } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { coreOf } from '../src/server/room.ts'
import { RawClient } from './support/raw-client.ts'
import { runner, UNITS_PER_STEP } from './support/runner.ts'

const STEP_MS = 1000 / 30
/** A network interval in steps. */
const INTERVAL_STEPS = 1.5

/** A strict room with an honest runner and a raw client, both running right once the raw one has joined. */
function race() {
  const sim = new Simulation(runner, { guard: (now, stepMs) => new StrictTime(now, stepMs) })
  const path = { latencyMs: 60, jitterMs: 20 }
  const honest = sim.join({ conditions: { up: path, down: path } })
  sim.run(2000)
  const startMs = sim.clock.nowMs()
  const cheater = new RawClient(sim.rawLink()).hello()
  sim.run(100)
  honest.session.input.right = true
  const x = (player: number) =>
    sim.room.world.entities('body').find((body) => body.owner === player)?.x ?? Number.NaN
  return {
    sim,
    honest,
    cheater,
    /** Steps that a player has travelled. */
    steps: (player: number) => (x(player) - 1000) / UNITS_PER_STEP,
    /** Steps that the wall clock has granted since the raw client joined. */
    granted: () => (sim.clock.nowMs() - startMs) / STEP_MS,
  }
}

describe('B7 the log’s own rule: nobody passes the next network tick', () => {
  test.each([2, 10])(
    'B7 a sender at %dx moves at 1.00x, not a step more at any moment',
    (factor) => {
      const { sim, cheater, steps, granted } = race()
      for (let round = 0; round < 600; round++) {
        cheater.run(factor)
        sim.run(STEP_MS)
        expect(steps(2)).toBeLessThanOrEqual(granted() + INTERVAL_STEPS)
      }
      expect(steps(2)).toBeGreaterThan(granted() - INTERVAL_STEPS)
      expect(sim.room.stats.inputsDropped).toBeGreaterThan(100)
    },
  )

  test.each([0.5, 1, 3, 8])('B7 a lag switch of %d s gains nothing', (seconds) => {
    const { sim, cheater, steps, granted } = race()
    let lost = 0
    for (let round = 0; round < 12; round++) {
      const before = steps(2)
      let withheld = 0
      for (let t = 0; t < seconds * 1000; t += STEP_MS) {
        sim.run(STEP_MS)
        withheld++
        expect(steps(2)).toBeLessThanOrEqual(granted() + INTERVAL_STEPS)
      }
      cheater.run(withheld)
      cheater.run(20)
      sim.run(1)
      expect(steps(2)).toBeLessThanOrEqual(granted() + INTERVAL_STEPS)
      // Of a long pause at most 60 steps come at once.
      expect(steps(2) - before).toBeLessThanOrEqual(60 + 64 + INTERVAL_STEPS)
      lost = granted() - steps(2)
    }
    if (seconds > 2) expect(lost).toBeGreaterThan(60)
  })

  test('B7 A11 an honest player plays on without corrections, its inputs wait less than 100 ms', () => {
    const { sim, honest, steps, granted } = race()
    sim.run(1000)
    const before = granted() - steps(1)
    for (let round = 0; round < 900; round++) {
      sim.run(STEP_MS)
      const { inputBuffer } = coreOf(sim.room).peers.get(1)!
      expect(inputBuffer.received - inputBuffer.applied).toBeLessThanOrEqual(3)
    }
    expect(honest.session.stats.corrections).toBe(0)
    expect(sim.room.stats.inputsDropped).toBe(0)
    expect(Math.abs(granted() - steps(1) - before)).toBeLessThan(4)
  })
})
