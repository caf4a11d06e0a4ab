import { expect, test } from 'vitest'
import { DirectoryStore } from '../directory/store.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { awakeClock } from './awake-clock.ts'

test('no lease runs out while the process that keeps the directory does not run', () => {
  const outside = new VirtualClock()
  const clock = awakeClock(outside)
  const pass = (ms: number): void => {
    for (let n = 0; n < ms; n += 250) {
      outside.advance(250)
      clock.nowMs()
    }
  }
  const store = new DirectoryStore(clock, { leaseMs: 3000 })
  store.add({ id: 'a', url: '/p/0/glissade', games: { duel: 1 }, capacity: 10 }, 0)
  pass(2000)
  outside.advance(3_600_000)
  expect(store.process('a')).toBeDefined()
  pass(1000)
  expect(store.process('a')).toBeUndefined()
})
