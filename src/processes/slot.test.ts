import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { DirectoryStore } from '../directory/store.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { Slot } from './slot.ts'

test('a process that the system does not start has ended', async () => {
  const slotEnded = new Promise<string>((died) => {
    const events = { ready: () => {}, left: () => {}, died, collectAll: async () => [] }
    const clock = new VirtualClock()
    const slot = new Slot(0, new DirectoryStore(clock), events, clock)
    const worker = Object.assign(new EventEmitter(), { process: { pid: undefined } })
    slot.start(worker as unknown as Worker)
    expect(slot.isRunning).toBe(true)
    worker.emit('error', Object.assign(new Error('no process'), { code: 'EAGAIN' }))
    expect(slot.isRunning).toBe(false)
    expect(slot.deathsSince(0)).toBe(1)
  })
  expect(await slotEnded).toBe('EAGAIN')
})

describe('a process that says nothing for 3 s', () => {
  /** A slot with a process that is ready, and what the slot has sent to it. */
  function begin() {
    const clock = new VirtualClock()
    const told: string[] = []
    const events = {
      ready: () => told.push('ready'),
      left: () => told.push('left'),
      died: () => {},
      collectAll: async () => [],
    }
    const slot = new Slot(0, new DirectoryStore(clock), events, clock)
    const sent: { readonly name?: string; readonly id: number; readonly args?: unknown[] }[] = []
    const worker = Object.assign(new EventEmitter(), {
      process: { pid: 1 },
      send: (message: (typeof sent)[number]) => sent.push(message),
    })
    slot.start(worker as unknown as Worker)
    let calls = 0
    const ask = async (name: string) => {
      const id = 1000 + calls++
      worker.emit('message', { glissade: 'call', id, name, args: [] })
      for (let turns = 0; turns < 5; turns++) await Promise.resolve()
      return (sent.find((one) => one.id === id) as { value?: unknown } | undefined)?.value
    }
    const run = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 250) {
        clock.advance(250)
        slot.look(clock.nowMs())
      }
      for (let turns = 0; turns < 5; turns++) await Promise.resolve()
    }
    const hand = () => {
      let isTaken: boolean | undefined
      const arrival = { socket: {} as Socket, head: new Uint8Array(0), wanted: null }
      void slot.hand(arrival, false).then((is) => (isTaken = is))
      const { id, args } = sent.at(-1)!
      const answer = (value: unknown) => worker.emit('message', { glissade: 'answer', id, value })
      return { isTaken: () => isTaken, answer, lapses: args![2] }
    }
    return { slot, told, ask, run, hand }
  }

  test('is not ready until it says something, and those it has not taken are taken back', async () => {
    const { slot, told, ask, run, hand } = begin()
    expect(await ask('ready')).toBe(0)
    await run(2750)
    const [taken, waiting] = [hand(), hand()]
    taken.answer(true)
    await run(250)
    expect([taken.isTaken(), waiting.isTaken(), slot.isReady]).toEqual([true, undefined, true])
    await run(250)
    expect([waiting.isTaken(), slot.isReady, slot.isOpen]).toEqual([false, false, true])
    // What was passed before may not be taken after that: the process compares the numbers.
    expect(waiting.lapses).toBe(0)
    expect(await ask('runs')).toBe(1)
    expect(slot.isReady).toBe(true)
    expect(hand().lapses).toBe(1)
    expect(told).toEqual(['ready', 'left', 'ready'])
  })

  test('is one that says so once a second: it stays ready', async () => {
    const { slot, ask, run } = begin()
    await ask('ready')
    for (let n = 0; n < 20; n++) {
      await run(1000)
      expect(await ask('runs')).toBe(0)
      expect(slot.isReady).toBe(true)
    }
  })

  test('may refuse a connection, which then goes to another process', async () => {
    const { ask, hand } = begin()
    await ask('ready')
    const refused = hand()
    refused.answer(false)
    for (let turns = 0; turns < 5; turns++) await Promise.resolve()
    expect(refused.isTaken()).toBe(false)
  })
})
