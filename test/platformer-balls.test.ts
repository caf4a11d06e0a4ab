import fc from 'fast-check'
import { presets } from 'glissade/client'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import type { platformer } from '../games/platformer/game.ts'
import { platformerRoom } from '../games/platformer/room.ts'
import {
  BALL_RADIUS,
  flightMs,
  MOST_FLIGHT_MS,
  placeBall,
} from '../games/platformer/rules/balls.ts'
import { BODY_HEIGHT } from '../games/platformer/rules/body.ts'
import { MOST_FLIGHTS, startFlight } from '../games/platformer/rules/flights.ts'
import { HEIGHT, isRock, START, TILE, WIDTH } from '../games/platformer/rules/level.ts'
import { RELOAD_MS, THROW_ACROSS } from '../games/platformer/rules/physics.ts'
import { placePlatform } from '../games/platformer/rules/platforms.ts'
import type { Thrown } from '../games/platformer/rules/things.ts'
import { IDLE, LEFT, RIGHT, standing, THROW } from './support/walker.ts'

type Client = SimulatedClient<typeof platformer>

const FRAME_MS = 1000 / 60

const placeAt = (thrown: Thrown, ageMs: number): { x: number; y: number } => {
  const at = { x: 0, y: 0 }
  placeBall(thrown, ageMs, at)
  return at
}

const isRockNear = ({ x, y }: { x: number; y: number }): boolean =>
  [-BALL_RADIUS, BALL_RADIUS].some(
    (by) =>
      isRock(Math.floor((x + by) / TILE), Math.floor(y / TILE)) ||
      isRock(Math.floor(x / TILE), Math.floor((y + by) / TILE)),
  )

describe('a throw', () => {
  test('leaves the hand the way one looks, and takes half of the run along', () => {
    const still = standing().step(THROW)
    expect(still.thrown).toMatchObject([{ vx: THROW_ACROSS, ball: 1 }])
    const back = standing().step(LEFT, 2).step(IDLE, 10).step(THROW)
    expect(back.thrown).toMatchObject([{ vx: -THROW_ACROSS }])
    const running = standing()
      .step(RIGHT, 30)
      .step({ ...RIGHT, throw: true })
    expect(running.thrown[0]?.vx).toBe(THROW_ACROSS + 75)
  })

  test('takes its time to make ready again, and numbers go round', () => {
    const walker = standing().step(THROW, 2 * 60)
    expect(walker.thrown.length).toBe(Math.ceil(2000 / (RELOAD_MS + FRAME_MS / 2)))
    walker.pip.balls = 255
    walker.step(IDLE, 60).step(THROW)
    expect(walker.thrown.at(-1)?.ball).toBe(0)
  })

  test('flies about twelve tiles on level ground, low enough to meet whoever stands there', () => {
    const [ball] = standing().step(THROW).thrown
    if (!ball) expect.fail('nothing was thrown')
    const from = START.y - BODY_HEIGHT - BALL_RADIUS
    let x = ball.x
    for (let ageMs = 0; ; ageMs += 5) {
      const at = placeAt(ball, ageMs)
      if (at.y > START.y) break
      expect(at.y).toBeGreaterThan(from)
      x = at.x
    }
    expect((x - START.x) / TILE).toBeGreaterThan(10.5)
    expect((x - START.x) / TILE).toBeLessThan(13.5)
  })
})

describe('a flight', () => {
  const any = fc.record({
    x: fc.integer({ min: 8 * 4, max: (WIDTH - 8) * 4 }).map((n) => n / 4),
    y: fc.integer({ min: 0, max: (HEIGHT - 40) * 4 }).map((n) => n / 4),
    vx: fc.integer({ min: -600 * 4, max: 600 * 4 }).map((n) => n / 4),
    vy: fc.integer({ min: -300 * 4, max: 300 * 4 }).map((n) => n / 4),
    ball: fc.constant(1),
  })

  test('ends where it meets rock, not before, and the same every time', () => {
    fc.assert(
      fc.property(any, (thrown) => {
        const endMs = flightMs(thrown)
        expect(flightMs({ ...thrown })).toBe(endMs)
        if (endMs < MOST_FLIGHT_MS) expect(isRockNear(placeAt(thrown, endMs))).toBe(true)
        for (let ageMs = 0; ageMs < endMs - 8; ageMs += 8) {
          const { x, y } = placeAt(thrown, ageMs)
          expect(isRock(Math.floor(x / TILE), Math.floor(y / TILE))).toBe(false)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('passes planks, ends at a wall at once, and after the longest time high up', () => {
    const plank = { x: 45.5 * TILE, y: 20 * TILE, vx: 0, vy: 100, ball: 1 }
    expect(placeAt(plank, flightMs(plank)).y).toBeGreaterThan(23 * TILE)
    const wall = { x: 41 * TILE + 1, y: 25 * TILE - 8, vx: 100, vy: 0, ball: 1 }
    expect(flightMs(wall)).toBe(0)
    expect(flightMs({ x: 300, y: 300, vx: 0, vy: -1000, ball: 1 })).toBe(MOST_FLIGHT_MS)
  })

  test('a room judges so many at most, and forgets them when they have ended', () => {
    const sim = new Simulation(platformerRoom)
    sim.join()
    sim.run(500)
    const { world } = sim.room
    const [by] = world.players
    if (!by) expect.fail('nobody is there')
    for (let n = 0; n < 200; n++)
      startFlight(world, { x: 300, y: 100, vx: 0, vy: -200, ball: n }, by)
    expect(world.state.flights.length).toBe(MOST_FLIGHTS)
    sim.run(MOST_FLIGHT_MS + 100)
    expect(world.state.flights).toEqual([])
  })
})

/** A client, and what it has heard, each with the frame it came in. */
function listen(client: Client) {
  const heard = { thrown: [] as string[], splats: [] as string[], frames: 0, lastFrame: 0 }
  client.session.onFrame(() => {
    heard.frames++
  })
  client.session.on('thrown', ({ ball }, by) => {
    heard.thrown.push(`${by} ${ball}`)
    heard.lastFrame = heard.frames
  })
  client.session.on('splat', ({ thrower, victim, ball }) => {
    heard.splats.push(`${thrower} ${ball} on ${victim}`)
  })
  return heard
}

const pipOf = (sim: Simulation<typeof platformerRoom>, { session }: Client) =>
  sim.room.world.entities('pip').find(({ owner }) => owner === session.playerId) ??
  expect.fail('no pip')

/** Puts everybody in a row on level ground, `apart` pixels from one to the next, all looking right. */
function lineUp(
  sim: Simulation<typeof platformerRoom>,
  clients: readonly Client[],
  apart: number,
  { x, y } = { x: START.x - 60, y: START.y },
): void {
  for (const [n, client] of clients.entries()) {
    const pip = pipOf(sim, client)
    Object.assign(pip, { x: x + n * apart, y, vx: 0, vy: 0, facing: 'right' })
    sim.room.world.teleport(pip)
  }
  sim.run(3000)
}

const path = { up: { latencyMs: 200 }, down: { latencyMs: 200 } }

describe.each([
  ['400 ms round trip, ordered', 'ordered', path, false],
  ['400 ms round trip, datagram', 'datagram', path, false],
  ['the log with its loss, datagram', 'datagram', presets.log, false],
  ['the log and corrections, datagram', 'datagram', presets.log, true],
  ['the log, ordered', 'ordered', presets.log, false],
] as const)('%s', (_, kind, conditions, isPushed) => {
  test('D10 the thrower sees a ball within a step and two frames, everybody sees it exactly once', () => {
    const sim = new Simulation(platformerRoom, { kind })
    const clients = [1, 2, 3].map(() => sim.join({ conditions }))
    sim.run(4000)
    const heard = clients.map(listen)
    const [thrower] = clients as [Client]
    const [own] = heard as [(typeof heard)[0]]
    const { corrections } = thrower.session.stats
    for (let n = 1; n <= 25; n++) {
      const frame = own.frames
      thrower.session.input.throw = true
      if (isPushed) pipOf(sim, thrower).x += n % 2 === 0 ? 3 : -3
      sim.run(400)
      expect(own.thrown.length).toBe(n)
      expect(own.lastFrame - frame).toBeLessThanOrEqual(3)
    }
    sim.run(5000)
    if (isPushed) expect(thrower.session.stats.corrections - corrections).toBeGreaterThan(10)
    const balls = Array.from({ length: 25 }, (_, n) => `${thrower.session.playerId} ${n + 1}`)
    for (const { thrown } of heard) expect(thrown).toEqual(balls)
    expect(sim.room.world.state.flights).toEqual([])
  })

  test('D10 the server says who is hit: once, to all ends, and the one who is hit flies back', () => {
    const sim = new Simulation(platformerRoom, { kind })
    const clients = [1, 2, 3].map(() => sim.join({ conditions }))
    sim.run(4000)
    lineUp(sim, clients, 60)
    const heard = clients.map(listen)
    const [thrower, victim, third] = clients as [Client, Client, Client]
    const before = pipOf(sim, victim).x
    const stays = pipOf(sim, third).x
    const { corrections } = victim.session.stats
    thrower.session.input.throw = true
    let most = 0
    for (let i = 0; i < 60; i++) {
      sim.run(50)
      most = Math.max(most, pipOf(sim, victim).vx)
    }
    // Under the log in order, a stall may still hold back what happened.
    sim.run(6000)
    const name = `${thrower.session.playerId} 1 on ${victim.session.playerId}`
    for (const { splats } of heard) expect(splats).toEqual([name])
    expect(most).toBeGreaterThan(100)
    expect(pipOf(sim, victim).x).toBeGreaterThan(before + 40)
    expect(pipOf(sim, victim)).toMatchObject({ vx: 0, grounded: true })
    expect(pipOf(sim, third).x).toBe(stays)
    expect(victim.session.stats.corrections).toBeGreaterThan(corrections)
    for (const { session } of clients) {
      const shown = session.entities('pip').find(({ owner }) => owner === victim.session.playerId)
      expect(shown?.x).toBeCloseTo(pipOf(sim, victim).x, 1)
    }
  })
})

describe('the server', () => {
  test('judges a ball by where everybody is: over a head it hits nobody, behind it the next one', () => {
    const sim = new Simulation(platformerRoom)
    const clients = [1, 2, 3].map(() => sim.join())
    sim.run(500)
    lineUp(sim, clients, 50)
    const [thrower, near, far] = clients as [Client, Client, Client]
    const heard = listen(thrower)
    Object.assign(pipOf(sim, near), { y: START.y - 60 })
    thrower.session.input.throw = true
    sim.run(1000)
    expect(heard.splats).toEqual([`${thrower.session.playerId} 1 on ${far.session.playerId}`])
  })

  test('goes on when a thrower leaves, or who would be hit, with balls in the air', () => {
    const sim = new Simulation(platformerRoom)
    const clients = [1, 2, 3].map(() => sim.join())
    sim.run(500)
    lineUp(sim, clients, 90)
    const [thrower, near, far] = clients as [Client, Client, Client]
    const heard = listen(far)
    thrower.session.input.throw = true
    sim.run(80)
    expect(sim.room.world.state.flights.length).toBe(1)
    thrower.session.close()
    near.session.close()
    sim.run(2000)
    expect(heard.splats.length).toBe(1)
    expect(sim.room.world.state.flights).toEqual([])
    expect(sim.room.players.length).toBe(1)
  })

  test('a ball hits once, also in a crowd', () => {
    const sim = new Simulation(platformerRoom)
    const clients = [1, 2, 3, 4, 5].map(() => sim.join())
    sim.run(500)
    lineUp(sim, clients, 1)
    const [thrower] = clients as [Client]
    const heard = listen(thrower)
    thrower.session.input.throw = true
    sim.run(2000)
    expect(heard.splats.length).toBe(1)
  })

  test('who is hit on a platform is knocked off it, who throws stays', () => {
    const sim = new Simulation(platformerRoom)
    const clients = [1, 2].map(() => sim.join())
    sim.run(500)
    const [thrower, victim] = clients as [Client, Client]
    const at = { x: 0, y: 0 }
    placePlatform(0, sim.room.world.timeMs, at)
    lineUp(sim, clients, 24, { x: at.x - 12, y: at.y - 4 })
    expect(clients.map((client) => pipOf(sim, client).platform)).toEqual([1, 1])
    thrower.session.input.throw = true
    sim.run(100)
    expect(pipOf(sim, victim)).toMatchObject({ platform: 0, grounded: false })
    expect(pipOf(sim, thrower)).toMatchObject({ platform: 1, grounded: true })
  })
})
