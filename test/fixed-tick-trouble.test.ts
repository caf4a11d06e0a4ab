import { defineGame, flag, gameEvents, number, press, sharedTick } from 'glissade'
import { presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { insides } from '../src/client/inside.ts'
import type { InputBuffer } from '../src/server/authority/input-buffer.ts'
import { coreOf } from '../src/server/room.ts'
import { march, marching, UNITS_PER_STEP } from './support/marcher.ts'

const near = { up: { latencyMs: 20 }, down: { latencyMs: 20 } }
const way = { latencyMs: 40, jitterMs: 10 }
const march60 = march('tick')

/** The march at other rates. */
const at = (stepHz: number, sendHz: number) =>
  defineRoom(defineGame({ ...march60.game.definition, stepHz, sendHz }), march60.definition)

describe('a press in a room with one tick for everybody', () => {
  test('counts after a standstill of over a second, though most inputs of that frame are dropped', () => {
    const { sim, client, session, run } = marching({ kind: 'datagram', conditions: near })
    run(3000)
    // The page's packets wait as well: its first frame knows nothing of what the room did without it.
    client.network.conditions = { up: near.up, down: { latencyMs: 20, loss: 1 } }
    client.stall(1500)
    session.input.shoot = true
    run(1520)
    client.network.conditions = near
    run(2000)
    expect(sim.room.world.entities('marcher')[0]!.shots).toBe(1)
    expect(session.entities('marcher')[0]!.shots).toBe(1)
  })

  test('counts when every packet that told of it was lost until after its tick', () => {
    const { sim, client, session, run } = marching({ kind: 'datagram', conditions: near })
    run(3000)
    client.network.conditions = { up: { latencyMs: 20, loss: 1 }, down: near.down }
    session.input.shoot = true
    run(400)
    expect(sim.room.world.entities('marcher')[0]!.shots).toBe(0)
    client.network.conditions = near
    run(1500)
    expect(sim.room.world.entities('marcher')[0]!.shots).toBe(1)
    expect(session.entities('marcher')[0]!.shots).toBe(1)
  })

  test('counts once however often it is told of', () => {
    const up = { latencyMs: 30, jitterMs: 30, loss: 0.2, duplicate: 0.5, reorder: 0.3 }
    const { sim, session, run } = marching({ kind: 'datagram', conditions: { up, down: {} } })
    run(3000)
    let pressed = 0
    for (; pressed < 30; pressed++) {
      session.input.shoot = true
      run(400)
    }
    expect(sim.room.world.entities('marcher')[0]!.shots).toBe(pressed)
  })
})

describe('a session in a room with one tick for everybody', () => {
  test.each([
    [1, 1, 30],
    [20, 10, 30],
    [20, 60, 144],
    [30, 20, 10],
    [60, 10, 30],
    [60, 20, 10],
    [60, 60, 144],
    [128, 20, 24],
    [128, 60, 30],
  ])('makes its ticks: %d steps, %d snapshots, %d frames a second', (stepHz, sendHz, frameHz) => {
    const conditions = { up: way, down: way }
    const sim = new Simulation(at(stepHz, sendHz), { kind: 'datagram' })
    const { session } = sim.join({ conditions, frameHz, clockPpm: 300 })
    session.input.go = true
    sim.run(10_000)
    const { stats, tick } = sim.room
    const { inputsMissing } = stats
    sim.run(15_000)
    const ticks = sim.room.tick - tick
    expect(stats.inputsMissing - inputsMissing).toBeLessThan(0.015 * ticks)
    expect(stats.rebases).toBe(1)
  })

  test.each([
    ['a lossy ordered link', 'ordered', presets.log, 60],
    ['a network that often stands still', 'datagram', stands(600, 1500), 60],
    ['four frames a second', 'datagram', near, 4],
  ] as const)('is not given new ticks again and again: %s', (_what, kind, conditions, frameHz) => {
    const { sim, session, run } = marching({ kind, conditions, frameHz })
    session.input.go = true
    const { stats } = sim.room
    // At 15 % loss, TCP stands still for over a second a few times a minute. Each time, the player is away: the first
    // input that comes gets a new tick, and so does the first after those that have waited, which came early for their ticks.
    let standstills = 0
    let silentMs = 0
    for (let { packetsIn } = stats, n = 0; n < 3000; n++) {
      run(20)
      if (stats.packetsIn > packetsIn && silentMs > 900) standstills++
      silentMs = stats.packetsIn > packetsIn ? 0 : silentMs + 20
      packetsIn = stats.packetsIn
    }
    expect(session.state).toBe('open')
    expect(standstills).toBeLessThan(8)
    expect(stats.rebases).toBeLessThanOrEqual(3 + 2 * standstills)
  })

  test('goes on over the wrap of input numbers', () => {
    const { sim, client, session, run } = marching({ kind: 'datagram' })
    run(1)
    client.network.conditions = { up: way, down: way }
    const { prediction } = insides.get(session)!() as { prediction: { newest: number } }
    const inputBuffer: InputBuffer = coreOf(sim.room).peers.get(1)!.inputBuffer
    prediction.newest = inputBuffer.received = inputBuffer.applied = 65_200
    session.input.go = true
    run(3000)
    expect(inputBuffer.received).toBeLessThan(65_536)
    const [marcher] = sim.room.world.entities('marcher')
    const before = [marcher!.x, sim.room.tick, session.stats.corrections] as const
    run(10_000)
    expect(inputBuffer.received).toBeGreaterThan(65_536)
    expect(marcher!.x - before[0]).toBe((sim.room.tick - before[1]) * UNITS_PER_STEP)
    expect(session.stats.corrections).toBe(before[2])
    expect(sim.room.stats.rebases).toBe(1)
  })

  test('goes on when it comes back, and its player repeats a few inputs meanwhile', () => {
    const { sim, client, session, run } = marching({ conditions: near, reopens: true })
    session.input.go = true
    run(3000)
    client.cut(500)
    const [marcher] = sim.room.world.entities('marcher')
    const { x } = marcher!
    run(400)
    expect(session.state).toBe('reconnecting')
    // Those on their way, and the last one up to 8 times again.
    expect((marcher!.x - x) / UNITS_PER_STEP).toBeLessThanOrEqual(8 + 8)
    const { x: stood } = marcher!
    run(80)
    expect(marcher!.x).toBe(stood)
    run(2000)
    const { tick, stats } = sim.room
    const before = marcher!.x
    const { inputsMissing } = stats
    const { corrections } = session.stats
    run(2000)
    expect(marcher!.x - before).toBe((sim.room.tick - tick) * UNITS_PER_STEP)
    expect([stats.inputsMissing, session.stats.corrections]).toEqual([inputsMissing, corrections])
    expect(stats.rebases).toBe(1)
  })

  test('knows what time the room says it is in every step', () => {
    const room = defineRoom(
      defineGame({
        name: 'timed',
        authority: sharedTick(),
        stepHz: 60,
        input: { go: flag() },
        entities: { hand: { at: number({ max: 1e6 }), turned: number({ max: 1e6 }) } },
        move: {
          hand(hand, input, ctx) {
            hand.at = ctx.timeMs
            if (input.go) hand.turned += ctx.timeMs % 7
          },
        },
      }),
      {
        join: (world, player) => world.spawn('hand', player),
      },
    )
    const sim = new Simulation(room)
    const client = sim.join({ conditions: { up: way, down: way } })
    client.session.input.go = true
    sim.run(2000)
    client.stall(1500)
    sim.run(4000)
    const { corrections } = client.session.stats
    const { tick } = sim.room
    sim.run(3000)
    expect(client.session.stats.corrections).toBe(corrections)
    const [hand] = sim.room.world.entities('hand')
    expect(hand!.at).toBeCloseTo((sim.room.tick * 1000) / 60, 1)
    expect(sim.room.tick).toBeGreaterThan(tick)
  })
})

test('whom an event kicks costs nobody else a tick', () => {
  const kicking = defineRoom(
    defineGame({
      name: 'kicking',
      authority: sharedTick(),
      stepHz: 60,
      input: { go: flag(), leave: press() },
      entities: { body: { x: number({ max: 1e6, step: 1 }) } },
      events: gameEvents({ left: { x: number({ max: 1e6 }) } }),
      move: {
        body(body, input, ctx) {
          if (input.go) body.x += UNITS_PER_STEP
          if (input.leave) ctx.emit('left', { x: body.x })
        },
      },
    }),
    {
      join: (world, player) => world.spawn('body', player),
      on: {
        left: () => {
          for (const player of room.players.slice(0, 2)) room.world.kick(player)
        },
      },
    },
  )
  const sim = new Simulation(kicking)
  const { room } = sim
  const sessions = Array.from({ length: 4 }, () => sim.join({ conditions: near }).session)
  for (const session of sessions) session.input.go = true
  sim.run(2000)
  const bodies = room.world.entities('body').slice(2)
  const before = bodies.map(({ x }) => x)
  const { tick } = room
  sessions[1]!.input.leave = true
  sim.run(1000)
  expect(room.players.length).toBe(2)
  const way = (room.tick - tick) * UNITS_PER_STEP
  expect(bodies.map(({ x }, i) => x - before[i]!)).toEqual([way, way])
  expect(sessions.slice(2).map(({ stats }) => stats.corrections)).toEqual([0, 0])
})

test('a player of 128 steps a second whose packets are lost for 9 s keeps the connection', () => {
  const { sim, client, run } = marching({ kind: 'datagram', conditions: near }, at(128, 32))
  run(3000)
  client.network.conditions = { up: { latencyMs: 20, loss: 1 }, down: near.down }
  run(9300)
  client.network.conditions = near
  run(2000)
  const { inputsApplied } = sim.room.stats
  run(2000)
  expect(client.session.state).toBe('open')
  expect(sim.room.stats.inputsApplied - inputsApplied).toBeGreaterThan(250)
})

/** A near network whose uplink stands still for the last `forMs` of every `everyMs`. */
function stands(forMs: number, everyMs: number) {
  return { up: { latencyMs: 30, freeze: { everyMs, forMs } }, down: { latencyMs: 30 } }
}
