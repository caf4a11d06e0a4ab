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
import { Simulation } from '../src/testing/simulation.ts'
import { FAR, far } from './spawns/far.ts'
import { throwing, throwingRoom } from './spawns/throwing.ts'

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

  test('has no state of the server for an inspector, and none from before it was spawned', () => {
    const { sim, session } = far()
    session.input.fire = true
    sim.run(100)
    const inspector = new Inspector(session)
    const [ball] = session.entities('ball')
    expect(inspector.look(ball!)).toMatchObject({ server: null, unanswered: 0 })
    const { prediction } = insides.get(session)!()!
    const ghost = prediction.entities.find(({ isGhost }) => isGhost)!
    expect(inspector.look(ball!)!.count).toBeGreaterThan(2)
    // A correction makes it begin with the newest input. What was predicted before no longer counts.
    ghost.spawn(ghost.state, ghost.seed, prediction.newest)
    expect(inspector.look(ball!)!.count).toBe(1)
    sim.run(500)
    expect(inspector.look(ball!)).toMatchObject({ server: { vx: ball!.vx } })
  })

  test('is the oldest one that is not yet bound, if the server takes a press later than predicted', () => {
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
    expect(prediction.own.claim(89, 1, kind, early, newest).isUnknown).toBe(true)
    expect(first!.states.since).toBe(first!.spawnedAt)
    expect(prediction.own.claim(90, 1, kind, late, newest)).toBe(first)
    // What was predicted with other random numbers no longer counts.
    expect(first!.states.since).toBe(newest)
    expect(prediction.own.claim(91, 1, kind, seed, newest)).toBe(second)
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
    const known = own.own.claim(0, 1, thrower!, 0, 0)
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
    own.own.claim(1, 1, ball!, 0, 10).beginWhole(1)
    own.reconcile(0)
    expect(known.state['x']).toBe(x)
  })
})

test('an entity that was given away and back moves alike on both ends, random numbers included', () => {
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
  const syncTest = new SyncTest()
  const { session } = sim.join({ conditions: FAR, syncTest })
  sim.run(1000)
  session.input.fire = true
  sim.run(500)
  const { world } = sim.room
  const [mote] = world.entities('mote')
  for (let n = 0; n < 20; n++) {
    world.give(mote!, null)
    world.give(mote!, world.players[0]!)
    sim.run(103)
    session.input.fire = n === 10
  }
  const { corrections } = session.stats
  sim.run(1000)
  expect(session.entities('mote').length).toBe(2)
  expect(session.stats.corrections).toBe(corrections)
  expect(syncTest.mismatches).toBe(0)
})

test('what is spawned while the player is away is shown once when the player is back', () => {
  const game = defineGame({
    name: 'drips',
    stepHz: 60,
    input: {},
    entities: { tap: { steps: int({ max: 29 }) }, drop: { x: number() } },
    move: {
      tap(tap, _input, ctx) {
        tap.steps = (tap.steps + 1) % 30
        if (tap.steps === 0) ctx.spawn('drop')
      },
      drop() {},
    },
  })
  const room = defineRoom(game, { join: (world, player) => world.spawn('tap', player) })
  const sim = new Simulation(room, { resumeMs: 9000 })
  const client = sim.join({ conditions: FAR, reopens: true })
  sim.run(2000)
  const drops = () => sim.room.world.entities('drop').map(({ id }) => id)
  const shown = () => client.session.entities('drop').map(({ id }) => id)
  const before = drops().length
  expect(before).toBeGreaterThan(1)
  client.cut(4000)
  sim.run(3500)
  expect(drops().length).toBeGreaterThan(before + 2)
  sim.run(3000)
  expect(client.session.state).toBe('open')
  // The newest may still be on its way.
  const confirmed = shown().filter((id) => id > 0)
  expect(confirmed).toEqual(drops().slice(0, confirmed.length))
  expect(drops().length - confirmed.length).toBeLessThan(2)
  expect(shown().length - drops().length).toBeLessThan(2)
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

test('states that were used for a ghost do not show in the next entity', () => {
  const game = defineGame({
    name: 'guns',
    stepHz: 60,
    input: { fire: press() },
    entities: { gun: { x: number(), isStunned: flag() }, ball: { x: number() } },
    move: {
      gun(gun, { fire }, ctx) {
        if (fire && !gun.isStunned) ctx.spawn('ball', { x: 100 })
      },
      ball(ball) {
        ball.x++
      },
    },
  })
  const room = defineRoom(game, { join: (world, player) => world.spawn('gun', player) })
  const sim = new Simulation(room)
  const { session } = sim.join({ conditions: FAR })
  sim.run(2000)
  const { world } = sim.room
  world.entities('gun')[0]!.isStunned = true
  session.input.fire = true
  sim.run(2000)
  expect(session.entities('ball')).toEqual([])
  world.spawn('ball', world.players[0]!, { x: 50 })
  let n = 0
  while (session.entities('ball').length === 0 && n++ < 100) sim.run(1000 / 60)
  sim.run(1000 / 60)
  const { states, state } = insides.get(session)!()!.prediction.entities[1]!
  expect(states.offsetUnits).toBe(0)
  expect(Math.abs(session.entities('ball')[0]!.x - (state['x'] as number))).toBeLessThan(2)
})
