import { expect, test } from 'vitest'
import { insides } from '../src/client/inside.ts'
import { presets } from '../src/link/presets.ts'
import { roomGame } from '../src/score/measures/room-game.ts'
import { coreOf } from '../src/server/room.ts'
import { Simulation } from '../src/testing/simulation.ts'

const room = roomGame({ stepHz: 30, sendHz: 20 }, () => {})

test('C2 D13 the server knows at which moment a client showed each player with each input', () => {
  const sim = new Simulation(room, { kind: 'datagram', seed: 4 })
  const late = sim.join({ conditions: { up: { latencyMs: 150, jitterMs: 60 }, down: {} } })
  const near = sim.join({ conditions: presets.none })
  /** What was on display when the next input was made. */
  const shown = new Map<number, { readonly ownMs: number; readonly momentsMs: number[] }>()
  const watcher = sim.join({
    conditions: { up: { latencyMs: 10 }, down: { jitterMs: 20 } },
    frameHz: 50,
    script: (session) => {
      const play = insides.get(session)!()
      if (!play) return
      const { prediction, timeline } = play
      const momentsMs = [late, near].map(
        ({ session: { playerId } }) => timeline.times.of(playerId).clock?.renderTimeMs ?? 0,
      )
      shown.set(prediction.newest + 1, { ownMs: session.ownTimeMs, momentsMs })
    },
  })
  sim.run(4000)
  const peer = coreOf(sim.room).peers.get(watcher.session.playerId)!
  const { stepMs } = room.game
  let mostMs = 0
  let mostOwnMs = 0
  let checks = 0
  const apartMs: number[] = []
  for (let n = 0; n < 200; n++) {
    sim.run(50)
    const input = peer.shown.known(peer.inputBuffer.applied)
    const { ownMs, momentsMs } = shown.get(input)!
    const ownTimeMs =
      peer.inputs.epochs.stampOf(0) * (stepMs / 256) + peer.shown.ownTimeOf(input) * stepMs
    mostOwnMs = Math.max(mostOwnMs, Math.abs(ownTimeMs - ownMs))
    for (const [i, { session }] of [late, near].entries()) {
      const toldMs = (peer.shown.momentOf(session.playerId, input) * stepMs) / 256
      mostMs = Math.max(mostMs, Math.abs(toldMs - momentsMs[i]!))
      checks++
    }
    apartMs.push(momentsMs[1]! - momentsMs[0]!)
  }
  expect(checks).toBe(400)
  expect(Math.max(...apartMs) - Math.min(...apartMs)).toBeGreaterThan(8)
  // What is not worth telling, and what the clocks change while a packet is on its way.
  expect(mostMs).toBeLessThan(8)
  expect(mostOwnMs).toBeLessThan(1)
})
