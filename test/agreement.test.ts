import { presets } from 'glissade/client'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { coreOf } from '../src/server/room.ts'
import { dots } from './support/dots.ts'
import { everyEnd, runner } from './support/runner.ts'

type Client = SimulatedClient<(typeof runner)['game']>

/** Runs to and fro and fires now and then, until a minute has passed. */
const scripted = (phase: number): ((session: Client['session'], timeMs: number) => void) => {
  let fired = 0
  return ({ input }, timeMs) => {
    const plays = timeMs < 60_000
    const beat = Math.floor(timeMs / 370) + phase
    input.right = plays && beat % 3 !== 0
    input.left = plays && beat % 5 === 0
    if (plays && beat % 11 === 0 && beat !== fired) {
      input.fire = true
      fired = beat
    }
  }
}

/** What each session showed of the clock, frame by frame. */
const ticksSeen = new WeakMap<Client['session'], number[]>()

function watched({ session }: Client): void {
  const seen: number[] = []
  ticksSeen.set(session, seen)
  session.onFrame(() => {
    const [clock] = session.entities('clock')
    if (clock) seen.push(clock.ticks)
  })
}

function play(kind: 'ordered' | 'datagram', ms: number, seed = 23): Simulation<typeof runner> {
  const sim = new Simulation(runner, { kind, seed: 7 })
  for (let n = 0; n < 3; n++)
    watched(
      sim.join({
        script: scripted(n),
        conditions: presets.log,
        profile: { name: `Nr ${n}` },
        // Of these networks none stands still for so long that the room goes on without.
        seed: seed + n,
      }),
    )
  return sim.run(ms)
}

describe.each(['ordered', 'datagram'] as const)(
  'a minute of play under 200 ms and 15 %% loss, %s',
  (kind) => {
    const sim = play(kind, 66_000)

    test('A2 A4 A7 all ends agree on every field to the last bit once the keys are up', () => {
      for (const what of ['body', 'ball'] as const) {
        const [server, ...clients] = everyEnd(sim, what)
        expect(server!.length).toBeGreaterThan(50)
        for (const client of clients) expect(client).toBe(server)
      }
    })

    test('the clock, which never rests, is one at every end, and nobody sees it run back', () => {
      const truth = sim.room.world.entities('clock')
      expect(truth.length).toBe(1)
      for (const { session } of sim.clients) {
        const [clock, ...others] = session.entities('clock')
        expect([clock!.id, clock!.owner, others]).toEqual([truth[0]!.id, null, []])
        const seen = ticksSeen.get(session)!
        expect(seen.length).toBeGreaterThan(3_000)
        expect(seen).toEqual([...seen].sort((a, b) => a - b))
        expect(seen.at(-1)! - seen[0]!).toBeGreaterThan(1_900)
        expect(seen.at(-1)).toBeLessThanOrEqual(truth[0]!.ticks)
      }
    })

    test('A1 A4 A7 A10 the own player is predicted without a single correction', () => {
      for (const { session } of sim.clients) {
        expect(session.stats.corrections).toBe(0)
        expect(session.stats.replayedSteps).toBe(0)
        expect(session.stats.rebases).toBeLessThan(20)
      }
      expect(sim.room.stats.inputsDropped).toBe(0)
      expect(sim.room.stats.inputsApplied).toBeGreaterThan(5_000)
    })

    test('the same run again gives the same hash of everything shown, another seed another', () => {
      const [one, again, other] = [23, 23, 50].map((seed) => play(kind, 15_000, seed).hash)
      expect(again).toBe(one)
      expect(other).not.toBe(one)
    })

    test('everybody is alive to the end and nobody is refused', () => {
      expect(sim.room.players.length).toBe(3)
      for (const { session } of sim.clients) expect(session.state).toBe('open')
    })

    test('A4 what only its owner gets differs by what is under way, and by nothing once that has come', () => {
      const underWay = () =>
        sim.clients.map(({ session }) => {
          const mine = session.entities('body').find((body) => body.mine)!
          const { steps } = sim.room.world.get(mine.id) as unknown as { steps: number }
          expect(steps).toBe(coreOf(sim.room).peers.get(session.playerId)!.inputBuffer.applied)
          return mine.steps - steps
        })
      for (const steps of underWay()) {
        expect(steps).toBeGreaterThan(0)
        expect(steps).toBeLessThan(60)
      }
      for (const { network } of sim.clients) network.conditions = presets.none
      sim.run(1000)
      for (const client of sim.clients) client.stall(200)
      sim.run(200)
      expect(underWay()).toEqual([0, 0, 0])
    })
  },
)

test('A4 between the steps of the wire, the server and the owner agree to the last bit, and others on these steps', () => {
  const sim = new Simulation(dots, { seed: 5 })
  const clients = [0, 1].map((n) =>
    sim.join({
      conditions: presets.log,
      seed: 31 + n,
      script({ input }, timeMs) {
        input.right = timeMs < 3000 && timeMs % (700 + 300 * n) < 400
        input.down = timeMs < 3000 && timeMs % (900 - 200 * n) < 300
      },
    }),
  )
  sim.run(8000)
  const truth = sim.room.world.entities('dot')
  expect(truth.length).toBe(2)
  // Not on the grid of the wire, so there is something to see.
  expect(truth.some(({ x }) => x * 64 !== Math.round(x * 64))).toBe(true)
  for (const { session } of clients)
    for (const { id, owner, x, y } of truth) {
      const shown = session.entities('dot').find((dot) => dot.id === id)!
      if (owner === session.playerId) expect([shown.x, shown.y]).toEqual([x, y])
      else expect([shown.x, shown.y]).toEqual([Math.round(x * 64) / 64, Math.round(y * 64) / 64])
    }
})
