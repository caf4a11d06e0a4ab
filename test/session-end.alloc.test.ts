import { setImmediate as turn } from 'node:timers/promises'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { insides } from '../src/client/inside.ts'
import { march } from './support/marcher.ts'

const room = march('input')
type Client = SimulatedClient<typeof room.game>
type March = Simulation<typeof room>

/** The ways in which a session ends. */
const ENDINGS: Record<string, (client: Client, sim: March) => void> = {
  'the page closes it': ({ session }) => session.close(),
  'the room closes': (_, sim) => sim.room.close(),
  'the connection breaks': (client) => client.cut(),
  'the page closes it while it reconnects': (client, sim) => {
    client.cut(60_000)
    sim.run(1000)
    client.session.close()
  },
  'it gives up': (client, sim) => {
    client.cut(3_600_000)
    while (client.session.state !== 'closed' && sim.clock.nowMs() < 600_000) sim.run(1000)
  },
}

/** Plays with two clients, ends the session of one, and returns what must be collected then. Apart, so that no frame holds it. */
function ended(sim: March, end: (client: Client, sim: March) => void, reopens: boolean) {
  const way = { latencyMs: 50, jitterMs: 20, loss: 0.02 }
  const conditions = { up: way, down: way }
  sim.join({ reopens: true, conditions, script: ({ input }) => void (input.go = true) })
  const client = sim.join({ reopens, conditions, script: ({ input }) => void (input.go = true) })
  sim.run(2000)
  const [view] = client.session.entities('marcher')
  const inside = insides.get(client.session)!()!
  end(client, sim)
  // The timers that it has undone are forgotten when their time comes.
  sim.run(30_000)
  expect(client.session.state).toBe('closed')
  sim.clients.pop()
  const held = { session: client.session, view: view!, timeline: inside.timeline }
  const refs = Object.entries(held).map(([name, it]) => [name, new WeakRef(it)] as const)
  return { network: client.network, refs }
}

describe.each(['ordered', 'datagram'] as const)('over an %s link', (kind) => {
  test.each(Object.keys(ENDINGS))('nothing holds a session after its end: %s', async (name) => {
    const sim = new Simulation(room, { kind })
    const { network, refs } = ended(sim, ENDINGS[name]!, /reconnects|gives up/.test(name))
    // What a WeakRef has been made of, and what a promise has settled with, is held until the turn ends.
    await turn()
    global.gc!()
    expect(refs.filter(([, ref]) => ref.deref()).map(([what]) => what)).toEqual([])
    expect(sim.clients.length).toBe(1)
    expect(network.stats!.up.sent).toBeGreaterThan(20)
  })
})

/** Plays, moves the room and plays on. Returns what must be collected then. */
function played(): WeakRef<object>[] {
  const sim = new Simulation(room)
  const before = sim.room
  const { session } = sim.join({ reopens: true })
  sim.run(1000)
  sim.moveRoom()
  sim.run(1000)
  expect(session.stats.reconnects).toBe(1)
  return [sim, sim.room, before, session].map((one) => new WeakRef(one))
}

test('nothing holds rooms and sessions of a simulation that nobody runs any more', async () => {
  const refs = played()
  await turn()
  global.gc!()
  expect(refs.map((ref) => ref.deref())).toEqual([undefined, undefined, undefined, undefined])
})
