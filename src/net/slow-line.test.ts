import { expect, test } from 'vitest'
import { memoryPair } from '../link/memory.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { Attempts } from './data-channel.ts'

interface PretendedChannel {
  readonly readyState: 'open'
  readonly bufferedAmount: 0
  send(): void
  onopen?(): void
  onmessage?(message: { data: ArrayBuffer; timeStamp: number }): void
}

/** A WebRTC connection whose channel opens when the test says so. */
class PretendedPeer {
  readonly #channels: PretendedChannel[]

  constructor(channels: PretendedChannel[]) {
    this.#channels = channels
  }

  createDataChannel(): PretendedChannel {
    const channel: PretendedChannel = { readyState: 'open', bufferedAmount: 0, send: () => {} }
    this.#channels.push(channel)
    return channel
  }

  async createOffer(): Promise<object> {
    return { sdp: '' }
  }

  async setLocalDescription(): Promise<void> {}
  close(): void {}
}

const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

test('data channels are tried again after longer and longer waits on a slow line, until one has held for a minute', async () => {
  const clock = new VirtualClock()
  const pair = memoryPair(clock)
  const status = {
    isOnDatagrams: false,
    why: '',
    problem: 'none',
    attempts: 0,
    opened: 0,
  } as const
  const channels: PretendedChannel[] = []
  const { link } = new Attempts(pair.client, clock, {
    status,
    tell: () => {},
    iceServers: [],
    openPeer: () => new PretendedPeer(channels) as unknown as globalThis.RTCPeerConnection,
  })
  link.open({ packet: () => {}, closed: () => {} })
  pair.server.open({ packet: () => {}, closed: () => {} })
  pair.server.send(Uint8Array.of(1))
  clock.advance(5)
  await moment()
  const waitMinutes = async (): Promise<number> => {
    const { attempts } = status
    const fromMs = clock.nowMs()
    while (status.attempts === attempts) clock.advance(1000)
    await moment()
    return Math.round((clock.nowMs() - fromMs) / 60_000)
  }
  const open = (): void => channels.at(-1)!.onopen!()
  const queueUp = (): void => {
    link.noteRoundTrip(100, clock.nowMs())
    for (let n = 0; n < 4; n++) {
      link.noteRoundTrip(600, clock.nowMs())
      clock.advance(700)
    }
  }
  open()
  queueUp()
  expect(status.problem).toBe('slow')
  expect(await waitMinutes()).toBe(2)
  // An attempt that fails for another reason does not show that the line is fast.
  clock.advance(11_000)
  expect(status.problem).toBe('network')
  expect(await waitMinutes()).toBe(4)
  const waits: number[] = []
  for (let n = 0; n < 3; n++) {
    open()
    queueUp()
    waits.push(await waitMinutes())
  }
  expect(waits).toEqual([8, 16, 16])
  const hold = (): void => {
    open()
    for (let n = 0; n < 700; n++) {
      channels.at(-1)!.onmessage!({ data: new ArrayBuffer(0), timeStamp: 0 })
      clock.advance(100)
    }
  }
  hold()
  queueUp()
  expect(await waitMinutes()).toBe(2)
  hold()
  clock.advance(4000)
  expect(status).toMatchObject({ problem: 'network', why: 'no more datagrams came through' })
  expect(await waitMinutes()).toBe(0)
})
