import { defineGame, flag, gameEvents, int } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { authorityOf } from './support/authority.ts'
import { STANDSTILLS, standStill } from './support/standstill.ts'

/** Each shot's number is its input's: the same on both sides. */
interface Shot {
  ms: number
}

/** Fires all the time while the key is down; the room stuns everybody now and then, which nobody can predict. */
function arena(
  authority: 'input' | 'tick',
  more: { din?: number; budget?: { bytesPerSecond: number } } = {},
) {
  const fired: number[] = []
  const { din = 0, ...rest } = more
  const room = defineRoom(
    defineGame({
      name: 'stun',
      stepHz: 60,
      authority: authorityOf(authority),
      input: { fire: flag() },
      entities: {
        man: { stun: int({ max: 60 }), cool: int({ max: 60 }) },
      },
      events: gameEvents({ shot: { ms: int({ max: 0x7fffff00 }) }, din: { n: int({ max: 999 }) } }),
      move: {
        man(man, { fire }, ctx) {
          if (man.stun > 0) man.stun--
          else if (man.cool > 0) man.cool--
          else if (fire) {
            man.cool = 5
            ctx.emit('shot', { ms: Math.round(ctx.timeMs) })
          }
        },
      },
    }),
    {
      ...rest,
      join: (world, player) => world.spawn('man', player),
      on: { shot: (_world, { ms }) => fired.push(ms) },
      update(world, { tick }) {
        if (tick % 100 === 0) for (const man of world.entities('man')) man.stun = 30
        if (tick % 600 < 60) for (let n = 0; n < din; n++) world.emit('din', { n })
      },
    },
  )
  return { room, fired }
}

type Arena = ReturnType<typeof arena>

/** Listens as a page does that takes back what did not happen. */
function listening(session: Simulation<Arena['room']>['clients'][number]['session']) {
  const heard: Shot[] = []
  const undone: Shot[] = []
  let inFrame = false
  const outside: Shot[] = []
  const frame = session.frame.bind(session)
  session.frame = (nowMs) => {
    inFrame = true
    frame(nowMs)
    inFrame = false
  }
  const undo = session.on(
    'shot',
    (shot) => {
      heard.push(shot)
      if (!inFrame) outside.push(shot)
    },
    {
      undone(shot, by) {
        expect(by).toBe(session.playerId)
        undone.push(shot)
        if (!inFrame) outside.push(shot)
      },
    },
  )
  const net = () => heard.filter((shot) => !undone.includes(shot)).map(({ ms }) => ms)
  return { heard, undone, outside, net, undo }
}

const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b)
const way = (latencyMs: number, loss = 0) => ({ latencyMs, jitterMs: latencyMs / 4, loss })

const cases = (['ordered', 'datagram'] as const).flatMap((kind) =>
  (['input', 'tick'] as const).map((authority) => ({ kind, authority })),
)

describe.each(cases)(
  'own events on $kind links with authority $authority',
  ({ kind, authority }) => {
    test.each([20, 75, 150])(
      'what is heard and not taken back is what the server raised, %d ms away',
      (ms) => {
        const { room, fired } = arena(authority)
        const sim = new Simulation(room, { kind })
        const { session } = sim.join({
          conditions: { up: { latencyMs: ms }, down: { latencyMs: ms } },
        })
        sim.run(3000)
        const { heard, undone, outside, net } = listening(session)
        session.input.fire = true
        sim.run(20_000)
        session.input.fire = false
        sim.run(2000)
        expect(fired.length).toBeGreaterThan(100)
        expect(undone.length).toBeGreaterThan(2)
        expect(sorted(net())).toEqual(sorted(fired))
        // The very objects, each once; and nothing of it outside of frames.
        for (const shot of undone) expect(heard).toContain(shot)
        expect(new Set(undone).size).toBe(undone.length)
        expect(outside).toEqual([])
      },
    )

    test('the same on a path that loses, and holds up', () => {
      const { room, fired } = arena(authority)
      const sim = new Simulation(room, { kind })
      const lossy = { up: way(60, 0.1), down: way(60, 0.1) }
      const { session } = sim.join({ conditions: lossy })
      sim.run(3000)
      const { heard, undone, net } = listening(session)
      session.input.fire = true
      sim.run(20_000)
      session.input.fire = false
      sim.run(3000)
      expect(undone.length).toBeGreaterThan(2)
      for (const shot of undone) expect(heard).toContain(shot)
      // A stamp may be another one, where the own time was moved on: the count is not.
      expect(net().length).toBe(fired.length)
    })

    test('what is merely delayed for want of room is not taken back', () => {
      const { room, fired } = arena(authority, { din: 12, budget: { bytesPerSecond: 5000 } })
      const sim = new Simulation(room, { kind })
      const { session } = sim.join({ conditions: { up: way(40), down: way(40) } })
      sim.run(3000)
      const { undone } = listening(session)
      session.input.fire = true
      sim.run(20_000)
      expect(sim.room.stats.viewsCoded).toBeGreaterThan(30)
      expect(undone.length).toBeGreaterThan(0)
      const happened = new Set(fired)
      expect(undone.filter(({ ms }) => happened.has(ms))).toEqual([])
    })

    test('nor what a body of 255 events has no place for', () => {
      const { room, fired } = arena(authority, { din: 100 })
      const sim = new Simulation(room, { kind })
      const { session } = sim.join({ conditions: { up: way(40), down: way(40) } })
      sim.run(3000)
      const { undone } = listening(session)
      session.input.fire = true
      sim.run(5000)
      expect(sim.room.stats.eventsDropped).toBeGreaterThan(0)
      const happened = new Set(fired)
      expect(undone.filter(({ ms }) => happened.has(ms))).toEqual([])
    })

    test('what was not confirmed when the connection broke is taken back with the next one', () => {
      const { room, fired } = arena(authority)
      const sim = new Simulation(room, { kind })
      const client = sim.join({ conditions: { up: way(40), down: way(40) }, reopens: true })
      const { session } = client
      sim.run(3000)
      const { heard, undone } = listening(session)
      session.input.fire = true
      client.network.conditions = { up: { loss: 1 }, down: { loss: 1 } }
      sim.run(500)
      client.cut(1000)
      expect(undone).toEqual([])
      // Those of the next connection are no matter here: its first inputs may get other moments than they were predicted for.
      const before = [...heard]
      client.network.conditions = { up: way(40), down: way(40) }
      sim.run(3000)
      expect(session.stats.reconnects).toBe(1)
      expect(undone.length).toBeGreaterThan(2)
      const happened = new Set(fired)
      const stand = before.filter((shot) => !undone.includes(shot))
      expect(stand.filter(({ ms }) => !happened.has(ms))).toEqual([])
    })

    test('without prediction every own event is one of the server, heard when it is on display', () => {
      const { room, fired } = arena(authority)
      const sim = new Simulation(room, { kind })
      const { session } = sim.join({ conditions: { up: way(40), down: way(40) } })
      session.techniques.predict = false
      sim.run(3000)
      const { undone, heard } = listening(session)
      session.input.fire = true
      sim.run(5000)
      session.input.fire = false
      sim.run(1000)
      expect(undone).toEqual([])
      expect(sorted(heard.map(({ ms }) => ms))).toEqual(sorted(fired))
    })

    test.each(STANDSTILLS)('after a gap nothing that happened is taken back: %s', (how) => {
      const { room, fired } = arena(authority)
      const sim = new Simulation(room, { kind })
      const client = sim.join({ conditions: { up: way(40), down: way(40) } })
      sim.run(3000)
      const { undone } = listening(client.session)
      client.session.input.fire = true
      for (const stallMs of [300, 3000, 9000]) {
        sim.run(2000)
        standStill(client, stallMs, how)
        sim.run(stallMs)
      }
      sim.run(2000)
      expect(client.session.state).toBe('open')
      const happened = new Set(fired)
      expect(undone.filter(({ ms }) => happened.has(ms))).toEqual([])
    })
  },
)

test('the undo of a listener removes what takes back as well', () => {
  const { room } = arena('input')
  const sim = new Simulation(room)
  const { session } = sim.join({ conditions: { up: way(75), down: way(75) } })
  sim.run(3000)
  const { undo, heard, undone } = listening(session)
  session.input.fire = true
  sim.run(5000)
  expect(undone.length).toBeGreaterThan(2)
  const before = [heard.length, undone.length]
  undo()
  sim.run(5000)
  expect([heard.length, undone.length]).toEqual(before)
})

test('where nobody takes back, one that the server raises a little later is not heard twice', () => {
  const { room, fired } = arena('tick')
  const sim = new Simulation(room)
  const near = { up: { latencyMs: 20 }, down: { latencyMs: 20 } }
  const client = sim.join({ conditions: near })
  const { session } = client
  sim.run(3000)
  let heard = 0
  session.on('shot', () => heard++)
  // The only step with the key down comes too late for its tick, and the next ones are still under way.
  client.network.conditions = { up: { latencyMs: 200 }, down: { latencyMs: 20 } }
  session.input.fire = true
  sim.run(120)
  session.input.fire = false
  client.network.conditions = near
  sim.run(2000)
  expect(heard).toBeGreaterThanOrEqual(fired.length)
  expect(heard).toBeLessThanOrEqual(2)
})
