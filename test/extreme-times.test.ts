import { defineGame, tables } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { Random } from '../src/base/random.ts'
import { coreOf } from '../src/server/room.ts'
import { runner } from './support/runner.ts'
import { expectToldStates, keepTold } from './support/told-states.ts'

const codings = {
  packed: runner,
  tables: defineRoom(
    defineGame({ ...runner.game.definition, coding: tables() }),
    runner.definition,
  ),
}

/** Each player's own time is anywhere, up to 2^48 subticks off, whatever the room would make of it. */
function derange(sim: Simulation<typeof runner>, random: Random): void {
  for (const peer of coreOf(sim.room).peerList) {
    const { keepTime } = peer
    let offSubTicks = 0
    peer.keepTime = (tick, nowMs) => {
      const isEpoch = keepTime.call(peer, tick, nowMs)
      if (random.next() < 0.2)
        offSubTicks = Math.round(random.between(-1, 1) * 2 ** random.between(0, 48))
      const inputs: { toldStamp: number } = peer.inputs
      inputs.toldStamp += offSubTicks
      return isEpoch
    }
  }
}

describe.each(['ordered', 'datagram'] as const)(
  "A4 players' times far off the room's, %s",
  (kind) => {
    test.each(['packed', 'tables'] as const)(
      'end no connection, and both ends hold the same states, %s',
      (coding) => {
        const sim = new Simulation(codings[coding], { kind })
        const random = new Random(5)
        const join = () =>
          sim.join({
            frameHz: 20,
            conditions: { up: { latencyMs: 20 }, down: { latencyMs: 20, loss: 0.05 } },
            script: ({ input }, timeMs) => {
              input.right = Math.floor(timeMs / 700) % 2 === 0
              input.fire = random.next() < 0.05
            },
          })
        for (let n = 0; n < 3; n++) join()
        sim.run(1000)
        derange(sim, random)
        const told = keepTold(sim)
        let compared = 0
        for (let at = 0; at < 30_000; at += 100) {
          if (at === 20_000) join()
          sim.run(100)
          compared += expectToldStates(sim, told)
        }
        expect(compared).toBeGreaterThan(5000)
        expect(sim.clients.map(({ session }) => session.state)).toEqual(Array(4).fill('open'))
        expect(Object.values(sim.room.stats.closed).reduce((sum, count) => sum + count)).toBe(0)
      },
    )
  },
)
