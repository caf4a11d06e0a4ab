import { expect, test } from 'vitest'
import { storm } from './storm.ts'

/** The long form, with what is held in memory, is `npm run soak -- storm`. */
test('real sockets come, break and come back, and leave a server as it was', async () => {
  const plan = { seconds: 2, warmUpSeconds: 0, visitors: 6, honest: 3, resumeMs: 500 }
  const { visits, before, after, lost } = await storm(plan)
  expect(lost).toEqual([])
  const { rooms, players, connections, descriptors } = after
  expect({ rooms, players, connections }).toEqual({ rooms: 1, players: 3, connections: 3 })
  expect(descriptors).toBeLessThanOrEqual(before.descriptors)
  expect(visits['welcome']).toBeGreaterThan(3)
})
