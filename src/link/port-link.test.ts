import { once } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import { realClock } from '../net/real-clock.ts'
import { Recorder, runLinkCases } from './link.case.ts'
import type { LinkKind } from './link.ts'
import { SOCKET_FULL_BYTES } from './link.ts'
import { portLink } from './port-link.ts'

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

for (const kind of ['ordered', 'datagram'] as LinkKind[]) {
  runLinkCases({
    name: `portLink, ${kind}`,
    open: async () => {
      const { port1, port2 } = new MessageChannel()
      return {
        client: portLink(port1, realClock, kind),
        server: portLink(port2, realClock, kind),
        turn,
        end: () => port1.close(),
      }
    },
  })
}

describe('portLink', () => {
  const channels: MessageChannel[] = []
  afterEach(() => {
    for (const { port1 } of channels.splice(0)) port1.close()
  })

  /** A link, and the port at its other end. */
  function against() {
    const channel = new MessageChannel()
    channels.push(channel)
    const link = portLink(channel.port1, realClock)
    const seen = new Recorder(link)
    const ended = (): Promise<void> => expect.poll(() => seen.ends.length).toBe(1)
    return { link, seen, other: channel.port2, ended }
  }

  test.each([
    ['a text', 'hello'],
    ['nothing', null],
    ['a view', new Uint8Array(3)],
    ['a close without a reason', { detail: 'bye' }],
    ['a close for no known reason', { reason: 'bored', detail: '' }],
    ['a close with a number for its text', { reason: 'left', detail: 7 }],
  ])('ends with bad-packet when the other side sends %s', async (_, message) => {
    const { link, seen, other, ended } = against()
    link.open(seen)
    const answer = once(other, 'message')
    other.postMessage(message)
    await ended()
    const detail = 'the other side of the port sent something that is no packet'
    expect(seen.ends).toEqual([{ reason: 'bad-packet', detail, isOpen: false }])
    expect(seen.packets).toEqual([])
    expect(await answer).toEqual([{ reason: 'bad-packet', detail }])
  })

  test.each([1, -1, 0, Number.NaN, Number.POSITIVE_INFINITY])(
    'ends with bad-packet when the other side acknowledges %d bytes that were never sent',
    async (bytes) => {
      const { link, seen, other, ended } = against()
      link.open(seen)
      other.postMessage(bytes)
      await ended()
      expect(seen.ends[0]).toMatchObject({ reason: 'bad-packet' })
    },
  )

  test('ends with oversized-packet when a packet is longer than 64 KiB', async () => {
    const { link, seen, other, ended } = against()
    link.open(seen)
    other.postMessage(new ArrayBuffer(65_536))
    other.postMessage(new ArrayBuffer(65_537))
    await ended()
    expect(seen.packets.map(({ length }) => length)).toEqual([65_536])
    expect(seen.ends[0]).toMatchObject({ reason: 'oversized-packet' })
  })

  test('keeps no more than 256 KiB before it is opened', async () => {
    const { link, seen, other } = against()
    for (let i = 0; i < 6; i++) other.postMessage(new ArrayBuffer(60_000))
    await expect.poll(() => link.isOpen).toBe(false)
    link.open(seen)
    await expect.poll(() => seen.ends.length).toBe(1)
    expect(seen.packets).toEqual([])
    expect(seen.ends[0]).toMatchObject({ reason: 'flood' })
  })

  test('shows what the other side has not taken, to within 4 KiB', async () => {
    const { port1, port2 } = new MessageChannel()
    const client = portLink(port1, realClock)
    for (let i = 0; i < 30; i++) client.send(new Uint8Array(1000))
    expect(client.bufferedBytes).toBe(30_000)
    expect(client.bufferedBytes).toBeGreaterThan(SOCKET_FULL_BYTES)
    const server = portLink(port2, realClock)
    server.open(new Recorder(server))
    await expect.poll(() => client.bufferedBytes).toBe(0)
    client.send(new Uint8Array(4095))
    client.send(new Uint8Array(1))
    expect(client.bufferedBytes).toBe(4096)
    await expect.poll(() => client.bufferedBytes).toBe(0)
    client.close('left')
    expect(client.bufferedBytes).toBe(0)
  })

  test('cuts the text of a close', async () => {
    const { link, seen, other, ended } = against()
    link.open(seen)
    other.postMessage({ reason: 'kicked', detail: 'x'.repeat(5000) })
    await ended()
    expect(seen.ends).toEqual([{ reason: 'kicked', detail: 'x'.repeat(123), isOpen: false }])
  })

  test('ends with lost when the thread of the other side ends without a close', async () => {
    const { link, seen, other, ended } = against()
    link.open(seen)
    const echo = `require('node:worker_threads').workerData.on('message', function (data) {
      this.postMessage(data)
    })`
    const worker = new Worker(echo, { eval: true, workerData: other, transferList: [other] })
    link.send(Uint8Array.of(1, 2, 3))
    await expect.poll(() => seen.packets.map((bytes) => [...bytes])).toEqual([[1, 2, 3]])
    await worker.terminate()
    await ended()
    const detail = 'the other side of the port is gone'
    expect(seen.ends).toEqual([{ reason: 'lost', detail, isOpen: false }])
  })
})
