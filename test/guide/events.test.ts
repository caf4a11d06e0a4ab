import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { listen } from './events-page.ts'
import { hit, room } from './events-server.ts'

test('a shot that a hit prevented is stopped, and the hit is shown in one frame', () => {
  const sim = new Simulation(room)
  const { session } = sim.join({ conditions: { up: { latencyMs: 80 }, down: { latencyMs: 80 } } })
  sim.run(3000)
  const log: string[] = []
  let frame = 0
  let health = 100
  listen(session, (name) => {
    log.push(name)
    return { stop: () => log.push('stopped') }
  })
  session.on('hit', ({ whom }) => {
    expect(session.entities('gunner').find(({ id }) => id === whom)?.mine).toBe(true)
    log.push(`hit ${frame}`)
  })
  session.onMessage((text) => log.push(`${text} ${frame}`))
  session.onFrame(() => {
    const [gunner] = session.entities('gunner')
    if (gunner && gunner.health !== health) log.push(`health ${frame}`)
    health = gunner?.health ?? health
    frame++
  })
  session.input.fire = true
  sim.run(1000)
  expect(new Set(log)).toEqual(new Set(['shot']))
  hit(sim.room.world, sim.room.players[0]!)
  sim.run(400)
  expect(log).toContain('stopped')
  const frameOf = (what: string) =>
    Number(
      log
        .find((line) => line.startsWith(what))!
        .split(' ')
        .at(-1),
    )
  expect(frameOf('You were hit.')).toBe(frameOf('hit'))
  // Up to a send interval later, which is three frames.
  expect(frameOf('health')).toBeGreaterThanOrEqual(frameOf('hit'))
  expect(frameOf('health')).toBeLessThan(frameOf('hit') + 3)
})
