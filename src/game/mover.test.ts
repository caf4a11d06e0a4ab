import { expect, test } from 'vitest'
import { gameEvents } from '../client/timeline/events.ts'
import { defineGame } from './define-game.ts'
import { flag, int, number } from './field.ts'
import { Mover } from './mover.ts'
import { TELEPORTS } from './schema.ts'
import { vec2 } from './vectors.ts'

const game = defineGame({
  name: 'dice',
  input: { roll: flag() },
  entities: { die: { face: number({ max: 100, step: 0.5 }), ms: int({ max: 100_000 }) } },
  events: gameEvents({ rolled: { face: number({ max: 100 }) } }),
  move: {
    die(die, input, ctx) {
      if (!input.roll) return
      die.face = ctx.random() * 100
      die.ms = ctx.timeMs
      for (let i = 0; i < 20; i++) ctx.emit('rolled', { face: die.face })
      ctx.teleport()
    },
  },
})
const [die] = game.kinds

function roll(player: number, input: number, id: number, replaying = false) {
  const mover = new Mover(game)
  const state = die!.schema.create()
  mover.begin(player, input, input * 256, replaying)
  mover.move(die!, die!.schema, state, id, { roll: true })
  return { state, raised: [...mover.raised] }
}

test('random numbers are the same for the same player, input and entity, and differ otherwise', () => {
  expect(roll(1, 1, 5).state).toEqual(roll(1, 1, 5).state)
  const others = [roll(2, 1, 5), roll(1, 2, 5), roll(1, 1, 6)].map(({ state }) => state['face'])
  expect(others).not.toContain(roll(1, 1, 5).state['face'])
})

test('A3 A4 the state is rounded after the step, and time is the player’s own', () => {
  const { state } = roll(1, 30, 5)
  // A step of the wire has 8192 fine steps.
  expect((state['face'] as number) % (0.5 / 8192)).toBe(0)
  expect((state['face'] as number) % 0.5).not.toBe(0)
  expect(state['ms']).toBe(1000)
  expect(state[TELEPORTS]).toBe(1)
})

test('an event keeps its data and place from when it was raised, even if they are written again', () => {
  const hit = { x: 1, at: { x: 1, y: 2 } }
  const hits = defineGame({
    name: 'hits',
    input: {},
    entities: { gun: {} },
    events: gameEvents({ hit: { x: number(), at: vec2() } }),
    move: {
      gun(_gun, _input, ctx) {
        ctx.emit('hit', hit, { near: hit.at })
        hit.x = hit.at.x = 7
      },
    },
  })
  const [gun] = hits.kinds
  const mover = new Mover(hits)
  mover.begin(1, 1, 256, false)
  mover.move(gun!, gun!.schema, gun!.schema.create(), 1, {})
  const [raised] = mover.raised
  expect(raised!.data).toEqual({ x: 1, at: { x: 1, y: 2 } })
  expect(raised!.audience).toEqual({ near: { x: 1, y: 2 } })
})

test('events are raised in order, at most 16 for an input, and never on a replay', () => {
  expect(roll(1, 1, 5).raised.map(({ index }) => index)).toEqual(
    Array.from({ length: 16 }, (_, i) => i),
  )
  expect(roll(1, 1, 5, true).raised).toEqual([])
})
