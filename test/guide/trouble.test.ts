import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { room, strict, trouble } from './trouble-server.ts'

test('a hidden tab does not hang in the air, and a room that stood still says so', () => {
  const sim = new Simulation(room, strict)
  const client = sim.join()
  const { session } = client
  sim.run(2000)
  session.input.jump = true
  sim.run(300)
  const [jumper] = sim.room.world.entities('jumper')
  expect(jumper!.y).toBeGreaterThan(40)
  session.input.jump = false
  client.stall(60_000)
  sim.run(5000)
  expect(jumper!.y).toBe(0)
  sim.pauseServer(3000)
  sim.run(4000)
  expect(trouble(sim.room)).toMatch(
    /moved without input: [2-9]\d\d steps\ninputs dropped: \d+\nstood still: 27\d\d ms\nsnapshots held back: \d+\nended: none/,
  )
})
