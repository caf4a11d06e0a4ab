import { expect, test } from 'vitest'
import { Recorder, runLinkCases } from '../link/link.case.ts'
import type { LinkKind } from '../link/link.ts'
import { memoryPair } from '../link/memory.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { CountedLink } from './counted-link.ts'
import { nameOfLink } from './links.ts'

for (const kind of ['ordered', 'datagram'] as LinkKind[]) {
  runLinkCases({
    name: `CountedLink, ${kind}`,
    open: async () => {
      const clock = new VirtualClock()
      const { client, server } = memoryPair(clock, kind)
      return {
        client,
        server: new CountedLink(server, 'a', 0),
        turn: async () => clock.advance(10),
        end: () => undefined,
      }
    },
  })
}

test('counts the bytes of both ways, and nothing after the end', () => {
  const clock = new VirtualClock(500)
  const { client, server } = memoryPair(clock)
  const link = new CountedLink(server, '203.0.113.7', 500)
  link.open(new Recorder(link))
  client.open(new Recorder(client))
  client.send(new Uint8Array(7))
  link.send(new Uint8Array(20))
  link.send(new Uint8Array(3))
  clock.advance(10)
  link.close('kicked')
  link.send(new Uint8Array(1000))
  clock.advance(10)
  expect({ ...link, inner: null }).toMatchObject({
    bytesIn: 7,
    bytesOut: 23,
    address: '203.0.113.7',
    sinceMs: 500,
  })
})

test('a link is named by the way of its packets, counted or not', () => {
  const clock = new VirtualClock()
  const ordered = memoryPair(clock, 'ordered').server
  const datagram = memoryPair(clock, 'datagram').server
  expect(nameOfLink(ordered)).toBe('ordered')
  expect(nameOfLink(new CountedLink(ordered, '', 0))).toBe('ordered')
  expect(nameOfLink(datagram)).toBe('websocket')
  const onPath = Object.assign(memoryPair(clock, 'datagram').server, { isOnPath: true })
  expect(nameOfLink(new CountedLink(onPath, '', 0))).toBe('datagram')
})
