import { defineGame, flag, int, number, own, told } from 'glissade'
import type { Conditions } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { Random } from '../src/base/random.ts'

const STEP_MS = 1000 / 30

/** Walks by its keys, and nothing else moves it; the room counts up what only it writes, of which others see the tens. */
const room = defineRoom(
  defineGame({
    name: 'strollers',
    stepHz: 30,
    input: { left: flag(), right: flag() },
    entities: {
      stroller: {
        x: number({ max: 8000, step: 1 / 64 }),
        steps: own(int()),
        coins: told(int()),
        wealth: told(number({ max: 1000, step: 1 / 8, coarse: 1 })),
      },
    },
    move: {
      stroller(stroller, { left, right }) {
        stroller.x += 2 * (+right - +left)
        if (left || right) stroller.steps++
      },
    },
  }),
  {
    join: (world, player) => world.spawn('stroller', player, { x: 4000 }),
    update(world, { tick }) {
      for (const stroller of world.entities('stroller')) {
        if (tick % 3 === 0) stroller.coins++
        stroller.wealth += 1 / 8
      }
    },
  },
)

/** Keys that are pressed and let go again, with rests of up to two seconds in between. */
function restless(random: Random) {
  let key = 0
  let untilMs = 0
  return ({ input }: { input: { left: boolean; right: boolean } }, timeMs: number) => {
    if (timeMs < untilMs) return
    key = key === 0 ? (random.next() < 0.5 ? 1 : 2) : 0
    untilMs = timeMs + random.between(STEP_MS, key === 0 ? 2000 : 500)
    input.left = key === 1
    input.right = key === 2
  }
}

const way = (more: object): Conditions => {
  const latencyMs = 60
  return { up: { latencyMs, ...more }, down: { latencyMs, ...more } }
}

describe.each(['ordered', 'datagram'] as const)('whoever rests and starts again, %s', (kind) => {
  // At 15 % loss, TCP now and then stands still for over two seconds, and then the room moves whoever is silent.
  const loss = kind === 'ordered' ? 0.08 : 0.15
  test.each([
    ['packets are lost', way({ jitterMs: 10, loss })],
    ['the connection stalls', way({ freeze: { everyMs: 3000, forMs: 350 } })],
  ])('is never corrected where nobody else moves it: %s', (_name, conditions) => {
    for (let seed = 1; seed <= 6; seed++) {
      const simulation = new Simulation(room, { kind, seed })
      for (let n = 0; n < 3; n++)
        simulation.join({ conditions, script: restless(new Random(10 * seed + n)) })
      simulation.run(20_000)
      const { stepsWithoutInput, inputsDropped } = simulation.room.stats
      expect({ stepsWithoutInput, inputsDropped }).toEqual({
        stepsWithoutInput: 0,
        inputsDropped: 0,
      })
      for (const { session } of simulation.clients)
        expect(session.stats.corrections, `seed ${seed}`).toBe(0)
    }
  })
})
