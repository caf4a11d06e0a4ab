import { Simulation } from 'glissade/testing'
import { expect, test, vi } from 'vitest'
import { duelRoom, report } from './fails-server.ts'

test('the duel of the guide refuses a third player with its words, and goes on', async () => {
  const sim = new Simulation(duelRoom, { onError: report })
  const two = [sim.join().session, sim.join().session] as const
  sim.run(200)
  const third = sim.join().session
  const refused = expect(third.joined).rejects.toMatchObject({
    code: 'refused',
    detail: 'two are playing already',
  })
  sim.run(200)
  await refused
  two[0].input.fire = true
  sim.run(500)
  expect(sim.room.world.entities('fighter').map(({ health }) => health)).toEqual([3, 2])
})

test('its report names the place of an error', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = new Error('a bug')
  report(error, { game: 'duel', room: 'red', player: 2, hook: 'on', tick: 90 })
  expect(log).toHaveBeenCalledWith('on in room red of duel, player 2, step 90:', error)
  log.mockRestore()
})
