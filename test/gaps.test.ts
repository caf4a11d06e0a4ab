import { expect, test } from 'vitest'
import { marching, UNITS_PER_STEP } from './support/marcher.ts'

const STEP_MS = 1000 / 60
const WAY = { latencyMs: 20 }

/**
 * A marcher whose inputs do not come through for `forMs`; early in that it stops. On datagrams, because TCP would hold back
 * snapshots as well, while their acknowledgements are lost.
 */
function stopped(forMs: number) {
  const conditions = { up: WAY, down: WAY }
  const { sim, client, session, run } = marching({ kind: 'datagram', conditions })
  session.input.go = true
  run(20_000)
  const { corrections, correctionDistance } = session.stats
  const missing = sim.room.stats.inputsMissing
  client.network.conditions = { up: { ...WAY, loss: 1 }, down: WAY }
  run(forMs / 4)
  session.input.go = false
  run(forMs * 0.75)
  client.network.conditions = conditions
  run(2000)
  const me = sim.room.world.entities('marcher')[0]!
  const view = session.entities('marcher')[0]!
  return {
    missing: sim.room.stats.inputsMissing - missing,
    corrections: session.stats.corrections - corrections,
    units: session.stats.correctionDistance - correctionDistance,
    offUnits: view.x - me.x,
  }
}

// The mark of each input is another, so that every tick of a gap is wrong, and every snapshot from within it too.
test('a gap in the inputs is one correction, however many snapshots tell of it', () => {
  const { missing, corrections, units, offUnits } = stopped(100)
  expect(missing).toBeGreaterThanOrEqual(4)
  expect(corrections).toBe(1)
  // It walked on where it should have stopped.
  expect(units).toBeGreaterThan(UNITS_PER_STEP)
  expect(offUnits).toBe(0)
})

test('a gap of over eight ticks is not left alone for longer than that', () => {
  const { missing, corrections, offUnits } = stopped(500)
  expect(missing).toBeGreaterThan(20)
  expect(corrections).toBeGreaterThanOrEqual(Math.floor(missing / 8))
  expect(corrections).toBeLessThanOrEqual(Math.ceil(missing / 8) + 1)
  expect(offUnits).toBe(0)
})

test('where the room teleports the player meanwhile, that is shown with the next snapshot', () => {
  const { sim, client, session, run } = marching({ conditions: { up: WAY, down: WAY } })
  run(5000)
  client.network.conditions = { up: { latencyMs: 520 }, down: WAY }
  run(60)
  const me = sim.room.world.entities('marcher')[0]!
  me.x += 5000
  sim.room.world.teleport(me)
  // A network tick, the way, and a frame.
  run(50 + WAY.latencyMs + STEP_MS)
  expect(session.entities('marcher')[0]!.x).toBe(me.x)
})
