import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { DirectoryStore } from '../directory/store.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { Slot } from './slot.ts'

test('a process that the system does not start has ended', async () => {
  const slotEnded = new Promise<string>((died) => {
    const events = { ready: () => {}, left: () => {}, died, collectAll: async () => [] }
    const slot = new Slot(0, new DirectoryStore(new VirtualClock()), events)
    const worker = Object.assign(new EventEmitter(), { process: { pid: undefined } })
    slot.start(worker as unknown as Worker)
    expect(slot.isRunning).toBe(true)
    worker.emit('error', Object.assign(new Error('no process'), { code: 'EAGAIN' }))
    expect(slot.isRunning).toBe(false)
    expect(slot.deathsSince(0)).toBe(1)
  })
  expect(await slotEnded).toBe('EAGAIN')
})
