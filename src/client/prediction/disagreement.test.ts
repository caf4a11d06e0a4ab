import { defineGame, flag, number } from 'glissade'
import { presets } from 'glissade/client'
import { defineRoom, type WorldOf } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetWarnings } from '#development'
import { Random } from '../../base/random.ts'

const chance = new Random(5)

/** A walker. `isPure`: whether its `move` does without chance. */
const walk = (isPure: boolean) =>
  defineGame({
    name: 'walk',
    input: { right: flag() },
    entities: { walker: { x: number({ max: 10_000 }), y: number({ max: 100 }) } },
    move: {
      walker(walker, input, { dtSeconds }) {
        if (input.right) walker.x += 100 * dtSeconds
        if (!isPure) walker.x += chance.next()
      },
    },
  })
type World = WorldOf<ReturnType<typeof walk>>

beforeEach(forgetWarnings)
afterEach(() => vi.restoreAllMocks())

/** Walks to the right for 8 s while the room does `update` at each step. Returns the warnings. */
function warnings(isPure: boolean, update: (world: World) => void): string[] {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const room = defineRoom(walk(isPure), {
    join: (world, player) => world.spawn('walker', player, {}),
    update,
  })
  const sim = new Simulation(room)
  sim.join({
    conditions: presets.wifi,
    script: ({ input }) => {
      input.right = true
    },
  })
  sim.run(8000)
  return warn.mock.calls.map(([text]) => String(text))
}

/** Moves all walkers a little. */
const drift = (world: World): void => {
  for (const walker of world.entities('walker')) walker.x += 0.5
}

test.each([
  ['what update writes at each step', true, drift],
  ['a move that does something else each time', false, () => {}],
] as const)('a field that is corrected again and again is named once: %s', (_, isPure, update) => {
  expect(warnings(isPure, update)).toEqual([
    expect.stringMatching(
      /^glissade: 20 snapshots in a row have corrected walker\.x, which is \d.* on the server and \d.* here after the same input/,
    ),
  ])
})

test('a move that agrees, and a push now and then, are no mistake', () => {
  let steps = 0
  const push = (world: World): void => {
    if (++steps % 10 === 0) for (const walker of world.entities('walker')) walker.y += 1
  }
  expect(warnings(true, push)).toEqual([])
})
