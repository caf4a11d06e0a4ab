import { Simulation } from 'glissade/testing'
import { expect, test, vi } from 'vitest'
import { island } from './rooms.ts'
import { follow } from './rooms-page.ts'
import { islandRoom } from './rooms-server.ts'

test('a room of the guide: chat, the ground, rounds, and a last word', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const sim = new Simulation(islandRoom)
  const { session } = sim.join({
    profile: { name: 'Ada' },
    script: ({ input }) => {
      input.right = true
    },
  })
  const lines: string[] = []
  const undo = follow(session, (line) => lines.push(line))
  sim.run(2000)
  session.send('chat', { text: 'hello' })
  sim.run(1000)
  expect(lines).toEqual(['Ada has come', 'Ada: hello'])
  expect(session.room.ground).toBe('grass')
  expect(session.secondsUntil(session.room.endsAt)).toBeCloseTo(57, 0)
  undo()
  sim.run(58_000)
  expect(session.room.ground).toBe('ice')
  expect(sim.room.world.state.round).toBe(2)
  session.send('chat', { text: '/quit' })
  sim.run(500)
  expect(session.state).toBe('closed')
  sim.room.close()
  expect(log).toHaveBeenCalledWith('the best of the day', { Ada: expect.any(Number) })
  expect(sim.room.world.state.best['Ada']).toBeGreaterThan(8000 - 1)
  expect(island.kinds.map(({ name }) => name)).toEqual(['runner', 'the room'])
  log.mockRestore()
})
