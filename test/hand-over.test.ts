import { angle, defineGame, flag, number } from 'glissade'
import { presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { authorityOf } from './support/authority.ts'

type By = 'input' | 'tick'
/** Who has the ball: a player of this number, or the room. */
type Owner = 1 | 2 | null

const SPEED = 300
const TURN_SPEED = 3
const GIVE_SECONDS = 2.5

/**
 * A ball that moves by 5 units a frame and turns, whoever has it. The room hands it on every 2.5 s, in this order, and may put
 * it back so many seconds later.
 */
const balls = (by: By, order: readonly Owner[], resetSeconds = Number.NaN) =>
  defineRoom(
    defineGame({
      name: 'balls',
      authority: authorityOf(by),
      stepHz: 60,
      sendHz: 30,
      input: { right: flag() },
      entities: {
        pad: { y: number({ max: 100 }) },
        ball: { x: number({ max: 30_000 }), turn: angle() },
      },
      move: {
        pad() {},
        ball(ball, _, ctx) {
          ball.x += SPEED * ctx.dtSeconds
          ball.turn += TURN_SPEED * ctx.dtSeconds
        },
      },
    }),
    {
      join(world, player) {
        world.spawn('pad', player)
        if (player.id === 1) world.spawn('ball', player, { x: 0 })
      },
      update(world, { tick, dtSeconds }) {
        const [ball] = world.entities('ball')
        if (!ball) return
        if (ball.owner === null) {
          ball.x += SPEED * dtSeconds
          ball.turn += TURN_SPEED * dtSeconds
        }
        const every = GIVE_SECONDS * 60
        const turn = Math.floor(tick / every) - 2
        if (turn < 0) return
        const owner = order[turn % order.length]!
        if (tick % every === 0 && owner !== ball.owner)
          world.give(ball, world.players.find(({ id }) => id === owner) ?? null)
        if (tick % every !== resetSeconds * 60) return
        ball.x = 0
        world.teleport(ball)
      },
    },
  )

const wrapped = (turn: number): number => turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI))

/** Watches the ball on three pages: those of both players who get it, and that of a third one. */
function watch(by: By, order: readonly Owner[], preset: keyof typeof presets, seed: number) {
  const sim = new Simulation(balls(by, order), { seed })
  const pages = [1, 2, 3].map((n) => sim.join({ conditions: presets[preset], seed: seed * 10 + n }))
  sim.run(3000)
  const watched = pages.map(({ session }) => {
    const [ball] = session.entities('ball')
    let last = { x: ball!.x, turn: ball!.turn }
    const first = last
    const steps: number[] = []
    const turns: number[] = []
    const seen = { steps, turns, gaps: 0, speed: () => (last.x - first.x) / steps.length }
    session.onFrame(() => {
      const [ball, second] = session.entities('ball')
      if (!ball || second) seen.gaps++
      if (!ball) return
      steps.push(ball.x - last.x)
      turns.push(wrapped(ball.turn - last.turn))
      last = { x: ball.x, turn: ball.turn }
    })
    return seen
  })
  sim.run(20_000)
  expect(sim.room.world.entities('ball')[0]!.x).toBeGreaterThan(6000)
  return watched
}

describe.each(['input', 'tick'] as const)("D5 with authority '%s'", (by) => {
  describe.each([
    ['one player to another', [2, 1]],
    ['the room to a player and back', [null, 1]],
    ['everybody in turn', [null, 2, 1, 2, null, 1]],
  ] as const)('a ball in flight that goes from %s', (_, order) => {
    test.each([
      ['none', 1],
      ['wifi', 1],
      ['wifi', 2],
      ['intercontinental', 1],
      ['intercontinental', 2],
    ] as const)('leaps on no page, and goes back on none: %s, seed %d', (preset, seed) => {
      for (const { steps, turns, gaps, speed } of watch(by, order, preset, seed)) {
        expect(gaps).toBe(0)
        expect(Math.max(...steps)).toBeLessThan(12)
        expect(Math.min(...steps)).toBeGreaterThan(-1)
        expect(Math.max(...turns)).toBeLessThan(0.2)
        expect(Math.min(...turns)).toBeGreaterThan(-0.01)
        // It arrives where it should be, and stays there.
        expect(speed()).toBeGreaterThan(4.8)
        expect(speed()).toBeLessThan(5.2)
      }
    })
  })

  test.each([
    ['as it gets another owner', 0],
    ['while it eases over', 0.2],
  ])('a ball that is teleported %s is there at once', (_, seconds) => {
    const sim = new Simulation(balls(by, [2, null, 1], seconds), { seed: 1 })
    const pages = [1, 2, 3].map(() => sim.join({ conditions: presets.wifi }))
    sim.run(3000)
    const landed = pages.map(({ session }) => {
      const at: number[] = []
      let last = session.entities('ball')[0]!.x
      session.onFrame(() => {
        const { x } = session.entities('ball')[0]!
        if (x < last - 100) at.push(x)
        last = x
      })
      return at
    })
    sim.run(20_000)
    for (const at of landed) {
      expect(at.length).toBeGreaterThanOrEqual(7)
      expect(Math.max(...at)).toBeLessThan(150)
    }
  })
})
