import { presets } from 'glissade/client'
import { FixedDelay } from 'glissade/parts'
import type { GameOf } from 'glissade/server'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { Random } from '../src/base/random.ts'
import { dots } from './support/dots.ts'
import { runner } from './support/runner.ts'

type Client = SimulatedClient<GameOf<typeof dots>>
interface Point {
  readonly atMs: number
  readonly x: number
  readonly y: number
}

const FRAME_MS = 1000 / 60
const KEYS = ['left', 'right', 'up', 'down'] as const

/** Changes its mind about every key now and then, until `untilMs`; then stands still. */
function wander(seed: number, untilMs: number) {
  const random = new Random(seed)
  return ({ input }: Client['session'], timeMs: number) => {
    for (const key of KEYS)
      if (timeMs >= untilMs) input[key] = false
      else if (random.next() < 0.05) input[key] = random.next() < 0.5
  }
}

const dot = (client: Client, isMine: boolean) =>
  client.session.entities('dot').find(({ mine }) => mine === isMine)!

function pointOf(client: Client, isMine: boolean, atMs: number): Point {
  const { x, y } = dot(client, isMine)
  return { atMs, x, y }
}

const upwards = (a: number, b: number): number => a - b

/** To the grid, each shows the other where that one is. */
function expectAgreement([a, b]: readonly [Client, Client]): void {
  expect(pointOf(a, false, 0)).toEqual(onGrid(pointOf(b, true, 0)))
  expect(pointOf(b, false, 0)).toEqual(onGrid(pointOf(a, true, 0)))
}

function onGrid({ atMs, x, y }: Point): Point {
  return { atMs, x: Math.round(x * 64) / 64, y: Math.round(y * 64) / 64 }
}

/** How far `at` is from the line between two points. */
function distance(at: Point, a: Point, b: Point): number {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const length2 = dx * dx + dy * dy
  const along = length2 === 0 ? 0 : ((at.x - a.x) * dx + (at.y - a.y) * dy) / length2
  const t = Math.min(1, Math.max(0, along))
  return Math.hypot(at.x - a.x - dx * t, at.y - a.y - dy * t)
}

/** The distance to the nearest stretch of `path` travelled in the 3 s before, and how long ago that was. */
function nearest(shown: Point, path: readonly Point[]): { off: number; agoMs: number } {
  let off = Number.POSITIVE_INFINITY
  let agoMs = 0
  for (let i = path.length - 1; i > 0 && shown.atMs - path[i]!.atMs < 3000; i--) {
    if (path[i]!.atMs > shown.atMs) continue
    const apart = distance(shown, path[i - 1]!, path[i]!)
    if (apart >= off) continue
    off = apart
    agoMs = shown.atMs - path[i]!.atMs
  }
  return { off, agoMs }
}

// The render clock, how old the picture is with it, and within what it holds: 95 % and all of the distances from the
// path, and the most that it moves in a frame, in which a dot runs 3.3 units. Off the path it is where movement was
// extrapolated over a gap, and goes back as fast as the eye follows. TCP repairs a loss half a second later and hands out
// all that waited at once: at 15 % loss it stalls for seconds, so there it loses less.
describe.each([
  { kind: 'datagram', loss: 0.15, fixedMs: 0, ages: [200, 350], off95: 1, off: 24, move: 10 },
  { kind: 'ordered', loss: 0.04, fixedMs: 1500, ages: [1600, 2200], off95: 1, off: 16, move: 40 },
] as const)(
  'two clients at about 200 ms, over $kind',
  ({ kind, loss, fixedMs, ages, off95, off, move }) => {
    test('B9 A10 each sees the other on the very path it travelled, without jumps, and they end equal', () => {
      const sim = new Simulation(dots, { kind })
      const clients = [1, 2].map((seed) =>
        sim.join({
          conditions: { up: { ...presets.log.up, loss }, down: { ...presets.log.down, loss } },
          playout: fixedMs > 0 ? new FixedDelay(fixedMs) : undefined,
          script: wander(seed, 33_000),
          // No stall of these networks is longer than what the delay can hide.
          seed: 40 + seed,
        }),
      ) as [Client, Client]
      sim.run(3000)
      const paths: [Point[], Point[]] = [[], []]
      const shown: [Point[], Point[]] = [[], []]
      for (let atMs = 0; atMs < 36_000; atMs += FRAME_MS) {
        sim.run(FRAME_MS)
        clients.forEach((client, n) => {
          paths[n]!.push(pointOf(client, true, atMs))
          shown[1 - n]!.push(pointOf(client, false, atMs))
        })
      }
      for (const n of [0, 1] as const) {
        const found = shown[n].slice(180).map((point) => nearest(point, paths[n]))
        const offs = found.map(({ off }) => off).sort(upwards)
        const agos = found.map(({ agoMs }) => agoMs).sort(upwards)
        const moves = shown[n]
          .slice(1)
          .map((to, i) => Math.hypot(to.x - shown[n][i]!.x, to.y - shown[n][i]!.y))
        expect(offs[Math.floor(offs.length * 0.95)]).toBeLessThan(off95)
        expect(offs.at(-1)).toBeLessThan(off)
        expect(Math.max(...moves)).toBeLessThan(move)
        expect(agos[agos.length >> 1]).toBeGreaterThan(ages[0])
        expect(agos[agos.length >> 1]).toBeLessThan(ages[1])
        expect(clients[n].session.stats.corrections).toBe(0)
      }
      expectAgreement(clients)
    })
  },
)

/** To and fro without a rest, until `untilMs`. */
function pacing(untilMs: number) {
  return ({ input }: Client['session'], timeMs: number) => {
    input.right = timeMs < untilMs && timeMs % 2000 < 1000
    input.left = timeMs < untilMs && !input.right
  }
}

/** How long the other one stood still on display, at most, in the `forMs` to come. */
function longestStillMs(sim: Simulation<typeof dots>, client: Client, forMs: number): number {
  let longestMs = 0
  let stillMs = 0
  for (let atMs = 0; atMs < forMs; atMs += FRAME_MS) {
    const { x } = dot(client, false)
    sim.run(FRAME_MS)
    stillMs = dot(client, false).x === x ? stillMs + FRAME_MS : 0
    longestMs = Math.max(longestMs, stillMs)
  }
  return longestMs
}

describe.each([
  { kind: 'datagram', forMs: 30_000, mostStillMs: 400 },
  // TCP waits twice as long after each loss of a repeat, so that here nothing comes any more until it is over: half a
  // minute of this ends a connection, with a reason.
  { kind: 'ordered', forMs: 5000, mostStillMs: 4600 },
] as const)('half of all packets lost, over $kind', ({ kind, forMs, mostStillMs }) => {
  test('E17 nothing throws, nobody freezes for good, and when it is over everybody agrees', () => {
    const bad = { latencyMs: 50, jitterMs: 10, loss: 0.5 }
    const sim = new Simulation(dots, { kind })
    const clients: [Client, Client] = [
      sim.join({ script: pacing(forMs + 13_000) }),
      sim.join({ script: wander(4, 2000 + forMs) }),
    ]
    sim.run(2000)
    for (const { network } of clients) network.conditions = { up: bad, down: bad }
    expect(longestStillMs(sim, clients[1], forMs)).toBeLessThan(mostStillMs)
    for (const { network, session } of clients) {
      expect(session.state).toBe('open')
      network.conditions = presets.wifi
    }
    sim.run(8000)
    expect(longestStillMs(sim, clients[1], 3000)).toBeLessThan(300)
    sim.run(4000)
    expectAgreement(clients)
  })
})

test('a name that is too long ends between two characters, and is the same at every end', () => {
  const simulation = new Simulation(runner)
  const family = '👨‍👩‍👧‍👦'
  const one = simulation.join({ profile: { name: `${family} ${family} Ada` } })
  const two = simulation.join()
  simulation.run(1000)
  expect(simulation.room.players[0]!.profile.name).toBe(`${family} `)
  for (const { session } of [one, two])
    expect(session.entities('body').map(({ name }) => name)).toContain(`${family} `)
  // The room's own code may write texts that are too long, too.
  const [body] = simulation.room.world.entities('body')
  body!.name = `${'x'.repeat(15)}😀`
  simulation.run(1000)
  expect(body!.name).toBe('x'.repeat(15))
})
