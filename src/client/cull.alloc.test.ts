import { defineGame, number } from 'glissade'
import { cull, presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { bytesPerCall } from '../../test/bytes-per-call.ts'
import { insides } from './inside.ts'

test('D12 sheep that rest or are out of sight are left out without allocation', () => {
  const game = defineGame({
    name: 'herd',
    input: {},
    entities: { sheep: { x: number({ max: 10_000 }), y: number({ max: 10_000 }) } },
  })
  const herd = defineRoom(game, {
    open: (world) => {
      for (let i = 0; i < 100; i++) world.spawn('sheep', null, { x: 100 * i, y: 100 })
    },
  })
  const sim = new Simulation(herd)
  const { session } = sim.join({ conditions: presets.none })
  sim.run(1000)
  const area = { left: 0, top: 0, width: 3000, height: 200 }
  const { views } = cull(session, 'sheep', area)
  sim.run(1000)
  expect(views.length).toBeGreaterThan(25)
  const { culling } = insides.get(session)!()!.timeline.display
  const bytes = bytesPerCall(() => {
    // All are looked through twice a second.
    culling!.due(20)
    culling!.settle()
  })
  expect(bytes).toBeLessThan(1)
})
