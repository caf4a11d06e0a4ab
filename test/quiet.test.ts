import { defineGame, flag, int, number, press, sharedTick, told } from 'glissade'
import { defineRoom, type GameOf, Room } from 'glissade/server'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { measureIdle } from '../bench/idle.ts'
import { coreOf } from '../src/server/room.ts'

const STEP_MS = 1000 / 30
const SPEED = 120

type Authority = 'input' | 'tick'
const EACH = (['input', 'tick'] as const).flatMap((authority) =>
  (['ordered', 'datagram'] as const).map((kind) => ({ authority, kind })),
)

const walkers = (authority: Authority) =>
  defineRoom(
    defineGame({
      name: 'walkers',
      authority: authority === 'tick' ? sharedTick() : undefined,
      input: { left: flag(), right: flag(), wave: press() },
      entities: { walker: { x: number({ max: 8000, step: 1 / 64 }), waves: int({ max: 99 }) } },
      move: {
        walker(walker, { left, right, wave }) {
          walker.x += (SPEED / 30) * (+right - +left)
          if (wave) walker.waves++
        },
      },
    }),
    {
      join: (world, player) => world.spawn('walker', player, { x: 100 * player.id }),
    },
  )
const rooms = { input: walkers('input'), tick: walkers('tick') }
type Walkers = typeof rooms.input
type Client = SimulatedClient<GameOf<Walkers>>

/** What a client was sent and has sent so far. */
function counted({ session }: { session: Client['session'] }) {
  const { bytesIn, packetsIn, bytesOut, packetsOut } = session.stats
  return { bytesIn, packetsIn, bytesOut, packetsOut }
}

/** A client's entity as another one shows it. */
function shown(watcher: Client, whose: Client) {
  const { playerId } = whose.session
  return watcher.session.entities('walker').find(({ owner }) => owner === playerId)!
}

/** The same as the room has it. */
function walkerOf(simulation: Simulation<Walkers>, { session }: Client) {
  const walkers = simulation.room.world.entities('walker')
  return walkers.find(({ owner }) => owner === session.playerId)!
}

describe.each(EACH)("a quiet room, authority '$authority', $kind", ({ authority, kind }) => {
  const way = { latencyMs: 40 }
  const conditions = { up: way, down: way }
  const open = (players: number, impairment: object = {}) => {
    const simulation = new Simulation(rooms[authority], { kind, seed: 1 })
    const conditions = { up: { ...way, ...impairment }, down: { ...way, ...impairment } }
    const clients = Array.from({ length: players }, () => simulation.join({ conditions }))
    return { simulation, clients }
  }

  test.each([1, 10])('takes four small packets a second of each of %d, either way', (players) => {
    const idle = { players, hidden: 0, authority, kind, jitterMs: 10, loss: 0 }
    const figures = measureIdle(idle)
    expect(figures.downPackets).toBeCloseTo(4, 0)
    expect(figures.upPackets).toBeCloseTo(4, 0)
    expect(figures.downBytes).toBeLessThan(60)
    expect(figures.upBytes).toBeLessThan(90)
  })

  test('takes as little where half of the pages are hidden', () => {
    const hidden = { players: 10, hidden: 5, authority, kind, jitterMs: 10, loss: 0 }
    expect(measureIdle(hidden).downBytes).toBeLessThan(70)
  })

  test('hears of what happens in the next network tick, and of its end', () => {
    const { simulation, clients } = open(2)
    simulation.run(10_000)
    const before = counted(clients[1]!)
    clients[0]!.session.input.right = true
    simulation.run(1000)
    clients[0]!.session.input.right = false
    // 20 while it goes on, and a few until everybody is known to have heard that it is over.
    const during = counted(clients[1]!).packetsIn - before.packetsIn
    expect(during).toBeGreaterThan(15)
    simulation.run(2000)
    const after = counted(clients[1]!)
    simulation.run(5000)
    expect(counted(clients[1]!).packetsIn - after.packetsIn).toBeLessThan(22)
    expect(shown(clients[1]!, clients[0]!).x).toBe(100 + SPEED)
  })

  test('a press is sent in the frame of its step, and applied when it comes', () => {
    const { simulation, clients } = open(1)
    simulation.run(10_000)
    const { session } = clients[0]!
    const walker = walkerOf(simulation, clients[0]!)
    for (let n = 0; n < 20; n++) {
      const { packetsOut } = session.stats
      const { waves } = walker
      session.input.wave = true
      // A step, a frame, the way up; and with a tick for each input, the wait for it.
      simulation.run(STEP_MS + 17)
      expect(session.stats.packetsOut - packetsOut).toBeGreaterThan(0)
      expect(session.entities('walker')[0]!.waves).toBe(waves + 1)
      simulation.run(40 + (authority === 'tick' ? 100 : 0))
      expect(walker.waves).toBe(waves + 1)
      simulation.run(700 + 13 * n)
    }
    expect(session.stats.corrections).toBe(0)
  })

  test('whoever starts is seen no later than in a busy room, and starts from the place of rest', () => {
    const seconds = [false, true].map((isBusy) => {
      let delayMs = 0
      let glided = 0
      const runs = 4
      for (let seed = 1; seed <= runs; seed++) {
        const { simulation, clients } = open(3, { jitterMs: 10 })
        const [mover, watcher, other] = clients as [Client, Client, Client]
        const keys = (): void => {
          other.session.input.left = isBusy && Math.floor(simulation.clock.nowMs() / 1000) % 2 === 0
          other.session.input.right = isBusy && !other.session.input.left
        }
        for (let ms = 0; ms < 9000 + 70 * seed; ms += 100) {
          keys()
          simulation.run(100)
        }
        const from = shown(watcher, mover).x
        const startMs = simulation.clock.nowMs()
        mover.session.input.right = true
        const frames: { ms: number; way: number }[] = []
        const undo = watcher.session.onFrame(() =>
          frames.push({ ms: simulation.clock.nowMs(), way: shown(watcher, mover).x - from }),
        )
        for (let ms = 0; ms < 900; ms += 100) {
          keys()
          simulation.run(100)
        }
        undo()
        const moving = frames.find(({ way }) => way > 40)!
        const startedMs = moving.ms - (moving.way / SPEED) * 1000
        delayMs += (startedMs - startMs) / runs
        // How far it has come by when it should have started.
        const early = frames.filter(({ ms }) => ms <= startedMs).at(-1)!
        glided += early.way / runs
      }
      return { delayMs, glided }
    })
    const [quiet, busy] = seconds as [(typeof seconds)[0], (typeof seconds)[0]]
    expect(quiet.delayMs).toBeLessThan(busy.delayMs + 6)
    expect(quiet.glided).toBeLessThan(busy.glided + 0.5)
  })

  test('goes on for a minute, also where packets are lost, and is as good as new then', () => {
    const { simulation, clients } = open(4, { jitterMs: 20, loss: 0.02 })
    simulation.run(60_000)
    for (const { session } of clients) {
      expect(session.state).toBe('open')
      expect(session.stats.corrections).toBe(0)
      expect(session.stats.resyncs).toBe(0)
    }
    const { stats } = simulation.room
    expect(stats.snapshotsSkipped).toBe(0)
    for (const { congestion } of coreOf(simulation.room).peerList)
      expect(congestion.windowBytes).toBe(Infinity)
    const from = walkerOf(simulation, clients[0]!).x
    clients[0]!.session.input.right = true
    simulation.run(2000)
    clients[0]!.session.input.right = false
    simulation.run(1500)
    const { x } = walkerOf(simulation, clients[0]!)
    expect(x - from).toBeGreaterThan(1.9 * SPEED)
    for (const watcher of clients.slice(1)) expect(shown(watcher, clients[0]!).x).toBeCloseTo(x, 6)
    expect(stats.snapshotsSkipped).toBe(0)
  })

  test('a player who was away comes back into it', () => {
    const simulation = new Simulation(rooms[authority], { kind, seed: 1 })
    const [first, second] = [1, 2].map(() => simulation.join({ conditions, reopens: true }))
    simulation.run(8000)
    first!.cut(1500)
    simulation.run(8000)
    expect(first!.session.state).toBe('open')
    second!.session.input.right = true
    simulation.run(1000)
    const { x } = simulation.room.world.entities('walker')[1]!
    expect(shown(first!, second!).x).toBeGreaterThan(x - 0.4 * SPEED)
  })

  test('a page that comes back out of hiding answers in its first frames', () => {
    const { simulation, clients } = open(2)
    simulation.run(6000)
    clients[0]!.stall(5000)
    simulation.run(5600)
    clients[0]!.session.input.right = true
    simulation.run(1500)
    expect(simulation.room.world.entities('walker')[0]!.x).toBeGreaterThan(100 + SPEED)
  })

  test('whoever walks alone in it is told what became of its inputs all the time', () => {
    const { simulation, clients } = open(1)
    simulation.run(6000)
    const before = counted(clients[0]!)
    clients[0]!.session.input.right = true
    simulation.run(5000)
    expect(counted(clients[0]!).packetsIn - before.packetsIn).toBeGreaterThan(95)
    expect(clients[0]!.session.stats.corrections).toBe(0)
  })
})

test('what a room does by itself is told at once, and the player whom it moves is no longer at rest', () => {
  const { game, definition } = rooms.input
  const windy = defineRoom(defineGame({ ...game.definition, name: 'windy' }), {
    ...definition,
    update(world, { tick }) {
      if (tick > 240 && tick <= 270) for (const walker of world.entities('walker')) walker.x += 2
    },
  })
  const simulation = new Simulation(windy, { seed: 1 })
  const way = { latencyMs: 30 }
  const client = simulation.join({ conditions: { up: way, down: way } })
  simulation.run(7900)
  const { packetsIn } = client.session.stats
  simulation.run(1300)
  expect(client.session.stats.packetsIn - packetsIn).toBeGreaterThan(20)
  simulation.run(1000)
  const [own] = client.session.entities('walker')
  expect(own!.x).toBeCloseTo(160, 6)
})

test.each(['input', 'tick'] as const)(
  "a player at rest whom the room lifts falls at once, authority '%s'",
  (authority) => {
    const falling = defineRoom(
      defineGame({
        name: 'falling',
        authority: authority === 'tick' ? sharedTick() : undefined,
        input: { jump: press() },
        entities: { pip: { y: number({ max: 500 }), vy: number({ min: -900, max: 900 }) } },
        move: {
          pip(pip) {
            pip.vy = pip.y > 0 ? pip.vy - 20 : 0
            pip.y = Math.max(0, pip.y + pip.vy / 30)
          },
        },
      }),
      {
        join: (world, player) => world.spawn('pip', player),
      },
    )
    const simulation = new Simulation(falling, { seed: 1 })
    const way = { latencyMs: 100 }
    const { session } = simulation.join({ conditions: { up: way, down: way } })
    simulation.run(8010)
    const pip = simulation.room.world.entities('pip')[0]!
    for (let n = 0; n < 12; n++) {
      pip.y = 100
      const ys: number[] = []
      for (let step = 0; step < 6; step++) {
        simulation.run(STEP_MS)
        ys.push(pip.y)
      }
      // One step after the other, from the first or second on, and none of those that were held back.
      expect(ys.at(-1)).toBeLessThan(96)
      expect(ys[0]).toBeGreaterThan(95)
      expect(ys.at(-1)).toBeGreaterThan(60)
      simulation.run(3000 + 31 * n)
      expect(pip.y).toBe(0)
      expect(session.entities('pip')[0]).toMatchObject({ y: 0 })
    }
    expect(simulation.room.stats.inputsDropped).toBe(0)
  },
)

test('what the room gives a player at rest, and no input changes, costs none of the next inputs', () => {
  const { game, definition } = rooms.input
  const { walker: fields } = game.definition.entities
  const coins = defineRoom(
    defineGame({
      ...game.definition,
      name: 'coins',
      entities: { walker: { ...fields, coins: told(int()) } },
    }),
    definition,
  )
  const simulation = new Simulation(coins, { seed: 1 })
  const way = { latencyMs: 100, jitterMs: 10, loss: 0.1 }
  const { session } = simulation.join({ conditions: { up: way, down: way } })
  simulation.run(8000)
  const walker = simulation.room.world.entities('walker')[0]!
  for (let n = 0; n < 12; n++) {
    walker.coins++
    simulation.run(100 + 31 * n)
    session.input.right = true
    simulation.run(300)
    session.input.right = false
    simulation.run(1500)
    expect(simulation.room.stats.inputsDropped).toBe(0)
    expect(session.stats.corrections).toBe(0)
  }
  expect(session.entities('walker')[0]).toMatchObject({ coins: 12 })
  expect(walker.x).toBeGreaterThan(12 * 0.2 * SPEED)
})

test('what is out of sight wakes nobody', () => {
  const farApart = defineRoom(defineGame({ ...rooms.input.game.definition, name: 'far apart' }), {
    join: (world, player) => world.spawn('walker', player, { x: 1000 * player.id }),
    interest: {
      at: { walker: ({ x }) => ({ x, y: 0 }) },
      from: (world, { id }) => {
        const own = world.entities('walker').find(({ owner }) => owner === id)
        return own ? { x: own.x, y: 0 } : null
      },
      radius: 300,
    },
  })
  for (const kind of ['ordered', 'datagram'] as const) {
    const simulation = new Simulation(farApart, { kind, seed: 1 })
    const way = { latencyMs: 30 }
    const [near, walker, far] = [1, 2, 3].map(() =>
      simulation.join({ conditions: { up: way, down: way } }),
    )
    const { input } = walker!.session
    simulation.run(8000)
    input.left = true
    const before = [near!, far!].map(({ session }) => session.stats.packetsIn)
    simulation.run(4000)
    expect(near!.session.entities('walker')).toHaveLength(1)
    for (const [i, { session }] of [near!, far!].entries())
      expect(session.stats.packetsIn - before[i]!).toBeLessThan(40)
    simulation.run(2500)
    input.left = false
    simulation.run(1500)
    // It has come near the first one, who sees it where it is.
    const { x } = simulation.room.world.entities('walker')[1]!
    const views = near!.session.entities('walker')
    expect(views.map((view) => view.x)).toContain(x)
  }
})

describe('quietHz', () => {
  test('says how often a client hears that nothing has changed', () => {
    const packetsAt = (quietHz: number) => {
      const simulation = new Simulation(rooms.input, { quietHz })
      const way = { latencyMs: 30 }
      const client = simulation.join({ conditions: { up: way, down: way } })
      simulation.run(6000)
      const { packetsIn } = client.session.stats
      simulation.run(10_000)
      expect(coreOf(simulation.room).peerList[0]!.congestion.windowBytes).toBe(Infinity)
      return client.session.stats.packetsIn - packetsIn
    }
    expect(packetsAt(1)).toBeCloseTo(10, -0.5)
    expect(packetsAt(4)).toBeCloseTo(40, -0.5)
    expect(packetsAt(20)).toBeCloseTo(200, -0.5)
  })

  test.each([0, 0.5, 21, Number.NaN])('%d is out of its range', (quietHz) => {
    expect(() => new Room(rooms.input, { nowMs: 0, quietHz })).toThrow('quietHz is')
  })
})
