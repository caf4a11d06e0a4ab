import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { race } from './who-is-here.ts'
import { clock, lines } from './who-is-here-page.ts'
import { raceRoom } from './who-is-here-server.ts'

test('who is here: players, spectators and the clock of the round', () => {
  const sim = new Simulation(raceRoom)
  const ada = sim.join({ profile: { name: 'Ada', ticket: 'secret' } })
  expect(clock(ada.session)).toBe('0:00')
  sim.run(300)
  expect(lines(ada.session)).toEqual(['Ada, you'])
  const bob = sim.join({ profile: { name: 'Bob', role: 'spectator', ticket: 'another' } })
  sim.run(300)
  expect(lines(ada.session)).toEqual(['Ada, you', 'Bob, watching'])
  expect(lines(bob.session)).toEqual(['Ada', 'Bob, you, watching'])
  expect(ada.session.players[1]).not.toHaveProperty('ticket')
  expect(bob.session.entities('runner')[0]!.owner).toBe(ada.session.players[0]!.id)

  // The first round begins after the pause.
  sim.run(14_400)
  // The clock shows what is on display, which is a little before the server's own time.
  expect(clock(bob.session)).toMatch(/^0:5[01]$/)
  expect(bob.session.displayTick).toBeLessThanOrEqual(sim.room.tick)
  expect(bob.session.displayTick).toBeGreaterThan(sim.room.tick - 0.3 * race.stepHz)

  const shown = new Set<string>()
  const results: unknown[] = []
  bob.session.onFrame(() => shown.add(clock(bob.session)))
  bob.session.onMessage('results', (data) => {
    results.push([data, clock(bob.session)])
  })
  ada.session.input.right = true
  sim.run(120_000)
  expect([...shown].every((text) => /^(1:00|0:\d\d)$/.test(text))).toBe(true)
  expect(shown.size).toBe(61)
  // They come when the clock is at zero, and tell of those who were here.
  const result = [{ players: [ada.session.playerId], metres: [800] }, '0:00']
  expect(results).toEqual([result, result])
  ada.session.input.right = false

  bob.session.send('play', {})
  bob.session.send('play', {})
  sim.run(600)
  expect(bob.session.entities('runner').map(({ mine }) => mine)).toEqual([false, true])
  expect(ada.session.entities('runner').map(({ mine }) => mine)).toEqual([true, false])

  ada.cut()
  sim.run(300)
  expect(lines(bob.session)).toEqual(['Ada, away', 'Bob, you, watching'])
  sim.run(11_000)
  expect(lines(bob.session)).toEqual(['Bob, you, watching'])
})
