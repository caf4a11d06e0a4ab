import { defineGame, flag, number } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect } from 'vitest'
import type { LinkKind } from '../../src/link/link.ts'
import { authorityOf } from './authority.ts'

/** How fast a dot moves. */
const UNITS_PER_SECOND = 200
/** How long after the return all has to be well again, and for how long it is looked at then. */
const HEALED_MS = 2000
const LOOKED_AT_MS = 5000
const WIDTH = 100_000
/** How far a picture may be from the truth of that moment: 200 ms of running. */
const MOST_UNITS = 40

const dots = (authority: 'input' | 'tick', stepHz: number) =>
  defineRoom(
    defineGame({
      name: 'dots',
      authority: authorityOf(authority),
      stepHz,
      sendHz: 20,
      input: { right: flag(), left: flag() },
      entities: { dot: { x: number({ max: WIDTH }) } },
      move: {
        dot(dot, input, ctx) {
          dot.x += (+input.right - +input.left) * UNITS_PER_SECOND * ctx.dtSeconds
        },
      },
    }),
    {
      join: (world, player) => world.spawn('dot', player, { x: WIDTH / 2 }),
    },
  )

/** What a tab is, and for how long it is hidden. */
export interface Hiding {
  readonly authority: 'input' | 'tick'
  readonly stepHz: number
  readonly hiddenMs: number
  readonly kind?: LinkKind
}

/** Nobody is thrown out, and neither picture is far off once the player has been back for 2 s. */
export function expectToHeal(hiding: Hiding): void {
  const { states, closed, errors, leastFrames } = hide(hiding)
  expect({ states, closed }).toEqual({ states: ['open', 'open', 'open'], closed: 0 })
  expect(leastFrames).toBeGreaterThan(90)
  expect(errors.own).toBeLessThan(MOST_UNITS)
  expect(errors.others).toBeLessThan(MOST_UNITS)
  expect(errors.late).toBeLessThan(MOST_UNITS)
}

/**
 * Two players run to and fro, then the page of one is hidden: no frames, but packets are acknowledged. A third comes while
 * it is; then it is back and runs on. Says how far the pictures of all three were from the server's truth of that very moment,
 * from 2 s after the return on: a player who runs at 200 units a second is shown where it was a moment ago, so the least there
 * can be is not 0.
 */
function hide({ authority, stepHz, hiddenMs, kind }: Hiding) {
  const sim = new Simulation(dots(authority, stepHz), { kind })
  const script = ({ input }: typeof hidden.session, timeMs: number) => {
    input.right = Math.floor(timeMs / 900) % 2 === 0
    input.left = !input.right
  }
  const hidden = sim.join({ script })
  // Fewer frames cost less, and no frame is what is looked at here.
  const other = sim.join({ script, frameHz: 20 })
  sim.run(4000)
  hidden.stall(hiddenMs)
  sim.run(hiddenMs - 500)
  const late = sim.join({ frameHz: 20 })
  sim.run(500)
  const truth = () => sim.room.world.entities('dot').find(({ owner }) => owner === 1)?.x
  const errors = { own: 0, others: 0, late: 0 }
  const frames = { own: 0, others: 0, late: 0 }
  let isLooking = false
  const look = (whose: keyof typeof errors, { session }: typeof hidden) =>
    session.onFrame(() => {
      const shown = session.entities('dot').find(({ owner }) => owner === 1)?.x
      const error = Math.abs((shown ?? Infinity) - (truth() ?? Infinity))
      if (!isLooking) return
      frames[whose]++
      errors[whose] = Math.max(errors[whose], Number.isNaN(error) ? Infinity : error)
    })
  look('own', hidden)
  look('others', other)
  look('late', late)
  sim.run(HEALED_MS)
  isLooking = true
  sim.run(LOOKED_AT_MS)
  const { closed } = sim.room.stats
  return {
    errors,
    leastFrames: Math.min(...Object.values(frames)),
    states: sim.clients.map(({ session }) => session.state),
    closed: Object.values(closed).reduce((sum, count) => sum + count),
  }
}
