import { presets } from 'glissade/client'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { room } from './ferry-server.ts'

test('C5 A7 the sailors of the guide stand on the deck that is shown, own and remote, and fish correct nobody', () => {
  const simulation = new Simulation(room, { kind: 'datagram' })
  const [one, other] = [1, 2].map(() => simulation.join({ conditions: presets.log }))
  simulation.run(3000)
  let frames = 0
  const stop = other!.session.onFrame(() => {
    const ferry = other!.session.entities('ferry').find(({ index }) => index === 0)
    for (const sailor of other!.session.entities('sailor')) {
      frames++
      expect(Math.abs(sailor.x - ferry!.x)).toBeLessThan(sailor.mine ? 0.5 : 1)
      expect(sailor.y).toBe(ferry!.y)
    }
  })
  simulation.run(10_000)
  stop()
  expect(frames).toBeGreaterThan(1000)
  expect(one!.session.entities('sailor')[0]!.fish).toBeGreaterThan(5)
  one!.session.input.right = true
  simulation.run(2000)
  expect(one!.session.entities('sailor').find(({ mine }) => mine)!.aboard).toBe(0)
  expect(one!.session.stats.corrections).toBe(0)
})
