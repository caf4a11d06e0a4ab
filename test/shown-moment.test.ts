import { expect, test } from 'vitest'
import { insides } from '../src/client/inside.ts'
import { presets } from '../src/link/presets.ts'
import { roomGame } from '../src/score/measures/room-game.ts'
import { coreOf } from '../src/server/room.ts'
import { Simulation } from '../src/testing/simulation.ts'

const room = roomGame({ stepHz: 30, sendHz: 20 }, () => {})

test('C2 the server knows at which moment a client shows each player', () => {
  const sim = new Simulation(room, { kind: 'datagram', seed: 4 })
  const late = sim.join({ conditions: { up: { latencyMs: 150, jitterMs: 60 }, down: {} } })
  const near = sim.join({ conditions: presets.none })
  const watcher = sim.join({ conditions: { up: { latencyMs: 10 }, down: { jitterMs: 20 } } })
  const subTicksPerMs = 256 / room.game.stepMs
  let most = 0
  let checks = 0
  const leads: number[] = []
  sim.run(4000)
  const peer = coreOf(sim.room).peers.get(watcher.session.playerId)!
  for (let n = 0; n < 200; n++) {
    sim.run(50)
    const { times, renderTimeMs } = insides.get(watcher.session)!()!.timeline
    for (const { session } of [late, near]) {
      const { playerId } = session
      const leadMs = times.of(playerId).clock!.renderTimeMs - renderTimeMs
      if (session === late.session) leads.push(leadMs)
      most = Math.max(most, Math.abs(peer.viewLeads.get(playerId)! / subTicksPerMs - leadMs))
      checks++
    }
  }
  expect(checks).toBe(400)
  expect(Math.max(...leads) - Math.min(...leads)).toBeGreaterThan(8)
  // By as much as a clock runs while the packet is on its way, beyond what is not worth telling.
  expect(most).toBeLessThan(17)
})
