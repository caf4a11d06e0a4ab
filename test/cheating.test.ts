import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { coreOf } from '../src/server/room.ts'
import { RawClient } from './support/raw-client.ts'
import { runner, UNITS_PER_STEP } from './support/runner.ts'

const STEP_MS = 1000 / 30
/** What the budget grants at the start: 150 ms. */
const START_STEPS = 4.5

/** A room with an honest runner and a raw client, both running right from the moment the raw one has joined. */
function race() {
  const sim = new Simulation(runner)
  const honest = sim.join()
  const startMs = sim.clock.nowMs()
  const cheater = new RawClient(sim.rawLink()).hello()
  sim.run(100)
  honest.session.input.right = true
  const x = (player: number) =>
    (sim.room.world.entities('body') as unknown as { owner: number; x: number }[]).find(
      (body) => body.owner === player,
    )?.x ?? Number.NaN
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

describe('A1 A11 B7 nobody moves faster than time', () => {
  test.each([2, 10])('B7 a sender at %dx gains at most the budget of the start', (factor) => {
    const { sim, cheater, steps, granted } = race()
    for (let round = 0; round < 600; round++) {
      cheater.run(factor)
      sim.run(STEP_MS)
      const allowed = granted() + START_STEPS
      expect(steps(2)).toBeLessThanOrEqual(allowed)
      expect(steps(1)).toBeLessThanOrEqual(allowed)
    }
    expect(steps(2)).toBeGreaterThan(granted() - 20)
    expect(sim.room.stats.inputsDropped).toBeGreaterThan(100)
    expect(sim.room.players.length).toBe(2)
  })

  test.each([0.5, 1, 3, 8])(
    'B7 A11 who withholds packets for %d s and releases them gains nothing',
    (seconds) => {
      const { sim, cheater, steps, granted } = race()
      for (let round = 0; round < 12; round++) {
        let withheld = 0
        for (let t = 0; t < seconds * 1000; t += STEP_MS) {
          sim.run(STEP_MS)
          withheld++
          expect(steps(2)).toBeLessThanOrEqual(granted() + START_STEPS)
        }
        cheater.run(withheld)
        cheater.run(20)
        sim.run(1)
        expect(steps(2)).toBeLessThanOrEqual(granted() + START_STEPS)
      }
    },
  )

  test('B7 what nobody sent is never applied, and the honest one is not disturbed', () => {
    const { sim, honest, cheater, steps, granted } = race()
    for (let round = 0; round < 300; round++) {
      cheater.run(10)
      sim.run(STEP_MS)
    }
    expect(Math.abs(steps(1) - granted())).toBeLessThan(6)
    expect(honest.session.stats.corrections).toBe(0)
  })

  test('A6 the inputs that wait for the budget are bounded, and the oldest go first', () => {
    const { sim, cheater } = race()
    cheater.run(100)
    cheater.run(100)
    const { inputBuffer } = coreOf(sim.room).peers.get(2)!
    sim.run(1)
    expect(inputBuffer.received).toBe(200)
    expect(inputBuffer.received - inputBuffer.applied).toBeLessThanOrEqual(64)
    sim.run(4000)
    expect(inputBuffer.isWaiting).toBe(false)
  })

  test('A3 each input is one fixed step of that player alone, applied when it comes', () => {
    const { sim, honest, cheater, steps } = race()
    honest.session.input.right = false
    sim.run(1000)
    const others = steps(1)
    const { tick } = sim.room
    cheater.run(1)
    sim.run(0.001)
    expect(sim.room.tick).toBe(tick)
    expect(steps(2)).toBe(1)
    expect(steps(1)).toBe(others)
  })
})
