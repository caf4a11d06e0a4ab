import { defineGame, flag, number } from 'glissade'
import { defineRoom } from 'glissade/server'
import { describe, expect, test } from 'vitest'
import { SyncTest } from '../src/client/prediction/sync-test.ts'
import { presets } from '../src/link/presets.ts'
import { Simulation } from '../src/testing/simulation.ts'
import { FAR, far } from './spawns/far.ts'
import { throwBalls } from './spawns/run.ts'
import { throwing, throwingRoom } from './spawns/throwing.ts'

const FRAME_MS = 1000 / 60

describe('an entity that `move` spawns', () => {
  test.each([false, true])('appears at once, once, and becomes the server’s (%s)', (isTogether) => {
    const { sim, session } = far(isTogether)
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

  test('passes the sync test: it gets the same random numbers when a step runs again', () => {
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

describe('in random runs', () => {
  const networks = Object.entries({ FAR, log: presets.log, wifi: presets.wifi })

  test.each(networks)(
    'nothing is corrected, and no ball is a ghost, where nobody interferes (%s)',
    (_, conditions) => {
      let agreed = 0
      for (let seed = 1; seed <= 6; seed++) {
        const run = throwBalls({ seed, conditions, kind: 'ordered', mayHarm: false })
        expect(run.spawned).toBeGreaterThan(2)
        expect(run).toMatchObject({ shown: run.spawned, ghosts: 0, twice: 0, corrections: 0 })
        expect(run).toMatchObject({ heard: run.raised, undone: 0 })
        agreed += run.agreed
      }
      expect(agreed).toBeGreaterThan(60)
    },
  )

  test.each(networks)(
    'each event that never happened is taken back, with stuns, deaths and hits (%s)',
    (_, conditions) => {
      const sums = { ghosts: 0, twice: 0, spawned: 0 }
      for (let seed = 1; seed <= 16; seed++) {
        const kind = seed % 2 === 0 ? 'ordered' : 'datagram'
        const run = throwBalls({ seed, conditions, kind, isTogether: seed % 4 > 1 })
        expect(run.heard - run.undone, `seed ${seed}`).toBe(run.raised)
        expect(run.shown - run.ghosts, `seed ${seed}`).toBeLessThanOrEqual(run.spawned)
        sums.ghosts += run.ghosts
        sums.twice += run.twice
        sums.spawned += run.spawned
      }
      expect(sums.ghosts).toBeGreaterThan(2)
      // A correction drops a ball, and then the room lets the player throw after all.
      expect(sums.twice).toBeLessThan(0.05 * sums.spawned)
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
