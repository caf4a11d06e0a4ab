import { defineGame, tables } from 'glissade'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { Random } from '../src/base/random.ts'
import { insides } from '../src/client/inside.ts'
import { HISTORY_TICKS } from '../src/wire/packets.ts'
import { runner } from './support/runner.ts'

const codings = {
  packed: runner,
  tables: defineGame({
    ...runner.definition,
    coding: tables(),
  }) as typeof runner,
}

/** Each player's own time is anywhere, up to 2^48 subticks off, whatever the room would make of it. */
function derange(sim: Simulation<typeof runner>, random: Random): void {
  for (const peer of sim.room.peerList) {
    const { keepTime } = peer
    let offSubTicks = 0
    peer.keepTime = (tick, nowMs) => {
      const isEpoch = keepTime.call(peer, tick, nowMs)
      if (random.next() < 0.2)
        offSubTicks = Math.round(random.between(-1, 1) * 2 ** random.between(0, 48))
      peer.stampNow += offSubTicks
      return isEpoch
    }
  }
}

/** By slot, for each network tick, oldest first: what everybody is told of the entity there. */
type Told = Map<number, { tick: number; id: number; state: number[] }[]>

/** Keeps all that a room tells from now on: its own histories forget what no client needs any more. */
function keepTold({ room }: Simulation<typeof runner>): Told {
  const told: Told = new Map()
  const { entities } = room
  const { gather } = entities
  entities.gather = (tick, ...rest) => {
    gather.call(entities, tick, ...rest)
    for (const entity of entities.slots) {
      if (!entity) continue
      const { slot, id, kind, row } = entity
      const states = told.get(slot) ?? []
      states.push({ tick, id, state: [...kind.schema.shared].map((column) => row[column]!) })
      told.set(slot, states.slice(-HISTORY_TICKS))
    }
  }
  return told
}

/** Holds every client to the states that it was told, of the newest snapshot that each has. Returns how many. */
function expectSameStates(sim: Simulation<typeof runner>, told: Told): number {
  let compared = 0
  for (const { session } of sim.clients) {
    const timeline = insides.get(session)?.()?.timeline
    for (const [slot, states] of told) {
      const held = timeline?.find(slot)
      const is = states.filter(({ tick }) => tick <= timeline!.newestTick).at(-1)
      if (!is || !held || held.id !== is.id || held.history.newestTick < 0) continue
      const { history } = held
      const at = history.find(timeline!.newestTick)
      const columns = held.kind.schema.shared
      expect([...columns].map((column) => history.rows[at + column])).toEqual(is.state)
      compared++
    }
  }
  return compared
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
          compared += expectSameStates(sim, told)
        }
        expect(compared).toBeGreaterThan(5000)
        expect(sim.clients.map(({ session }) => session.state)).toEqual(Array(4).fill('open'))
        expect(Object.values(sim.room.stats.closed).reduce((sum, count) => sum + count)).toBe(0)
      },
      60_000,
    )
  },
)
