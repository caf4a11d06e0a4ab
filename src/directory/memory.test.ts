import { expect, test } from 'vitest'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { runDirectoryCases } from './directory.case.ts'
import { memoryDirectory } from './memory.ts'
import { DirectoryStore } from './store.ts'

runDirectoryCases({
  name: 'memoryDirectory',
  share: async (times) => {
    const clock = new VirtualClock()
    const store = new DirectoryStore(clock, times)
    return {
      open: () => memoryDirectory(store),
      lapse: async (id) => {
        const process = store.process(id)
        if (process) process.leaseEndsMs = clock.nowMs()
      },
      pass: async () => clock.advance(100),
      end: async () => {},
    }
  },
})

const SELF = { id: 'a', url: 'ws://a.example', games: { duel: 1 }, capacity: 1000 }
const IDLE = { rooms: 0, players: 0, isDraining: false }

test('rooms that nobody has are forgotten after ten minutes, with their terms, and others are kept', async () => {
  const clock = new VirtualClock()
  const store = new DirectoryStore(clock)
  const directory = memoryDirectory(store)
  await directory.join(SELF)
  for (let n = 0; n < 500; n++) {
    await directory.claim('duel', `room ${n}`, 1)
    if (n % 5 > 0) await directory.release(`duel/room ${n}`, 1)
  }
  expect(store.rooms.size).toBe(500)
  for (let second = 0; second < 640; second++) {
    clock.advance(1000)
    expect(await directory.heartbeat({ ...IDLE, rooms: 100 }, new Map())).toMatchObject({
      lost: [],
    })
  }
  expect(store.rooms.size).toBe(100)
  expect(await directory.claim('duel', 'room 5', 1)).toMatchObject({ isNew: false, term: 1 })
})

test('the lease runs out three seconds after the last heartbeat', async () => {
  const clock = new VirtualClock()
  const store = new DirectoryStore(clock)
  const directory = memoryDirectory(store)
  await directory.join(SELF)
  await directory.claim('duel', 'x', 1)
  clock.advance(2999)
  await directory.heartbeat(IDLE, new Map())
  clock.advance(2999)
  expect(await directory.find('duel/x')).toMatchObject({ isMine: true })
  clock.advance(1)
  expect(await directory.find('duel/x')).toBeNull()
  expect(await directory.heartbeat(IDLE, new Map())).toEqual({ hasLapsed: true, lost: [] })
})
