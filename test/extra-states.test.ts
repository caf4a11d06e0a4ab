import { defineGame, hermiteCurve, int, number, own } from 'glissade'
import { type Conditions, presets } from 'glissade/client'
import { FixedDelay, hermite, intervalsToDelayMs } from 'glissade/parts'
import { defineRoom } from 'glissade/server'
import { type LinkKind, Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'

interface Point {
  readonly x: number
  readonly y: number
}

const STEP_MS = 1000 / 60
const GRAVITY = 1800
const SENT_EVERY = 3

/** A ball that falls, bounces and comes to rest on the floor at 0, and is kicked now and then; and where it was. */
function bouncing() {
  const way: { y: number; vy: number }[] = [{ y: 300, vy: 0 }]
  const room = defineRoom(
    defineGame({
      name: 'bouncing',
      stepHz: 60,
      sendHz: 20,
      input: {},
      entities: {
        ball: {
          y: number({ curve: hermiteCurve(), velocity: 'vy' }),
          vy: number({ min: -4096, max: 4096 }),
        },
      },
    }),
    {
      open: (world) => world.spawn('ball', null, way[0]),
      update(world, { tick, dtSeconds }) {
        for (const ball of world.entities('ball')) {
          ball.y += ball.vy * dtSeconds - (GRAVITY * dtSeconds * dtSeconds) / 2
          ball.vy -= GRAVITY * dtSeconds
          if (ball.y <= 0) {
            ball.y = 0
            ball.vy = ball.vy < -300 ? -0.6 * ball.vy : 0
          }
          if (tick % 200 === 0) ball.vy = 900
          way[tick] = { y: ball.y, vy: ball.vy }
        }
      },
    },
  )
  return { room, way }
}

/** How far it was shown from its way, at most; and how far the curves between network ticks alone are. */
function missed(kind: LinkKind, conditions: Conditions, delays: number) {
  const { room, way } = bouncing()
  const sim = new Simulation(room, { kind })
  const playout = new FixedDelay(intervalsToDelayMs(20, delays))
  const { session } = sim.join({ conditions, playout, frameHz: 144 })
  sim.run(2000)
  let most = 0
  let bare = 0
  session.onFrame(() => {
    const at = session.renderTimeMs / STEP_MS
    const [ball] = session.entities('ball')
    most = Math.max(most, offWay(way, at, ball!.y))
    const from = SENT_EVERY * Math.floor(at / SENT_EVERY)
    const a = way[from]!
    const b = way[from + SENT_EVERY]!
    const span = (SENT_EVERY * STEP_MS) / 1000
    const alone = hermite(a.y, a.vy * span, b.y, b.vy * span, (at - from) / SENT_EVERY)
    bare = Math.max(bare, offWay(way, at, alone))
  })
  sim.run(20_000)
  expect(session.stats.extrapolatedFrames).toBe(0)
  return { most, bare }
}

/** The way goes from step to step in a curve of its own: what lies between two of them is no miss. */
function offWay(way: readonly { y: number }[], at: number, y: number): number {
  const before = way[Math.floor(at)]!.y
  const after = way[Math.ceil(at)]!.y
  return Math.max(0, Math.min(before, after) - y, y - Math.max(before, after))
}

test.each(['ordered', 'datagram'] as const)(
  'D3 a ball that lands and is kicked between two network ticks is shown on its way (%s)',
  (kind) => {
    const { most, bare } = missed(kind, { up: { latencyMs: 50 }, down: { latencyMs: 50 } }, 3)
    expect(bare).toBeGreaterThan(6)
    // Within the step of the bounce the sent velocities make a dent of 2.2 units.
    expect(most).toBeLessThan(2.5)
  },
)

/** Runs along the sides of squares, another way every 20 steps: the corners of its way fall anywhere. */
function around() {
  const way: { x: number; y: number }[] = []
  const room = defineRoom(
    defineGame({
      name: 'around',
      stepHz: 60,
      sendHz: 20,
      input: {},
      entities: { dot: { x: number(), y: number(), gone: own(int({ max: 1_000_000 })) } },
      move: {
        dot(dot) {
          const side = Math.floor(++dot.gone / 20) % 4
          if (side === 0) dot.x += 5
          else if (side === 1) dot.y += 5
          else if (side === 2) dot.x -= 5
          else dot.y -= 5
          way[dot.gone] = { x: dot.x, y: dot.y }
        },
      },
    }),
    {
      join: (world, player) => world.spawn('dot', player),
    },
  )
  return { room, way }
}

test('D3 what a player did while its inputs were held up is shown without cut corners when they come in a burst', () => {
  const { room, way } = around()
  const sim = new Simulation(room, { kind: 'ordered' })
  const up: Conditions = { up: { latencyMs: 60, jitterMs: 20, loss: 0.03 }, down: {} }
  const runner = sim.join({ conditions: up })
  const { session } = sim.join({
    conditions: presets.none,
    playout: new FixedDelay(1350),
    frameHz: 144,
  })
  sim.run(4000)
  let most = 0
  session.onFrame(() => {
    const dot = session.entities('dot').find(({ mine }) => !mine)!
    const offs = way.slice(1, -1).map((a, i) => distance(dot, a, way[i + 2]!))
    most = Math.max(most, Math.min(...offs))
  })
  sim.run(10_000)
  expect(runner.session.stats.corrections).toBe(0)
  expect(most).toBeLessThan(2)
})

/** How far a point is from the line between two others. */
function distance(at: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const along = ((at.x - a.x) * dx + (at.y - a.y) * dy) / (dx * dx + dy * dy || 1)
  const t = Math.min(1, Math.max(0, along))
  return Math.hypot(at.x - a.x - dx * t, at.y - a.y - dy * t)
}
