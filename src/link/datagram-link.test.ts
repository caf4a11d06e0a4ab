import { describe, expect, test } from 'vitest'
import type { Clock } from '../base/clock.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { ConditionedLink } from './conditions.ts'
import { DATAGRAM_BYTES, DatagramLink, type DatagramPath } from './datagram-link.ts'
import { Recorder, runLinkCases } from './link.case.ts'
import { memoryPair } from './memory.ts'

const ONE_WAY_MS = 50

/** Two ends with a socket between them, and a path that can be blocked in each direction. */
class Ends {
  readonly clock = new VirtualClock()
  readonly givenUp: string[] = []
  readonly ended: string[] = []
  readonly client: DatagramLink
  readonly server: DatagramLink
  readonly atClient: Recorder
  readonly atServer: Recorder
  /** Packets that the client and the server sent over the path. */
  up: number[] = []
  down: number[] = []
  /** For how long the client's page has stood still, as its clock says. */
  stoodStillMs = 0
  isUpBlocked = false
  isDownBlocked = false
  readonly #clientPath: DatagramPath
  readonly #serverPath: DatagramPath

  constructor() {
    const { clock } = this
    const clientClock: Clock = {
      nowMs: () => clock.nowMs() + this.stoodStillMs,
      after: (delayMs, run) => clock.after(delayMs, run),
    }
    const pair = memoryPair(clock)
    const far = new ConditionedLink(
      pair.client,
      clock,
      { up: { latencyMs: ONE_WAY_MS }, down: { latencyMs: ONE_WAY_MS } },
      1,
    )
    this.client = new DatagramLink(far, clientClock, {
      side: 'client',
      tellHeard: (isHeard) => clock.after(ONE_WAY_MS, () => this.server.toldHeard(isHeard)),
      onGivenUp: (why, isSlow) => this.givenUp.push(isSlow ? `slow: ${why}` : why),
      onEnded: () => this.ended.push('client'),
    })
    this.server = new DatagramLink(pair.server, clock, {
      side: 'server',
      tellHeard: (isHeard) => clock.after(ONE_WAY_MS, () => this.client.toldHeard(isHeard)),
      onGivenUp: (why) => this.givenUp.push(why),
      onEnded: () => this.ended.push('server'),
    })
    this.#clientPath = {
      send: (bytes) => {
        this.up.push(bytes.length)
        if (!this.isUpBlocked) this.#carry(bytes, this.server, () => this.#serverPath)
      },
    }
    this.#serverPath = {
      send: (bytes) => {
        this.down.push(bytes.length)
        if (!this.isDownBlocked) this.#carry(bytes, this.client, () => this.#clientPath)
      },
    }
    this.atClient = new Recorder(this.client)
    this.atServer = new Recorder(this.server)
    this.client.open(this.atClient)
    this.server.open(this.atServer)
  }

  #carry(bytes: Uint8Array, to: DatagramLink, path: () => DatagramPath): void {
    const copy = bytes.slice()
    this.clock.after(ONE_WAY_MS, () => to.packetCame(path(), copy, this.clock.nowMs()))
  }

  openPath(): void {
    this.client.use(this.#clientPath)
    this.server.use(this.#serverPath)
  }

  /** Lets both ends send a packet every 50 ms, with a number that counts up. */
  play(ms: number): void {
    for (let passed = 0; passed < ms; passed += 50) {
      const number = Uint8Array.of(1, (this.clock.nowMs() / 50) & 255)
      this.client.send(number)
      this.server.send(number)
      this.clock.advance(50)
    }
  }

  /** The longest time between two packets that the client got. */
  longestSilenceMs(): number {
    const stamps = this.atClient.stamps
    return Math.max(...stamps.slice(1).map((stamp, i) => stamp - stamps[i]!))
  }
}

describe('a datagram link', () => {
  test('begins on the socket, and moves to a path without a gap', () => {
    const ends = new Ends()
    ends.play(500)
    expect(ends.client.isOnPath).toBe(false)
    ends.openPath()
    ends.play(500)
    expect(ends.client.isOnPath).toBe(true)
    const { stats } = ends.client
    expect([stats.overSocket, stats.overPath, stats.doubts]).toEqual([11, 11, 0])
    ends.clock.advance(200)
    // One went both ways, before anything had come over the path.
    expect(ends.atServer.packets.length).toBe(21)
    expect(ends.longestSilenceMs()).toBe(50)
  })

  test.each([
    ['no way', true, true],
    ['from the server only', true, false],
    ['from the client only', false, true],
  ])('uses the socket too while a new path carries %s', (_, isUpBlocked, isDownBlocked) => {
    const ends = new Ends()
    ends.play(500)
    Object.assign(ends, { isUpBlocked, isDownBlocked })
    ends.openPath()
    ends.play(2000)
    ends.clock.advance(100)
    expect(ends.longestSilenceMs()).toBeLessThanOrEqual(300)
    const numbers = new Set(ends.atServer.packets.map(([, number]) => number))
    expect(numbers.size).toBeGreaterThan(40)
  })

  test('does not give up a path because the page stood still', () => {
    const ends = new Ends()
    ends.openPath()
    ends.play(500)
    ends.stoodStillMs = 5000
    ends.play(500)
    expect(ends.client.stats.doubts).toBe(0)
    expect(ends.givenUp).toEqual([])
  })

  test('sends what no datagram can carry over the socket', () => {
    const ends = new Ends()
    ends.openPath()
    ends.clock.advance(ONE_WAY_MS)
    ends.client.send(new Uint8Array(DATAGRAM_BYTES).fill(1))
    ends.client.send(new Uint8Array(DATAGRAM_BYTES + 1).fill(2))
    ends.clock.advance(100)
    expect(ends.up.filter((length) => length > 0)).toEqual([DATAGRAM_BYTES])
    expect(ends.client.stats.overSocket).toBe(1)
    expect(ends.atServer.packets.map(({ length }) => length).sort()).toEqual([1200, 1201])
  })

  test('keeps a path without packets alive with beats, which nobody gets to see', () => {
    const ends = new Ends()
    ends.openPath()
    ends.clock.advance(60_000)
    expect(ends.client.isOnPath).toBe(true)
    expect(ends.client.stats.doubts + ends.server.stats.doubts).toBe(0)
    expect(ends.up.length).toBeGreaterThan(290)
    expect(ends.up.length).toBeLessThan(310)
    expect(ends.atClient.packets.length + ends.atServer.packets.length).toBe(0)
  })

  test.each(['both ways', 'up', 'down'] as const)(
    'a path blocked %s costs at most a moment, and serves again when it is free',
    (way) => {
      const ends = new Ends()
      ends.openPath()
      ends.play(2000)
      ends.isUpBlocked = way !== 'down'
      ends.isDownBlocked = way !== 'up'
      ends.play(2000)
      expect(ends.longestSilenceMs()).toBeLessThan(450)
      ends.isUpBlocked = ends.isDownBlocked = false
      ends.play(1000)
      expect(ends.givenUp).toEqual([])
      const before = ends.client.stats.overSocket + ends.server.stats.overSocket
      ends.play(1000)
      expect(ends.client.stats.overSocket + ends.server.stats.overSocket).toBe(before)
    },
  )

  test.each(['both ways', 'up', 'down'] as const)(
    'the client gives a path up that stays blocked %s',
    (way) => {
      const ends = new Ends()
      ends.openPath()
      ends.play(1000)
      ends.isUpBlocked = way !== 'down'
      ends.isDownBlocked = way !== 'up'
      ends.play(4000)
      expect(ends.givenUp).toEqual(['no more datagrams came through'])
      expect(ends.client.isOnPath).toBe(false)
      ends.openPath()
      ends.isUpBlocked = ends.isDownBlocked = false
      ends.play(1000)
      expect(ends.client.isOnPath).toBe(true)
    },
  )

  test('gives up a path on which packets queue up for 2 s without a pause', () => {
    const ends = new Ends()
    const { client, clock } = ends
    const wait = (waitMs: number, forMs: number, everyMs = 50): void => {
      for (let passed = 0; passed < forMs; passed += everyMs) {
        client.noteRoundTrip(100 + waitMs, clock.nowMs())
        ends.play(everyMs)
      }
    }
    // Waits at the socket say nothing about a path.
    wait(0, 100)
    wait(900, 1000)
    ends.openPath()
    wait(900, 2000)
    wait(299, 50)
    wait(300, 2000)
    expect(client.isOnPath).toBe(true)
    wait(300, 50)
    expect(client.isOnPath).toBe(false)
    expect(ends.givenUp).toEqual(['slow: the line is too slow for datagrams'])
    expect(ends.atClient.packets.length).toBeGreaterThan(90)
    // Too few round trips, and a pause of three seconds.
    ends.openPath()
    wait(900, 3000, 1000)
    ends.play(3000)
    wait(900, 100)
    expect(client.isOnPath).toBe(true)
  })

  test('says that a path was slow if packets queued up before it fell silent', () => {
    const ends = new Ends()
    ends.openPath()
    ends.play(500)
    for (const tripMs of [100, 600, 600, 600, 600])
      ends.client.noteRoundTrip(tripMs, ends.clock.nowMs())
    ends.isUpBlocked = ends.isDownBlocked = true
    ends.play(4000)
    expect(ends.givenUp).toEqual(['slow: no more datagrams came through'])
  })

  test('a full socket gets no packet that goes over the path too', () => {
    const ends = new Ends()
    ends.openPath()
    ends.play(500)
    ends.isUpBlocked = true
    ends.clock.advance(1000)
    for (let i = 0; i < 20; i++) ends.server.send(new Uint8Array(1000).fill(1))
    // The memory link holds 20,000 bytes now, so the last ones went over the path alone.
    expect(ends.server.stats.overSocket).toBeGreaterThan(10)
    expect(ends.server.stats.overSocket).toBeLessThan(20)
  })

  test('ends with its socket, and the path with it', () => {
    const ends = new Ends()
    ends.openPath()
    ends.play(200)
    ends.client.close('left', 'enough')
    ends.clock.advance(200)
    const sent = ends.up.length + ends.down.length
    ends.play(200)
    expect(ends.up.length + ends.down.length).toBe(sent)
    expect(ends.ended).toEqual(['client', 'server'])
    expect(ends.givenUp).toEqual([])
    expect(ends.atServer.ends).toMatchObject([{ reason: 'left', detail: 'enough' }])
  })
})

for (const isConditioned of [false, true])
  runLinkCases({
    name: `a datagram link on a path${isConditioned ? ', through simulated conditions' : ''}`,
    open: async () => {
      const clock = new VirtualClock()
      const pair = memoryPair(clock)
      const paths = memoryPair(clock, 'datagram')
      const ends = (['client', 'server'] as const).map((side) => {
        const link = new DatagramLink(pair[side], clock, {
          side,
          tellHeard: () => {},
          onGivenUp: () => {},
          onEnded: () => {},
        })
        const path = { send: (bytes: Uint8Array) => paths[side].send(bytes) }
        paths[side].open({
          packet: (bytes, arrivedAtMs) => link.packetCame(path, bytes, arrivedAtMs),
          closed: () => {},
        })
        link.use(path)
        return link
      }) as [DatagramLink, DatagramLink]
      // Until a beat has come over the path, packets go both ways.
      clock.advance(5)
      const client = isConditioned
        ? new ConditionedLink(ends[0], clock, { up: {}, down: {} }, 3)
        : ends[0]
      return {
        client,
        server: ends[1],
        turn: async () => void clock.advance(5),
        end: () => {},
      }
    },
  })
