import { Inspector, presets } from 'glissade/client'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { withoutForesight } from './foresight.ts'
import { room } from './foresight-server.ts'

test('D6 the frog of the guide is foreseen while it hops, and not without foresight', () => {
  const sim = new Simulation(room, { kind: 'datagram' })
  const conditions = presets.wifi
  sim.join({
    conditions,
    script: ({ input }) => {
      input.hop = true
      input.whisper = true
    },
  })
  const { session } = sim.join({ conditions })
  const inspector = new Inspector(session)
  let foreseen = 0
  let highest = 0
  session.onFrame(() => {
    foreseen += inspector.foresight().count
    for (const { mine, y } of session.entities('frog')) if (!mine) highest = Math.max(highest, y)
  })
  sim.run(10_000)
  expect(foreseen).toBeGreaterThan(100)
  // Nobody foresees it higher than a hop gets.
  expect(highest).toBeGreaterThan(30)
  expect(highest).toBeLessThan(40)
  withoutForesight(session)
  sim.run(200)
  foreseen = 0
  sim.run(3000)
  expect(foreseen).toBe(0)
})
