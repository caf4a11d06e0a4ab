import { defineGame, flag, gameEvents, int, number, own, press } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { WAY, wayOf } from '../src/base/horizons.ts'
import { insides } from '../src/client/inside.ts'
import type { Session } from '../src/client/session.ts'
import type { RemoteEntity } from '../src/client/timeline/remote-entity.ts'
import type { Impairment } from '../src/link/impairment.ts'
import { authorityOf } from './support/authority.ts'

const STEP_HZ = 60
const STEP_MS = 1000 / STEP_HZ
const STEP = 256
const WALL = 400
/** A step of the wire. */
const GRID = 1 / 64
/** Where the server had each player's ball, by player and that player's time. */
const truth = new Map<string, readonly [number, number]>()
/** What `move` saw of copies; and whether it throws there. */
const copies = { count: 0, replaying: true, secrets: 0, presses: 0, throws: false }

const bouncingOf = (authority: 'input' | 'tick') =>
  defineRoom(
    defineGame({
      name: 'bouncing',
      authority: authorityOf(authority),
      stepHz: STEP_HZ,
      sendHz: 20,
      input: { right: flag(), secret: own(flag()), boost: press() },
      entities: {
        ball: {
          x: number({ max: WALL }),
          y: number({ max: 400 }),
          vy: number({ min: -900, max: 900, curve: 'step' }),
          used: own(int({ max: 1000 })),
        },
      },
      events: gameEvents({ landed: { x: number({ max: WALL }) } }),
      move: {
        ball(ball, input, ctx) {
          const { owner } = ball as { owner?: number }
          const isServers = owner !== undefined
          if (!isServers && ctx.replaying) {
            copies.count++
            if (input.secret) copies.secrets++
            if (input.boost) copies.presses++
            if (copies.throws) throw new Error('not here')
          }
          if (input.right) ball.x += 0.5
          if (input.secret || input.boost) ball.used++
          ball.vy += 1200 * ctx.dtSeconds
          ball.y += ball.vy * ctx.dtSeconds
          if (ball.y >= 300) {
            ball.y = 300
            ball.vy = -420
            ctx.emit('landed', { x: ball.x })
          }
          const stamp = Math.round((ctx.timeMs / STEP_MS) * STEP)
          const was = [Math.min(ball.x, WALL), Math.round(ball.y * 64) / 64] as const
          if (isServers) truth.set(`${owner}: ${stamp}`, was)
        },
      },
    }),
    {
      join: (world, player) => world.spawn('ball', player, { x: 10, y: 100 }),
    },
  )

const bouncing = bouncingOf('input')

/** A game of which a player may stand still at a wall. */
const pushing = defineRoom(
  defineGame({
    name: 'pushing',
    stepHz: STEP_HZ,
    sendHz: 20,
    input: { right: flag(), secret: own(flag()), boost: press() },
    entities: { box: { x: number({ max: WALL }), used: own(int({ max: 1000 })) } },
    move: {
      box(box, input) {
        if (input.right) box.x += 2
        if (input.secret || input.boost) box.used++
      },
    },
  }),
  {
    join: (world, player) => world.spawn('box', player, { x: WALL }),
  },
)

/** The other player's entity, as a session has it. */
function otherOf(session: object): RemoteEntity {
  const { timeline } = insides.get(session)!()!
  return timeline.remotes.find(({ isPredicted }) => !isPredicted)!
}

/** The input that a session was told of, by the columns of the input. */
function inputOf({ schema, row, offset }: RemoteEntity): number[] {
  return [...row.slice(offset + schema.inputAt, offset + schema.width - 1)]
}

function watched(room = bouncing, kind: 'ordered' | 'datagram' = 'ordered', way: Impairment = {}) {
  const sim = new Simulation(room, { kind })
  const conditions = { up: way, down: way }
  const client = sim.join({ conditions })
  const { session: player } = client
  const { session: watcher } = sim.join({ conditions })
  sim.run(1000)
  player.input.right = true
  return { sim, client, player, watcher }
}

/**
 * Looks 40 times at where the player's ball is foreseen to get, and later at where it was. How many of 320 moments
 * were compared.
 */
function compareForesight({ sim, watcher }: ReturnType<typeof watched>): number {
  let compared = 0
  let otherwise = 0
  for (let look = 0; look < 40; look++) {
    sim.run(70)
    const remote = otherOf(watcher)
    const { track, row, offset, schema, shownTimeline, tick } = remote
    if (tick !== insides.get(watcher)!()!.timeline.newestTick) continue
    expect(wayOf(row[offset + schema.width]!)).toBe(WAY.move)
    // From its newest state on anew: frames have been further ahead already.
    remote.extrapolate(shownTimeline.stamp, true)
    const foresight = track.foresight!
    const out = new Float64Array(schema.width)
    const extrapolated: [number, number, number][] = []
    for (let steps = 1; steps <= 8; steps++) {
      schema.coarseToNumbers(row, offset, out, 0)
      foresight.write(out, Float64Array.of(steps * STEP_MS))
      extrapolated.push([shownTimeline.stamp + steps * STEP, out[0]!, out[1]!])
    }
    sim.run(400)
    for (const [stamp, x, y] of extrapolated) {
      // After bad moments the player's time goes on from elsewhere.
      const was = truth.get(`${remote.owner}: ${stamp}`)
      if (!was) continue
      // Copies begin on the wire's grid, and the server's ball is between: a copy may land a step earlier or later.
      expect(Math.abs(x - was[0])).toBeLessThanOrEqual(GRID)
      const missed = Math.abs(y - was[1])
      if (missed > GRID) {
        otherwise++
        expect(missed).toBeLessThanOrEqual(420 * 2 * (STEP_MS / 1000))
      }
      compared++
    }
  }
  expect(otherwise / compared).toBeLessThan(0.08)
  return compared
}

const shownY = (session: Session<(typeof bouncing)['game']>) =>
  session.entities('ball').find(({ mine }) => !mine)!.y

beforeEach(() => {
  truth.clear()
  Object.assign(copies, { count: 0, replaying: true, secrets: 0, presses: 0, throws: false })
})

describe('D6 another player is extrapolated by `move`', () => {
  test.each(['input', 'tick'] as const)(
    "to where the server has it later, on the wire's grid, while the input stays the same: authority '%s'",
    (authority) => {
      const scene = watched(bouncingOf(authority))
      scene.sim.run(8000)
      expect(compareForesight(scene)).toBe(320)
    },
  )

  test('over a network that loses and delays, and after the player was away, too', () => {
    const scene = watched(bouncing, 'datagram', { latencyMs: 60, jitterMs: 20, loss: 0.05 })
    scene.sim.run(12_000)
    expect(compareForesight(scene)).toBeGreaterThan(200)
    scene.client.stall(1500)
    scene.sim.run(6000)
    expect(compareForesight(scene)).toBeGreaterThan(200)
  })

  test('and nobody hears an event of a copy', () => {
    const { sim, player, watcher } = watched()
    const heard = [0, 0]
    player.on('landed', () => heard[0]!++)
    watcher.on('landed', () => heard[1]!++)
    sim.run(1000)
    heard.fill(0)
    sim.run(7000)
    // Each ball lands every 0.7 s and both hear of both.
    for (const count of heard) {
      expect(count).toBeGreaterThan(18)
      expect(count).toBeLessThan(22)
    }
    expect(copies.count).toBeGreaterThan(400)
    expect([player.stats.corrections, watcher.stats.corrections]).toEqual([0, 0])
  })

  test('no longer with `techniques.foresee` off, and again with it on', () => {
    const { sim, watcher } = watched()
    sim.run(8000)
    expect(otherOf(watcher).track.foresight).not.toBeNull()
    watcher.techniques.foresee = false
    sim.run(200)
    expect(otherOf(watcher).track.foresight).toBeNull()
    expect(watcher.entities('ball').length).toBe(2)
    watcher.techniques.foresee = true
    sim.run(200)
    expect(otherOf(watcher).track.foresight).not.toBeNull()
  })

  test('a `move` that throws for copies harms nobody', () => {
    const { sim, player, watcher } = watched()
    sim.run(8000)
    copies.throws = true
    for (let n = 0; n < 100; n++) {
      sim.run(50)
      const y = shownY(watcher)
      // Without its `move`, a copy that falls goes a little too far.
      expect(y >= 0 && y <= 320).toBe(true)
    }
    expect([player.state, watcher.state]).toEqual(['open', 'open'])
    expect([player.stats.corrections, watcher.stats.corrections]).toEqual([0, 0])
    // The server has seen it too, and trusts `move` less or no more.
    sim.run(20_000)
    const { row, offset, schema } = otherOf(watcher)
    expect(wayOf(row[offset + schema.width]!)).not.toBe(WAY.move)
  })
})

describe('what others are told of a player’s input', () => {
  function atWall() {
    const sim = new Simulation(pushing)
    const { session: player } = sim.join()
    const { session: watcher } = sim.join()
    sim.run(500)
    return { sim, player, watcher }
  }

  test('is the newest that the server applied, also where nothing else changes', () => {
    const { sim, player, watcher } = atWall()
    expect(inputOf(otherOf(watcher))).toEqual([0, 0, 0])
    const { tick } = otherOf(watcher)
    player.input.right = true
    sim.run(200)
    expect(inputOf(otherOf(watcher))).toEqual([1, 0, 0])
    const pushed = otherOf(watcher).tick
    expect(pushed).toBeGreaterThan(tick)
    sim.run(500)
    expect(otherOf(watcher).tick).toBe(pushed)
    player.input.right = false
    sim.run(200)
    expect(inputOf(otherOf(watcher))).toEqual([0, 0, 0])
    expect(watcher.entities('box').every(({ x }) => x === WALL)).toBe(true)
  })

  test('is nothing of presses, nor of fields inside own(), though the server has them', () => {
    const { sim, player, watcher } = atWall()
    const { tick } = otherOf(watcher)
    player.input.secret = true
    sim.run(300)
    player.input.secret = false
    player.input.boost = true
    sim.run(300)
    const [box] = sim.room.world.entities('box')
    expect(box!.used).toBeGreaterThan(15)
    expect(inputOf(otherOf(watcher))).toEqual([0, 0, 0])
    expect(otherOf(watcher).tick).toBe(tick)
  })

  test('so `move` has them at their defaults for copies', () => {
    const { sim, player } = watched()
    player.input.secret = true
    for (let n = 0; n < 20; n++) {
      player.input.boost = true
      sim.run(150)
    }
    expect(copies.count).toBeGreaterThan(300)
    expect([copies.secrets, copies.presses]).toEqual([0, 0])
  })

  test('becomes the default once a player whose connection broke is moved by the room', () => {
    const sim = new Simulation(pushing)
    const player = sim.join({ reopens: true })
    const { session: watcher } = sim.join()
    sim.run(500)
    player.session.input.right = true
    sim.run(500)
    expect(inputOf(otherOf(watcher))).toEqual([1, 0, 0])
    player.cut(4000)
    sim.run(3500)
    expect(inputOf(otherOf(watcher))).toEqual([0, 0, 0])
    sim.run(4000)
    expect(player.session.state).toBe('open')
    expect(inputOf(otherOf(watcher))).toEqual([1, 0, 0])
  })
})
