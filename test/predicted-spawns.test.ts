import { defineGame, flag, int, number, press } from 'glissade'
import { Inspector } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { describe, expect, test } from 'vitest'
import { insides } from '../src/client/inside.ts'
import { emptySessionStats } from '../src/client/page/stats.ts'
import { Views } from '../src/client/page/view.ts'
import { Prediction } from '../src/client/prediction/predict.ts'
import { SyncTest } from '../src/client/prediction/sync-test.ts'
import { spawnedBy } from '../src/game/spawned.ts'
import type { Conditions } from '../src/link/impairment.ts'
import { presets } from '../src/link/presets.ts'
import { Simulation } from '../src/testing/simulation.ts'
import { throwBalls } from './spawns/run.ts'
import { throwing, throwingRoom } from './spawns/throwing.ts'

const FAR: Conditions = { up: { latencyMs: 200 }, down: { latencyMs: 200 } }
const FRAME_MS = 1000 / 60

/** A game whose players throw balls, on a slow but clean network. */
function far(options: { mayHarm?: boolean; isTogether?: boolean } = {}) {
  const game = throwing(options.isTogether ?? false)
  const sim = new Simulation(throwingRoom(game, 1, options.mayHarm ?? false))
  const { session } = sim.join({ conditions: FAR })
  sim.run(2000)
  return { sim, session }
}

describe('an entity that `move` spawns', () => {
  test.each([false, true])('appears at once, once, and becomes the server’s (%s)', (isTogether) => {
    const { sim, session } = far({ isTogether })
    const entered: object[] = []
    const left: object[] = []
    session.onEnter('ball', (view) => entered.push(view))
    session.onLeave('ball', (view) => left.push(view))
    session.input.fire = true
    let frames = 0
    for (; entered.length === 0 && frames < 10; frames++) sim.run(FRAME_MS)
    // A step and two frames.
    expect(frames).toBeLessThanOrEqual(3)
    const [ball] = session.entities('ball')
    const { id } = ball!
    expect(entered).toEqual([ball])
    expect(id).toBeLessThan(0)
    expect(ball).toMatchObject({ kind: 'ball', owner: session.playerId, mine: true })
    expect(ball!.x).toBeGreaterThan(100)
    sim.run(500)
    const [real] = sim.room.world.entities('ball')
    expect(session.entities('ball')).toEqual([ball])
    expect(session.entities('ball')[0]).toBe(ball)
    expect(ball!.id).toBe(real!.id)
    expect(ball!.age).toBeGreaterThan(20)
    expect(session.stats.corrections).toBe(0)
    sim.run(2000)
    expect(entered.length).toBe(1)
    expect(left).toEqual([ball])
  })

  test('leaves when the server has applied the input and not spawned it, and its events are taken back', () => {
    const { sim, session } = far()
    const events: string[] = []
    for (const event of ['throw', 'bounce'] as const)
      session.on(event, () => events.push(event), { undone: () => events.push(`${event} undone`) })
    sim.room.world.entities('thrower')[0]!.stun = 60
    session.input.fire = true
    sim.run(100)
    const [ball] = session.entities('ball')
    expect(ball!.id).toBeLessThan(0)
    const left: object[] = []
    session.onLeave('ball', (view) => left.push(view))
    sim.run(400)
    expect(left).toEqual([ball])
    expect(session.entities('ball')).toEqual([])
    expect(events).toEqual(['throw', 'throw undone'])
    expect(sim.room.world.entities('ball')).toEqual([])
  })

  test('is seen by others, also by those who come while it is in the air', () => {
    const { sim, session } = far()
    const other = sim.join({ conditions: presets.lan }).session
    sim.run(1000)
    session.input.fire = true
    sim.run(500)
    expect(other.entities('ball').length).toBe(1)
    const late = sim.join({ conditions: presets.lan }).session
    sim.run(300)
    expect(late.entities('ball').length).toBe(1)
    expect(late.entities('ball')[0]!.mine).toBe(false)
    sim.run(2000)
    expect(other.entities('ball')).toEqual([])
  })

  test('goes on when the player comes back on another connection', () => {
    const game = throwing(false)
    const sim = new Simulation(throwingRoom(game, 1, false), { resumeMs: 5000 })
    const client = sim.join({ conditions: presets.lan, reopens: true })
    sim.run(1000)
    client.session.input.fire = true
    sim.run(100)
    client.cut(50)
    sim.run(400)
    const [real] = sim.room.world.entities('ball')
    expect(client.session.state).toBe('open')
    expect(client.session.entities('ball').map(({ id }) => id)).toEqual([real!.id])
    sim.run(100)
    client.session.input.fire = true
    sim.run(100)
    expect(client.session.entities('ball').length).toBe(2)
    expect(client.session.stats.corrections).toBe(0)
  })

  test('belongs to the room if the room drives the one that spawns it', () => {
    const game = throwing(false)
    const room = defineRoom(game, {
      open: (world) => world.spawn('thrower', null, { x: 200 }),
      update(world, { tick }) {
        for (const bot of world.entities('thrower'))
          if (bot.owner === null) world.drive(bot, { fire: tick === 70 })
        for (const ball of world.entities('ball')) world.drive(ball, {})
      },
    })
    const sim = new Simulation(room)
    const { session } = sim.join()
    sim.run(1500)
    const [ball] = sim.room.world.entities('ball')
    expect(ball).toMatchObject({ owner: null })
    expect(ball!.age).toBeGreaterThan(10)
    expect(session.entities('ball').length).toBe(1)
  })

  test('passes the sync test: its chance depends on the same numbers when a step is run again', () => {
    const syncTest = new SyncTest()
    const sim = new Simulation(throwingRoom(throwing(false), 1, false))
    const { session } = sim.join({ conditions: presets.log, syncTest })
    session.input.hold = true
    sim.run(3000)
    expect(session.entities('ball').length).toBeGreaterThan(3)
    expect(syncTest.replayedSteps).toBeGreaterThan(1000)
    expect(syncTest.mismatches).toBe(0)
  })

  test('is not spawned here while prediction is off', () => {
    const { sim, session } = far()
    session.techniques.predict = false
    const entered: number[] = []
    session.onEnter('ball', ({ id }) => entered.push(id))
    session.input.fire = true
    sim.run(300)
    expect(entered).toEqual([])
    sim.run(300)
    const ids = sim.room.world.entities('ball').map(({ id }) => id)
    expect(ids.length).toBe(1)
    expect(entered).toEqual(ids)
  })
})

describe('a ghost', () => {
  test('is not held on display when the connection breaks before it is confirmed', () => {
    const game = throwing(false)
    const sim = new Simulation(throwingRoom(game, 1, false), { resumeMs: 5000 })
    const oneWay = { latencyMs: 60 }
    const client = sim.join({ conditions: { up: oneWay, down: oneWay }, reopens: true })
    const { session } = client
    sim.run(2000)
    session.input.fire = true
    let most = 0
    session.onFrame(() => {
      most = Math.max(most, session.entities('ball').length)
    })
    sim.run(90)
    expect(session.entities('ball')[0]!.id).toBeLessThan(0)
    expect(sim.room.world.entities('ball').length).toBe(1)
    client.cut(10)
    sim.run(400)
    expect(session.state).toBe('open')
    expect(session.entities('ball')[0]!.id).toBeGreaterThan(0)
    expect(most).toBe(1)
  })

  test('stays where it is on display until the next frame, whatever a snapshot says', () => {
    const { sim, session } = far()
    session.input.fire = true
    sim.run(200)
    const [ball] = session.entities('ball')
    const shown = { ...ball! }
    const { prediction } = insides.get(session)!()!
    prediction.entities[0]!.row[prediction.entities[0]!.offset]! += 40
    prediction.reconcile(0.5)
    expect(session.stats.corrections).toBe(1)
    expect(ball).toEqual(shown)
  })

  test('has no state of the server for an inspector', () => {
    const { sim, session } = far()
    session.input.fire = true
    sim.run(100)
    const inspector = new Inspector(session)
    const [ball] = session.entities('ball')
    expect(inspector.look(ball!)).toMatchObject({ server: null })
    sim.run(500)
    expect(inspector.look(ball!)).toMatchObject({ server: { vx: ball!.vx } })
  })

  test('is the oldest that no input has claimed, if the server takes a press later than predicted', () => {
    const { sim, session } = far()
    const { prediction } = insides.get(session)!()!
    for (const _ of [1, 2]) {
      session.input.fire = true
      sim.run(160)
    }
    const [first, second] = prediction.entities.filter(({ isGhost }) => isGhost)
    const early = spawnedBy(first!.spawnedAt - 1, 0)
    const late = spawnedBy(second!.spawnedAt - 3, 0)
    const { kind, seed } = second!
    const { newest } = prediction
    expect(prediction.own.name(89, 1, kind, early, newest).isUnknown).toBe(true)
    expect(prediction.own.name(90, 1, kind, late, newest)).toBe(first)
    expect(prediction.own.name(91, 1, kind, seed, newest)).toBe(second)
    expect(first!.view.object['id']).toBe((1 << 16) | 90)
  })
})

describe('while what is shown is not the server’s', () => {
  test('a new entity changes nothing of another that is not reconciled', () => {
    const { sim, session } = far()
    session.techniques.reconcile = false
    const thrower = sim.room.world.entities('thrower')[0]!
    thrower.x = 700
    sim.run(1000)
    const before = session.entities('thrower')[0]!.x
    sim.room.world.spawn('ball', sim.room.world.players[0]!, { y: 100 })
    sim.run(1000)
    const after = session.entities('thrower')[0]!.x
    expect(session.entities('ball').length).toBe(0)
    expect(after - before).toBeCloseTo(60, 0)
  })

  test('a new entity changes nothing of another during a gap in the inputs', () => {
    const game = throwing(true)
    const [thrower, ball] = game.kinds
    const techniques = { predict: true, reconcile: true, interpolate: true, foresee: true }
    const own = new Prediction(game, 1, 0, {
      views: new Views(game),
      stats: emptySessionStats(),
      techniques,
    })
    const known = own.own.name(0, 1, thrower!, 0, 0)
    known.beginWhole(0)
    own.reconcile(0)
    known.isNew = false
    for (let n = 0; n < 12; n++) own.step()
    // The server has received inputs up to 8 and gone on to 10 without the next ones. It has the thrower elsewhere.
    known.beginWhole(1)
    known.row[known.offset] = 4000
    own.receive(8, 10)
    own.acknowledge(10, null, false)
    const x = known.state['x']
    own.own.name(1, 1, ball!, 0, 10).beginWhole(1)
    own.reconcile(0)
    expect(known.state['x']).toBe(x)
  })
})

test('what was given away and back is moved alike on both ends, chance included', () => {
  const game = defineGame({
    name: 'motes',
    stepHz: 60,
    input: { fire: press() },
    entities: { lamp: { x: number() }, mote: { x: number({ step: 1 / 64 }) } },
    move: {
      lamp(_lamp, { fire }, ctx) {
        if (fire) ctx.spawn('mote')
      },
      mote(mote, _input, ctx) {
        mote.x = ctx.random()
      },
    },
  })
  const room = defineRoom(game, { join: (world, player) => world.spawn('lamp', player) })
  const sim = new Simulation(room)
  const { session } = sim.join({ conditions: presets.lan })
  sim.run(1000)
  session.input.fire = true
  sim.run(500)
  const { world } = sim.room
  const [mote] = world.entities('mote')
  world.give(mote!, null)
  world.give(mote!, world.players[0]!)
  sim.run(500)
  const { corrections } = session.stats
  sim.run(1000)
  expect(session.entities('mote').length).toBe(1)
  expect(session.stats.corrections).toBe(corrections)
})

test('an input spawns at most 16 entities, and what it spawns may spawn too', () => {
  const game = defineGame({
    name: 'bursts',
    stepHz: 60,
    input: { fire: press() },
    entities: {
      gun: { x: number() },
      shell: { n: int({ max: 99 }), steps: int({ max: 9 }) },
      spark: { n: int({ max: 99 }) },
    },
    move: {
      gun(_gun, { fire }, ctx) {
        if (fire) for (let n = 0; n < 20; n++) ctx.spawn('shell', { n })
      },
      shell(shell, _input, ctx) {
        shell.steps = Math.min(shell.steps + 1, 9)
        if (shell.steps === 5 && shell.n < 3) ctx.spawn('spark', { n: shell.n })
      },
      spark() {},
    },
  })
  const room = defineRoom(game, { join: (world, player) => world.spawn('gun', player) })
  const sim = new Simulation(room)
  const { session } = sim.join({ conditions: FAR })
  sim.run(2000)
  session.input.fire = true
  sim.run(200)
  const numbers = (kind: 'shell' | 'spark') => session.entities(kind).map(({ n }) => n)
  const ghosts = { shell: numbers('shell'), spark: numbers('spark') }
  expect(ghosts).toEqual({ shell: Array.from({ length: 16 }, (_, n) => n), spark: [0, 1, 2] })
  sim.run(1000)
  expect({ shell: numbers('shell'), spark: numbers('spark') }).toEqual(ghosts)
  expect(session.entities('shell').every(({ id }) => id > 0)).toBe(true)
  expect(session.stats.corrections).toBe(0)
  expect(sim.room.world.entities('shell').length).toBe(16)
})

test('with `interest`, a room sees what a player has just spawned as that player does', () => {
  const game = throwing(false)
  const seen: (boolean | undefined)[] = []
  const room = defineRoom(game, {
    open: (world) => world.seenBy(null),
    join: (world, player) => world.spawn('thrower', player, { x: 100 }),
    interest: {
      at: { thrower: ({ x }) => ({ x, y: 0 }), ball: ({ x, y }) => ({ x, y }) },
      from: () => ({ x: 0, y: 0 }),
      radius: 500,
    },
    on: {
      throw(world, _data, by) {
        const [ball] = world.entities('ball')
        seen.push(world.seenBy(by).get(ball!.id) !== undefined)
      },
    },
  })
  const sim = new Simulation(room)
  const { session } = sim.join({ conditions: FAR })
  sim.run(2000)
  session.input.fire = true
  sim.run(500)
  expect(seen).toEqual([true])
})

describe('in random runs', () => {
  const networks = Object.entries({ FAR, log: presets.log, wifi: presets.wifi })

  test.each(networks)(
    'nothing is corrected, and no ball is a ghost, where nobody interferes (%s)',
    (_, conditions) => {
      let agreed = 0
      for (let seed = 1; seed <= 6; seed++) {
        const run = throwBalls({ seed, conditions, kind: 'ordered', mayHarm: false })
        expect(run.spawned).toBeGreaterThan(2)
        expect(run).toMatchObject({ shown: run.spawned, ghosts: 0, corrections: 0 })
        expect(run).toMatchObject({ heard: run.raised, undone: 0 })
        agreed += run.agreed
      }
      expect(agreed).toBeGreaterThan(60)
    },
  )

  test.each(networks)(
    'each event that never happened is taken back, with stuns, deaths and hits (%s)',
    (_, conditions) => {
      let ghosts = 0
      for (let seed = 1; seed <= 40; seed++) {
        const kind = seed % 2 === 0 ? 'ordered' : 'datagram'
        const run = throwBalls({ seed, conditions, kind, isTogether: seed % 4 > 1 })
        expect(run.heard - run.undone, `seed ${seed}`).toBe(run.raised)
        expect(run.shown - run.ghosts, `seed ${seed}`).toBeLessThanOrEqual(run.spawned)
        ghosts += run.ghosts
      }
      expect(ghosts).toBeGreaterThan(5)
    },
  )
})

describe('`ctx.spawn` throws', () => {
  test.each([
    ['for an unknown kind', 'egg', undefined, 'spawn: the game has no move.egg'],
    ['for a kind without `move`', 'stone', undefined, 'spawn: the game has no move.stone'],
    ['for an unknown field', 'ball', { z: 1 }, "there is no field 'z'"],
  ])('%s', (_, kind, start, message) => {
    const game = defineGame({
      name: 'wrong',
      input: { right: flag() },
      entities: { thrower: { x: number() }, ball: { x: number() }, stone: { x: number() } },
      move: {
        thrower: (_self, _input, ctx) => ctx.spawn(kind as never, start as never),
        ball() {},
      },
    })
    const room = defineRoom(game, { join: (world, player) => world.spawn('thrower', player) })
    const errors: unknown[] = []
    const sim = new Simulation(room, { onError: (error) => errors.push(error) })
    const { session } = sim.join()
    sim.run(1000)
    expect(errors).toEqual([expect.objectContaining({ code: 'misuse' })])
    expect(String(errors[0])).toContain(message)
    expect(session.entities('ball')).toEqual([])
  })
})
