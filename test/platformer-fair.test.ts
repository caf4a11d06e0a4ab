import { type Conditions, presets } from 'glissade/client'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { Bot } from '../games/platformer/bots/bot.ts'
import { platformerRoom } from '../games/platformer/room.ts'
import { touchesBody } from '../games/platformer/rules/balls.ts'

const RANGE = { fromX: 656, toX: 992 }
const FAR = { up: { latencyMs: 125, jitterMs: 5 }, down: { latencyMs: 125, jitterMs: 5 } }

/** Lets bots throw at each other. Returns how many balls met somebody on their thrower's page, and how many hit. */
function fight(conditions: Conditions, seed: number): { met: number; hit: number } {
  const sim = new Simulation(platformerRoom, { kind: 'datagram', seed })
  const figures = { met: 0, hit: 0 }
  for (let n = 0; n < 4; n++) {
    const bot = new Bot(seed * 10 + n, RANGE)
    const met = new WeakSet<object>()
    const { session } = sim.join({
      conditions,
      script: (own) => {
        const pips = own.entities('pip')
        const me = pips.find(({ mine }) => mine)
        if (me) bot.think(me, pips, own.entities('coin'), own.ownTimeMs, own.input)
      },
    })
    session.onFrame(() => {
      for (const ball of session.entities('ball')) {
        if (!ball.mine || met.has(ball)) continue
        if (!session.entities('pip').some((pip) => !pip.mine && touchesBody(ball, pip))) continue
        met.add(ball)
        figures.met++
      }
    })
    session.on('splat', ({ thrower }) => {
      if (thrower === session.playerId) figures.hit++
    })
  }
  sim.run(60_000)
  return figures
}

test.each([
  ['250 ms', FAR],
  ['log', presets.log],
] as const)(
  'D13 a snowball hits whom it meets on the page of its thrower (%s)',
  (_, conditions) => {
    const sums = { met: 0, hit: 0 }
    for (const seed of [1, 2, 3]) {
      const { met, hit } = fight(conditions, seed)
      sums.met += met
      sums.hit += hit
    }
    expect(sums.met).toBeGreaterThan(100)
    // A ball may just touch a corner between two steps, or between two frames.
    expect(Math.abs(sums.hit - sums.met)).toBeLessThan(0.05 * sums.met)
  },
)
