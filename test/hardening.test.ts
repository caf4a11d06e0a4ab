import { defineGame, flag, gameEvents, int, number, own, press, text } from 'glissade'
import { Session } from 'glissade/client'
import { FixedDelay } from 'glissade/parts'
import { defineRoom, Lobby, type PlayerReceiver, Room } from 'glissade/server'
import { Simulation, VirtualClock } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { memoryPair } from '../src/link/memory.ts'
import { coreOf } from '../src/server/room.ts'
import { BitWriter } from '../src/wire/bits.ts'
import { writeReport } from '../src/wire/packets/packets.ts'
import { RawClient } from './support/raw-client.ts'
import { runner } from './support/runner.ts'

/** A game whose state depends on the player's own time, with things that only their owner may see. */
const clocked = defineRoom(
  defineGame({
    name: 'clocked',
    stepHz: 60,
    input: { go: flag(), shout: press() },
    entities: {
      hand: { ms: int({ max: 0x7fffff00 }), x: number({ max: 100_000 }) },
      bag: { gold: own(int({ max: 99 })), nick: text(8), weight: int({ max: 99 }) },
      spark: { x: int({ max: 99 }) },
    },
    events: gameEvents({
      welcome: { player: int({ max: 99 }) },
      shouted: { ms: int({ max: 0x7fffff00 }) },
    }),
    move: {
      hand(hand, input, ctx) {
        hand.ms = ctx.timeMs
        hand.x += +input.go
        if (input.shout) ctx.emit('shouted', { ms: ctx.timeMs })
      },
    },
  }),
  {
    join(world, player) {
      world.spawn('hand', player)
      world.spawn('bag', player, { gold: 3, nick: 'full', weight: 5 })
      world.emit('welcome', { player: player.id })
    },
  },
)

const path = (latencyMs: number) => ({ up: { latencyMs }, down: { latencyMs } })

test('B4 the own time is right for hours: 16-bit input ids go round and nothing is taken for new', () => {
  const sim = new Simulation(clocked)
  const { session } = sim.join({ conditions: path(80) })
  sim.run(10_000)
  const { corrections, rebases } = session.stats
  for (let minute = 0; minute < 45; minute++) {
    sim.run(60_000)
    expect(Math.abs(session.ownTimeMs - sim.clock.nowMs())).toBeLessThan(250)
    expect(session.stats.pace).toBeCloseTo(1, 1)
  }
  expect(session.stats.corrections).toBe(corrections)
  expect(session.stats.rebases).toBe(rebases)
  expect(sim.room.stats.rebases).toBe(rebases)
})

test('who never acknowledges messages is dropped, and nobody else notices', () => {
  const sim = new Simulation(runner)
  const honest = sim.join()
  sim.run(200)
  const raw = new RawClient(sim.rawLink()).hello()
  sim.run(200)
  const got: unknown[] = []
  honest.session.onMessage((message) => got.push(message))
  for (let i = 0; i < 1200; i++) {
    sim.room.world.broadcast(i)
    if (i % 10 === 0) raw.input({ messageAck: 0 })
    sim.run(20)
  }
  expect(raw.closing?.reason).toBe('too-slow')
  expect(sim.room.stats.closed['too-slow']).toBe(1)
  expect(got).toEqual(Array.from({ length: 1200 }, (_, i) => i))
})

test('A6 A7 with more inputs under way than are kept the prediction stands, and is right when answers come', () => {
  // On datagrams, because TCP sends hardly anything while acknowledgements take seconds longer than before.
  const sim = new Simulation(clocked, { kind: 'datagram' })
  const { session, network } = sim.join({ conditions: path(50) })
  sim.run(3000)
  session.input.go = true
  network.conditions = { up: { latencyMs: 50 }, down: { latencyMs: 6000 } }
  sim.run(20_000)
  network.conditions = path(50)
  sim.run(8000)
  session.input.go = false
  sim.run(3000)
  expect(session.stats.corrections).toBe(0)
  expect(session.entities('hand')[0]!.x).toBe(
    (sim.room.world.entities('hand')[0] as unknown as { x: number }).x,
  )
})

test('what clients report of corrections counts as far as it can be true, however often they report', () => {
  const sim = new Simulation(clocked)
  const client = new RawClient(sim.rawLink(), clocked.game).hello()
  sim.run(1000)
  const report = new BitWriter(8)
  writeReport(report, 120, 0xffff)
  for (let n = 0; n < 350; n++) {
    client.send(report.toBytes())
    client.run(1)
    sim.run(20)
  }
  expect(client.closing).toBeNull()
  const { stats } = sim.room
  const [peer] = coreOf(sim.room).peerList
  const owned = peer!.owner.entities.length
  // Each of the 8 s had so many snapshots, and each snapshot had a state of each own entity.
  expect(stats.corrections).toBeGreaterThan(0)
  expect(stats.corrections).toBeLessThanOrEqual(8 * clocked.game.sendHz * owned)
})

test('a game that throws while its room opens is reported, and the client refused without its words', async () => {
  const broken = defineRoom(
    defineGame({
      name: 'broken',
      input: { go: flag() },
      entities: { dot: { x: number() } },
    }),
    {
      open: () => {
        throw new Error('the secret is 42')
      },
    },
  )
  for (const authenticate of [undefined, () => 1, async () => 1]) {
    const clock = new VirtualClock()
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    const lobby = new Lobby({ rooms: [broken], clock, seed: () => 1, authenticate, onError })
    const { client, server } = memoryPair(clock)
    lobby.accept(server)
    const { joined } = new Session(broken.game, client, clock)
    clock.advance(10)
    await new Promise(setImmediate)
    clock.advance(10)
    await expect(joined).rejects.toThrow('could not join (refused: the room could not be opened)')
    expect(String(errors)).toContain('the secret is 42')
  }
})

test('own fields reach the owner of what no input moves, too', () => {
  const sim = new Simulation(clocked)
  const a = sim.join({ conditions: path(30) })
  const b = sim.join({ conditions: path(30) })
  sim.run(1000)
  const bagOf = (client: typeof a, player: number) =>
    client.session.entities('bag').find((bag) => bag.owner === player)
  expect(bagOf(a, 1)).toMatchObject({ gold: 3, nick: 'full', weight: 5, mine: true })
  expect(bagOf(b, 1)).toMatchObject({ gold: 0, nick: 'full', weight: 5, mine: false })
  const bag = sim.room.world.entities('bag')[0] as unknown as { gold: number; nick: string }
  bag.gold = 9
  bag.nick = 'torn'
  sim.run(1000)
  expect(bagOf(a, 1)).toMatchObject({ gold: 9, nick: 'torn' })
  expect(bagOf(b, 1)).toMatchObject({ gold: 0, nick: 'torn' })
  expect(a.session.entities('bag').length).toBe(2)
  expect(a.session.stats.corrections).toBe(0)
})

test('a client that shows nothing for minutes keeps nothing for long', () => {
  const sim = new Simulation(clocked)
  const client = sim.join()
  sim.run(1000)
  client.stall(120_000)
  const { world } = sim.room
  for (let i = 0; i < 2000; i++) {
    const spark = world.spawn('spark', null, { x: i % 99 } as never)
    world.emit('welcome', { player: 0 } as never)
    sim.run(50)
    world.despawn(spark as never)
  }
  expect(client.session.stats.eventsDropped).toBeGreaterThan(1700)
  sim.run(25_000)
  expect(client.session.state).toBe('open')
  expect(client.session.entities('spark').length).toBe(0)
  expect(client.session.stats.gaps).toBe(1)
})

describe('techniques that are switched off', () => {
  test('without interpolation what has left is gone', () => {
    const sim = new Simulation(clocked)
    const a = sim.join()
    const b = sim.join()
    a.session.techniques.interpolate = false
    sim.run(1000)
    expect(a.session.entities('hand').length).toBe(2)
    b.session.close()
    sim.run(1000)
    expect(a.session.entities('hand').length).toBe(1)
  })

  test('A5 without prediction the own player answers after the round trip, events included', () => {
    const sim = new Simulation(clocked)
    const { session } = sim.join({ conditions: path(100) })
    session.techniques.predict = false
    sim.run(2000)
    const shouts: number[] = []
    session.on('shouted', ({ ms }) => shouts.push(ms))
    session.input.shout = true
    session.input.go = true
    const { x } = session.entities('hand')[0]!
    sim.run(150)
    expect(session.entities('hand')[0]!.x).toBe(x)
    expect(shouts).toEqual([])
    sim.run(500)
    expect(session.entities('hand')[0]!.x).toBeGreaterThan(x + 5)
    expect(shouts.length).toBe(1)
  })

  test('A7 without reconciliation the server is not listened to', () => {
    const sim = new Simulation(runner)
    const { session } = sim.join()
    sim.run(1000)
    session.techniques.reconcile = false
    ;(sim.room.world.entities('body')[0] as unknown as { x: number }).x = 5000
    sim.run(1000)
    expect(session.entities('body')[0]!.x).toBe(1000)
    session.techniques.reconcile = true
    sim.run(1000)
    expect(session.entities('body')[0]!.x).toBe(5000)
  })
})

test('B1 a long delay at a high rate shows its past, all of it', () => {
  const fast = defineRoom(
    defineGame({
      name: 'fast',
      sendHz: 60,
      stepHz: 60,
      input: { go: flag() },
      entities: { dot: { x: number({ max: 100_000 }) } },
    }),
    {
      open: (world) => world.spawn('dot', null),
      update: (world) => {
        for (const dot of world.entities('dot')) dot.x += 1
      },
    },
  )
  const sim = new Simulation(fast)
  const { session } = sim.join({ playout: new FixedDelay(600) })
  sim.run(3000)
  const seen: number[] = []
  session.onFrame(() => seen.push(session.entities('dot')[0]!.x))
  sim.run(1000)
  for (let i = 1; i < seen.length; i++) expect(seen[i]! - seen[i - 1]!).toBeCloseTo(1, 1)
})

describe('joining', () => {
  test('what join emits reaches who has joined, and nothing from before', () => {
    for (const kind of ['ordered', 'datagram'] as const) {
      const sim = new Simulation(clocked, { kind })
      const heard: number[][] = []
      for (let n = 0; n < 3; n++) {
        const { session } = sim.join({ conditions: path(20) })
        const mine: number[] = []
        heard.push(mine)
        session.on('welcome', ({ player }) => mine.push(player))
        sim.run(1000)
      }
      expect(heard).toEqual([[1, 2, 3], [2, 3], [3]])
    }
  })

  test('a page that takes long to load its first frame is not met with a burst', () => {
    const sim = new Simulation(runner)
    const client = sim.join()
    client.stall(8000)
    const rung: number[] = []
    client.session.on('rang', ({ ticks }) => rung.push(ticks))
    sim.run(8100)
    expect(rung.length).toBeLessThan(2)
    expect(client.session.stats.gaps).toBe(1)
    expect(client.session.stats.eventsDropped).toBeGreaterThan(2)
  })

  test('a room takes players for ever: their numbers go round', () => {
    const clock = new VirtualClock()
    const empty = { name: 'empty', input: { go: flag() }, entities: { dot: { x: number() } } }
    const room = new Room(defineRoom(defineGame(empty)), { nowMs: 0 })
    const stays = room.join(memoryPair(clock).client, { profile: {} }, 0)
    for (let n = 0; n < 65_540; n++) {
      const link = {
        kind: 'ordered',
        isOpen: true,
        bufferedBytes: 0,
        open() {},
        send() {},
        close() {},
      }
      const stranger = room.join(link as never, { profile: {} }, 0) as PlayerReceiver
      stranger.closed('left', '')
    }
    expect(stays).not.toBe(null)
    expect(room.players.map(({ id }) => id)).toEqual([1])
    room.join(memoryPair(clock).client, { profile: {} }, 0)
    expect(room.players[1]!.id).toBeLessThan(20)
  })

  test('a room or a token that is too long is refused before anything is sent', () => {
    const clock = new VirtualClock()
    const open = (options: object) => () =>
      new Session(clocked.game, memoryPair(clock).client, clock, options)
    expect(open({ room: 'r'.repeat(128) })).toThrow(
      'room is 128 characters long, but must be at most 127',
    )
    expect(open({ token: 't'.repeat(5000) })).toThrow('token is 5000 characters long')
    expect(open({ profile: { nome: 'x' } })).toThrow("there is no field 'nome'")
  })
})

test('B7 inputs that are left out cost as much as those that are sent', () => {
  const sim = new Simulation(runner)
  const raw = new RawClient(sim.rawLink()).hello()
  sim.run(100)
  for (let round = 0; round < 60; round++) {
    raw.newest += 50
    raw.run(1)
    sim.run(1000 / 30)
  }
  const { inputBuffer } = coreOf(sim.room).peers.get(1)!
  expect(inputBuffer.received).toBe(60 * 51)
  const { steps } = sim.room.world.entities('body')[0] as unknown as { steps: number }
  expect(steps).toBeLessThan(60 + 12)
})

test('what a server cannot have meant ends the session, not the page', () => {
  const clock = new VirtualClock()
  const { client, server } = memoryPair(clock)
  const session = new Session(clocked.game, client, clock)
  const reasons: string[] = []
  session.onClose((reason) => reasons.push(reason))
  server.open({ packet() {}, closed() {} })
  server.send(Uint8Array.of(4, 0, 0, 1, 0, 1, 0, 0x7b))
  clock.advance(10)
  expect(reasons).toEqual(['bad-packet'])
})

test('a start that was parsed from JSON cannot reach the prototype', () => {
  const sim = new Simulation(clocked)
  const { world } = sim.room
  const spawn = (json: string) => () => world.spawn('spark', null, JSON.parse(json))
  expect(spawn('{"__proto__":{"polluted":1}}')).toThrow("there is no field '__proto__'")
  expect(spawn('{"id":3}')).toThrow("there is no field 'id'")
  expect(({} as { polluted?: number }).polluted).toBe(undefined)
})
