import { afterEach, describe, expect, test } from 'vitest'
import type { DisconnectReason } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import type { Link, LinkReceiver } from './link.ts'

/** Two ends of one connection under test. */
export interface LinkPair {
  readonly client: Link
  readonly server: Link
  /** Lets packets move: advances the virtual clock, or waits a moment of real time. */
  turn(): Promise<void>
  /** Frees the resources of `open`. Called after each test, whatever state the ends are in. */
  end(): void | Promise<void>
}

/** The contract of `Link` as a test. Every transport and every wrapper runs it, without an impairment or on an ordered link. */
export function runLinkCases({
  name,
  open,
}: {
  readonly name: string
  open(): Promise<LinkPair>
}): void {
  describe(`${name} keeps the promises of a Link`, () => {
    let pair: LinkPair | undefined
    afterEach(async () => {
      await pair?.end()
      pair = undefined
    })

    async function connected(): Promise<[pair: LinkPair, client: Recorder, server: Recorder]> {
      pair = await open()
      const client = new Recorder(pair.client)
      const server = new Recorder(pair.server)
      pair.client.open(client)
      pair.server.open(server)
      return [pair, client, server]
    }

    test('packets arrive with equal bytes, both ways, in order when ordered', async () => {
      const [links, client, server] = await connected()
      const isOrdered = links.client.kind === 'ordered'
      const sizes = isOrdered ? [1, 20, 1200, 60_000] : [1, 20, 1200]
      const up = sizes.map((size, i) => patterned(size, i))
      const down = sizes.map((size, i) => patterned(size, 100 + i))
      for (const bytes of up) links.client.send(bytes)
      for (const bytes of down) links.server.send(bytes)
      await until(links, () => server.packets.length + client.packets.length >= 2 * sizes.length)
      for (const [got, sent] of [
        [server.packets, up],
        [client.packets, down],
      ] as const) {
        if (!isOrdered) got.sort((a, b) => a.length - b.length)
        expect(got.length).toBe(sent.length)
        got.forEach((bytes, i) => {
          expect(Buffer.compare(bytes, sent[i] as Uint8Array)).toBe(0)
        })
      }
    })

    test('the sender may overwrite its buffer as soon as send returns', async () => {
      const [links, client, server] = await connected()
      const buffer = new Uint8Array(1000)
      for (let i = 1; i <= 50; i++) {
        buffer.fill(i)
        links.client.send(buffer)
        links.server.send(buffer)
      }
      buffer.fill(255)
      await until(links, () => server.packets.length >= 50 && client.packets.length >= 50)
      for (const { packets } of [client, server]) {
        const values = packets.map((bytes) => (new Set(bytes).size === 1 ? bytes[0] : Number.NaN))
        if (links.client.kind === 'datagram') values.sort((a, b) => Number(a) - Number(b))
        expect(values).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
      }
    })

    test('a part of a larger buffer is sent as that part', async () => {
      const [links, , server] = await connected()
      links.client.send(Uint8Array.of(9, 9, 1, 2, 3, 9, 9).subarray(2, 5))
      await until(links, () => server.packets.length > 0)
      expect([...(server.packets[0] ?? [])]).toEqual([1, 2, 3])
    })

    test('early packets, and an early end, are kept until open', async () => {
      pair = await open()
      const client = new Recorder(pair.client)
      const server = new Recorder(pair.server)
      pair.client.open(client)
      for (let i = 0; i < 3; i++) {
        pair.client.send(Uint8Array.of(i))
        await settle(pair)
      }
      pair.client.close('left', 'early')
      await until(pair, () => pair?.server.isOpen === false)
      pair.server.open(server)
      await until(pair, () => server.ends.length > 0)
      expect(server.packets.map((bytes) => bytes[0])).toEqual([0, 1, 2])
      expect(server.ends).toEqual([{ reason: 'left', detail: 'early', isOpen: false }])
    })

    test.each(['client', 'server'] as const)(
      'a close by the %s is told once at both ends',
      async (side) => {
        const [links, client, server] = await connected()
        links[side].close('kicked', 'für heute ist Schluss')
        expect(links[side].isOpen).toBe(false)
        links[side].close('left', 'too late')
        await until(links, () => client.ends.length > 0 && server.ends.length > 0)
        await settle(links)
        links.client.close('left')
        links.server.close('left')
        await settle(links)
        const end = { reason: 'kicked', detail: 'für heute ist Schluss', isOpen: false }
        expect(client.ends).toEqual([end])
        expect(server.ends).toEqual([end])
        expect([links.client.isOpen, links.server.isOpen]).toEqual([false, false])
      },
    )

    test('when both ends close at once, each is told once', async () => {
      const [links, client, server] = await connected()
      links.client.close('left')
      links.server.close('server-closed')
      await until(links, () => client.ends.length > 0 && server.ends.length > 0)
      await settle(links)
      expect(client.ends.map((end) => end.reason)).toEqual(['left'])
      expect(server.ends.map((end) => end.reason)).toEqual(['server-closed'])
    })

    test('closed is not called from inside close', async () => {
      const [links, client] = await connected()
      links.client.close('left')
      expect(client.ends).toEqual([])
      await until(links, () => client.ends.length > 0)
      expect(client.ends.length).toBe(1)
    })

    test('an ordered link delivers the packets sent before the close', async () => {
      const [links, , server] = await connected()
      if (links.client.kind !== 'ordered') return
      for (let i = 0; i < 20; i++) links.client.send(Uint8Array.of(i))
      links.client.close('left')
      await until(links, () => server.ends.length > 0)
      expect(server.packets.map((bytes) => bytes[0])).toEqual(
        Array.from({ length: 20 }, (_, i) => i),
      )
    })

    test('send after the end does nothing', async () => {
      const [links, client, server] = await connected()
      links.client.close('left')
      links.client.send(Uint8Array.of(1))
      await until(links, () => server.ends.length > 0)
      links.client.send(Uint8Array.of(1))
      links.server.send(Uint8Array.of(1))
      await settle(links)
      expect([...client.packets, ...server.packets]).toEqual([])
    })

    test('a receiver that closes inside a packet gets no more packets', async () => {
      const [links, client, server] = await connected()
      server.onPacket = () => links.server.close('flood', 'enough')
      for (let i = 0; i < 10; i++) links.client.send(Uint8Array.of(i))
      await until(links, () => client.ends.length > 0 && server.ends.length > 0)
      await settle(links)
      expect(server.packets.length).toBe(1)
      expect(client.ends).toEqual([{ reason: 'flood', detail: 'enough', isOpen: false }])
      expect(server.ends.length).toBe(1)
    })

    test('an answer sent inside a packet arrives', async () => {
      const [links, client, server] = await connected()
      server.onPacket = (bytes) => links.server.send(bytes)
      links.client.send(Uint8Array.of(7))
      await until(links, () => client.packets.length > 0)
      expect(client.packets.map((bytes) => bytes[0])).toEqual([7])
    })

    test('arrival stamps never run backwards', async () => {
      const [links, , server] = await connected()
      for (let i = 0; i < 20; i++) {
        links.client.send(Uint8Array.of(i))
        if (i % 5 === 0) await links.turn()
      }
      await until(links, () => server.packets.length >= 20)
      expect(server.stamps.length).toBe(20)
      expect(server.stamps).toEqual([...server.stamps].sort((a, b) => a - b))
      expect(server.stamps.every(Number.isFinite)).toBe(true)
    })

    test('a link is opened once', async () => {
      const [links, client] = await connected()
      expect(() => links.client.open(client)).toThrow('call open only once')
    })
  })
}

/** Records the calls of a Link. */
export class Recorder implements LinkReceiver {
  readonly packets: Uint8Array[] = []
  readonly stamps: Ms[] = []
  readonly ends: { reason: DisconnectReason; detail: string; isOpen: boolean }[] = []
  onPacket: ((bytes: Uint8Array) => void) | undefined
  readonly #link: Link

  constructor(link: Link) {
    this.#link = link
  }

  packet(bytes: Uint8Array, arrivedAtMs: Ms): void {
    this.packets.push(bytes.slice())
    this.stamps.push(arrivedAtMs)
    this.onPacket?.(bytes)
  }

  closed(reason: DisconnectReason, detail: string): void {
    this.ends.push({ reason, detail, isOpen: this.#link.isOpen })
  }
}

/** Waits for at most as many turns as take a minute with real sockets, so that a slow machine fails no test. */
async function until(pair: LinkPair, isDone: () => boolean): Promise<void> {
  for (let i = 0; i < 12_000 && !isDone(); i++) await pair.turn()
}

async function settle(pair: LinkPair): Promise<void> {
  for (let i = 0; i < 3; i++) await pair.turn()
}

function patterned(size: number, seed: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => (i * 31 + seed) & 0xff)
}
