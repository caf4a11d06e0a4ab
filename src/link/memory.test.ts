import { describe, expect, test } from 'vitest'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { Recorder, runLinkCases } from './link.case.ts'
import type { LinkKind } from './link.ts'
import { memoryPair } from './memory.ts'

for (const kind of ['ordered', 'datagram'] as LinkKind[]) {
  runLinkCases({
    name: `memoryPair, ${kind}`,
    open: async () => {
      const clock = new VirtualClock()
      return {
        ...memoryPair(clock, kind),
        turn: async () => clock.advance(10),
        end: () => undefined,
      }
    },
  })
}

describe('memoryPair', () => {
  test('delivers on the clock, never inside send, and leaves nothing behind', () => {
    const clock = new VirtualClock(500)
    const { client, server } = memoryPair(clock)
    const seen = new Recorder(server)
    server.open(seen)
    client.send(Uint8Array.of(1, 2, 3))
    expect(seen.packets).toEqual([])
    expect(client.bufferedBytes).toBe(3)
    clock.advance(0)
    expect(seen.stamps).toEqual([500])
    expect(client.bufferedBytes).toBe(0)
    client.close('left')
    clock.advance(0)
    expect(clock.pending).toBe(0)
  })
})
