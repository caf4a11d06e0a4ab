import { Simulation } from 'glissade/testing'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetWarnings } from '#development'
import { beeping } from './support/beeping.ts'

beforeEach(() => forgetWarnings())

test('while a game is developed, an event that nobody listens to for 5 s is named once', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const sim = new Simulation(beeping())
  const { session } = sim.join({ script: ({ input }) => void (input.fire = true) })
  sim.run(4000)
  session.on('beep', () => {})
  expect(warn).not.toHaveBeenCalled()
  sim.run(20_000)
  expect(warn.mock.calls.flat()).toEqual([
    "glissade: an event 'shot' happened 5 s ago, and the page does not listen: call session.on('shot', ...)",
  ])
  warn.mockRestore()
})
