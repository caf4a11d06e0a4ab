import { describe, expect, test } from 'vitest'
import { CLIENT_MESSAGES, MessageAllowance } from '../../link/message-allowance.ts'
import { FloodGuard } from './flood-guard.ts'

/** How many of a thing are taken at once. */
function count(take: () => boolean): number {
  for (let taken = 0; taken < 100_000; taken++) if (!take()) return taken
  return Infinity
}

const full = () => {
  const guard = new FloodGuard(0)
  expect(guard.takePacket(0, 10_000)).toBe(true)
  return guard
}

describe('packets', () => {
  test('cost 10 µs and 0.05 µs a byte; a new client has 5 ms of them, a rested one 100 ms', () => {
    for (const [bytes, packets] of [
      [0, 500],
      [200, 250],
      [1800, 50],
      [40_000, 2],
    ] as const) {
      const fresh = new FloodGuard(0)
      expect(count(() => fresh.takePacket(bytes, 0))).toBe(packets)
    }
    const rested = new FloodGuard(0)
    expect(count(() => rested.takePacket(0, 99_000))).toBe(10_000)
  })

  test('are granted again at 20 ms a second', () => {
    const guard = full()
    count(() => guard.takePacket(0, 10_000))
    expect(guard.takePacket(0, 10_000.4)).toBe(false)
    expect(guard.takePacket(0, 10_000.6)).toBe(true)
    expect(count(() => guard.takePacket(0, 11_000.6))).toBe(2000)
  })

  test('share their allowance with HELLOs, each of which costs 100 µs', () => {
    const guard = new FloodGuard(0)
    expect(count(() => guard.takeHello(0))).toBe(50)
    expect(guard.takePacket(0, 0)).toBe(false)
  })
})

describe('messages', () => {
  test('are 80 for a new client, 260 for a rested one, and 25 a second', () => {
    const guard = new FloodGuard(0)
    expect(count(() => guard.takeMessage(1, 0))).toBe(80)
    expect(count(() => guard.takeMessage(1, 1000))).toBe(25)
    expect(count(() => guard.takeMessage(1, 99_000))).toBe(260)
  })

  test('are 20,480 characters for a new client, 229,376 for a rested one, and 20,480 a second', () => {
    const guard = new FloodGuard(0)
    expect(count(() => guard.takeMessage(10_240, 0))).toBe(2)
    expect(count(() => guard.takeMessage(10_240, 1000))).toBe(2)
    expect(count(() => guard.takeMessage(10_240, 99_000))).toBe(22)
  })
})

test('a client at the usual pace never exceeds it, although all of 10 s comes at once, again and again', () => {
  const guard = new FloodGuard(0)
  let nowMs = 0
  const pace = new MessageAllowance(CLIENT_MESSAGES, 0)
  for (const characters of [1, 400, 16_383])
    for (let round = 0; round < 10; round++) {
      let sent = 0
      const endMs = nowMs + 10_000
      for (; nowMs < endMs; nowMs += 16) while (pace.take(characters, nowMs)) sent++
      for (let i = 0; i < sent; i++) expect(guard.takeMessage(characters, nowMs)).toBe(true)
    }
})
