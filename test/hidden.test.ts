import { Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import { platformerRoom } from '../games/platformer/room.ts'
import { expectToHeal } from './support/hiding.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** Two hours are `npm run soak -- hidden`. */
const HIDDEN_MS = [SECOND, 30 * SECOND, 20 * MINUTE]
const AUTHORITIES = ['input', 'tick'] as const
describe.each(AUTHORITIES)("A11 a page that was hidden, with authority '%s'", (authority) => {
  describe.each([30, 60, 128])('at %d Hz', (stepHz) => {
    test.each(HIDDEN_MS)('for %d ms', (hiddenMs) => expectToHeal({ authority, stepHz, hiddenMs }))
  })

  test.each([30 * SECOND, 20 * MINUTE])('for %d ms, over datagrams', (hiddenMs) =>
    expectToHeal({ authority, stepHz: 60, hiddenMs, kind: 'datagram' }),
  )
})

describe('A11 a player who is gone in the middle of a jump', () => {
  /** A player at the top of a jump, and another who looks on. */
  function jumping() {
    const sim = new Simulation(platformerRoom)
    const jumper = sim.join({ reopens: true })
    const other = sim.join()
    sim.run(8000)
    const owner = jumper.session.playerId
    const truth = () => sim.room.world.entities('pip').find((pip) => pip.owner === owner)!
    const shown = () => other.session.entities('pip').find((pip) => pip.owner === owner)!
    const groundY = truth().y
    jumper.session.input.jump = true
    sim.run(250)
    jumper.session.input.jump = false
    expect(groundY - truth().y).toBeGreaterThan(30)
    return { sim, jumper, truth, shown, groundY }
  }

  test.each(['hidden', 'cut'] as const)(
    '%s: stands on the ground 3 s later, for everybody',
    (how) => {
      const { sim, jumper, truth, shown, groundY } = jumping()
      if (how === 'hidden') jumper.stall(6000)
      else jumper.cut(6000)
      sim.run(3000)
      expect(truth().y).toBe(groundY)
      expect(shown().y).toBeCloseTo(groundY, 0)
      sim.run(5000)
      expect(jumper.session.state).toBe('open')
      const { x } = truth()
      jumper.session.input.right = true
      sim.run(500)
      jumper.session.input.right = false
      sim.run(1500)
      const own = jumper.session.entities('pip').find(({ mine }) => mine)!
      expect(truth().x - x).toBeGreaterThan(30)
      expect(truth().y).toBe(groundY)
      for (const one of [own, shown()]) {
        expect(Math.abs(one.x - truth().x)).toBeLessThan(1)
        expect(Math.abs(one.y - truth().y)).toBeLessThan(1)
      }
    },
  )

  test('who comes while somebody is hidden for long gets in, and nobody loses its place', () => {
    const { sim, jumper, truth } = jumping()
    jumper.stall(30 * MINUTE)
    sim.run(18 * MINUTE)
    const late = sim.join()
    sim.run(2 * MINUTE)
    expect(sim.clients.map(({ session }) => session.state)).toEqual(['open', 'open', 'open'])
    const seen = late.session.entities('pip').find(({ owner }) => owner === truth().owner)!
    expect(Math.abs(seen.y - truth().y)).toBeLessThan(1)
    expect(Object.values(sim.room.stats.closed).reduce((sum, count) => sum + count)).toBe(0)
  })
})
