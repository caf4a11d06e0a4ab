import { describe, expect, test } from 'vitest'
import { Random } from '../../base/random.ts'
import { Congestion } from './congestion.ts'

const TICK_MS = 50
const SLOW_TICK_MS = 100

/** A connection with a queue before its bottleneck, and a client that acknowledges each packet at once. */
class Sender {
  readonly congestion: Congestion
  nowMs = 0
  tickMs = TICK_MS
  sent = 0
  skipped = 0
  bytes = 0
  wholeBytes = 1000
  /** How many bytes a message has that is sent at each tick, if it may go; 0: none is sent. */
  messageBytes = 0
  bytesPerMs: number
  roundTripMs: number
  /** Acknowledgements that come before this moment wait for it. */
  upFreeMs = 0
  /** Whether inputs come with them, so that a late uplink is seen. */
  hasInputs = true
  /** How many bytes of headers the connection carries with each packet. */
  headerBytes = 0
  /** Whether there is nothing to send. */
  isQuiet = false
  /** How many of the next packets are lost. */
  toLose = 0
  busyMs = 0
  readonly #acks: { readonly sequence: number; readonly atMs: number; readonly saidMs: number }[] =
    []

  constructor(bytesPerMs: number, roundTripMs: number, kind: 'ordered' | 'datagram' = 'ordered') {
    this.congestion = new Congestion(kind, 0)
    this.bytesPerMs = bytesPerMs
    this.roundTripMs = roundTripMs
    this.congestion.sentWelcome(20, 0)
    this.#acks.push({ sequence: -1, atMs: roundTripMs, saidMs: roundTripMs / 2 })
  }

  /** Ticks for so long. Returns what was skipped. */
  run(ms: number): number {
    const before = this.skipped
    for (const end = this.nowMs + ms; this.nowMs < end; ) this.#tick()
    return this.skipped - before
  }

  /** Lets the process stand still for so long, and then reads the packets that have come. */
  pause(ms: number): void {
    this.nowMs += ms
    this.upFreeMs = this.nowMs
  }

  #tick(): void {
    const { congestion } = this
    this.nowMs += this.tickMs
    while (this.#acks[0] && Math.max(this.#acks[0].atMs, this.upFreeMs) <= this.nowMs) {
      const { sequence, atMs, saidMs } = this.#acks.shift()!
      const nowMs = Math.max(atMs, this.upFreeMs)
      congestion.heard(sequence, nowMs, this.hasInputs ? nowMs - saidMs : Number.NaN)
    }
    congestion.judge(this.nowMs)
    if (this.isQuiet) return
    const room = congestion.snapshotRoom(Infinity, this.nowMs)
    if (room === 0) this.skipped++
    else {
      const bytes = Math.min(room, this.wholeBytes)
      congestion.sentSnapshot(this.sent, bytes, this.wholeBytes, this.nowMs)
      this.#send(bytes)
    }
    const { messageBytes } = this
    if (messageBytes === 0 || !congestion.mayMessage(messageBytes, this.nowMs)) return
    congestion.sentMessage(this.sent, messageBytes, this.nowMs)
    this.#send(messageBytes)
  }

  #send(bytes: number): void {
    this.bytes += bytes
    this.busyMs = Math.max(this.busyMs, this.nowMs) + (bytes + this.headerBytes) / this.bytesPerMs
    const saidMs = this.busyMs + this.roundTripMs / 2
    const sequence = this.sent++
    if (this.toLose > 0) this.toLose--
    else this.#acks.push({ sequence, atMs: saidMs + this.roundTripMs / 2, saidMs })
  }
}

describe('congestion', () => {
  test('a fast connection has no limit after some round trips, in which 1460 bytes may double', () => {
    const sender = new Sender(1000, 100)
    expect(sender.run(500)).toBeLessThanOrEqual(3)
    expect(sender.run(10_000)).toBe(0)
    expect(sender.congestion.windowBytes).toBe(Infinity)
    expect(sender.congestion.idleMs).toBeCloseTo(100, 0)
  })

  test('a small game never notices a limit', () => {
    for (const roundTripMs of [20, 100, 200]) {
      const sender = new Sender(1000, roundTripMs)
      sender.wholeBytes = 1460 / (2 + roundTripMs / TICK_MS)
      expect(sender.run(10_000)).toBe(0)
    }
  })

  test('a slow connection gets what it carries, and packets wait over 125 ms and half a round trip only briefly', () => {
    for (const roundTripMs of [20, 200]) {
      const sender = new Sender(5, roundTripMs)
      sender.run(5000)
      const { bytes } = sender
      let sum = 0
      let most = 0
      for (let n = 0; n < 200; n++) {
        sender.run(TICK_MS)
        const underWayMs = sender.congestion.underWayBytes / 5
        sum += underWayMs
        most = Math.max(most, underWayMs)
      }
      expect(sender.bytes - bytes).toBeGreaterThan(5 * 10_000 * 0.9)
      expect(sender.bytes - bytes).toBeLessThan(5 * 10_000 * 1.02)
      const fairMs = 1.5 * (roundTripMs + TICK_MS) + 125
      expect(sum / 200).toBeLessThan(fairMs)
      expect(most).toBeLessThan(fairMs + 125)
    }
  })

  test('small datagrams, which are mostly headers, do not queue up after large ones', () => {
    const sender = new Sender(2.2, 100, 'datagram')
    sender.headerBytes = 93
    let mostMs = 0
    for (let n = 0; n < 600; n++) {
      sender.wholeBytes = n % 100 < 50 ? 30 : 300
      sender.run(TICK_MS)
      if (n > 100) mostMs = Math.max(mostMs, sender.busyMs - sender.nowMs)
    }
    // What the smallest window takes, with the headers of five packets.
    expect(mostMs).toBeLessThan((750 + 5 * 93) / 2.2)
  })

  test('snapshots become fewer where a whole one takes half of the window, and smaller where it takes more', () => {
    const few = new Sender(20, 200)
    few.wholeBytes = 2500
    few.run(5000)
    const { sent, bytes } = few
    few.run(5000)
    expect((few.bytes - bytes) / (few.sent - sent)).toBe(2500)
    const small = new Sender(20, 200)
    small.wholeBytes = 50_000
    small.run(10_000)
    expect(small.bytes / small.sent).toBeLessThan(5000)
  })

  test('a connection that becomes fast is used in full within 2 s', () => {
    const sender = new Sender(5, 200)
    sender.run(8000)
    expect(sender.run(1000)).toBeGreaterThan(5)
    sender.bytesPerMs = 1000
    sender.run(2000)
    expect(sender.run(5000)).toBe(0)
  })

  test('a connection that was slow for a moment is used in full again, however seldom snapshots are sent', () => {
    for (const kind of ['ordered', 'datagram'] as const) {
      for (const roundTripMs of [20, 100]) {
        const sender = new Sender(20, roundTripMs, kind)
        Object.assign(sender, {
          tickMs: SLOW_TICK_MS,
          wholeBytes: kind === 'ordered' ? 2000 : 1000,
        })
        sender.run(5000)
        sender.bytesPerMs = 5
        sender.run(3000)
        expect(sender.congestion.windowBytes).toBeLessThan(3200)
        sender.bytesPerMs = 1000
        sender.run(12_000)
        expect(sender.congestion.windowBytes).toBe(Infinity)
      }
    }
  })

  test('lost datagrams do not stop the measurement of the idle round trip', () => {
    const random = new Random(1)
    const sender = new Sender(1000, 20, 'datagram')
    sender.hasInputs = false
    let longestMs = 0
    let sentAtMs = 0
    for (let n = 0; n < 6000; n++) {
      sender.roundTripMs = n % 400 < 200 ? 20 : 520
      sender.toLose = random.next() < 0.3 ? 1 : 0
      const { sent } = sender
      sender.run(TICK_MS)
      if (sender.sent > sent) sentAtMs = sender.nowMs
      longestMs = Math.max(longestMs, sender.nowMs - sentAtMs)
    }
    expect(longestMs).toBeLessThan(1000)
  })

  test('a limit is lifted where snapshots come in bursts that are a little too large for it', () => {
    for (const kind of ['ordered', 'datagram'] as const) {
      const sender = new Sender(5, 40, kind)
      sender.run(5000)
      expect(sender.congestion.windowBytes).toBeLessThan(1300)
      Object.assign(sender, { bytesPerMs: 1000, tickMs: 1000 / 60, wholeBytes: 400 })
      const bursts = (count: number): number => {
        const { skipped } = sender
        for (let n = 0; n < count; n++) {
          sender.isQuiet = false
          sender.run(kind === 'ordered' ? 34 : 50)
          sender.isQuiet = true
          sender.run(1900)
        }
        return sender.skipped - skipped
      }
      expect(bursts(5)).toBeGreaterThan(0)
      bursts(25)
      expect(bursts(5)).toBe(0)
    }
  })

  test('a stall of the uplink is no sign of a queue', () => {
    const sender = new Sender(1000, 100)
    sender.run(4000)
    for (let n = 0; n < 5; n++) {
      sender.upFreeMs = sender.nowMs + 1000
      expect(sender.run(3000)).toBe(0)
    }
  })

  test('a client that acknowledges every 200 ms has no queue either', () => {
    const congestion = new Congestion('ordered', 0)
    for (let tick = 0; tick < 400; tick++) {
      const nowMs = tick * TICK_MS
      if (tick > 4 && tick % 4 === 0) congestion.heard(tick - 1, nowMs, Number.NaN)
      congestion.judge(nowMs)
      const room = congestion.snapshotRoom(Infinity, nowMs)
      if (tick > 20) expect(room).toBeGreaterThan(1000)
      congestion.sentSnapshot(tick, 1000, 1000, nowMs)
    }
  })

  test('a path that became longer is limited for some seconds at most', () => {
    for (const kind of ['ordered', 'datagram'] as const) {
      const sender = new Sender(1000, 20, kind)
      sender.hasInputs = false
      sender.run(5000)
      sender.roundTripMs = 520
      sender.run(8000)
      expect(sender.run(5000)).toBe(0)
      expect(sender.congestion.idleMs).toBeCloseTo(520, -2)
    }
  })

  test('messages do not keep a connection from running empty, so snapshots go on where a path became longer', () => {
    for (const kind of ['ordered', 'datagram'] as const) {
      const sender = new Sender(1000, 20, kind)
      sender.hasInputs = false
      sender.messageBytes = 30
      sender.run(5000)
      sender.roundTripMs = 520
      sender.run(8000)
      expect(sender.run(5000)).toBe(0)
      expect(sender.congestion.idleMs).toBeCloseTo(520, -2)
    }
  })

  test('a connection on which nothing moves gets a snapshot every 250 ms, of 600 bytes', () => {
    const sender = new Sender(1000, 20)
    sender.run(5000)
    sender.upFreeMs = Infinity
    sender.run(2000)
    const { sent } = sender
    sender.run(5000)
    expect(sender.sent - sent).toBe(20)
    expect(sender.congestion.stalledMs(sender.nowMs)).toBeGreaterThan(6500)
    sender.upFreeMs = 0
    sender.run(200)
    expect(sender.run(1000)).toBe(0)
  })

  test('lost packets do not stop a datagram link', () => {
    const sender = new Sender(5, 20, 'datagram')
    sender.run(8000)
    sender.toLose = 10
    sender.run(3000)
    expect(sender.toLose).toBe(0)
    const { bytes } = sender
    sender.run(4000)
    expect(sender.bytes - bytes).toBeGreaterThan(5 * 4000 * 0.8)
  })

  test('time that the room leaves out lifts no limit', () => {
    const sender = new Sender(5, 200)
    sender.run(8000)
    for (let n = 0; n < 10; n++) {
      sender.congestion.leaveOut(6000)
      sender.pause(6000)
      sender.run(TICK_MS)
      expect(sender.congestion.windowBytes).toBeLessThan(Infinity)
      sender.run(310)
    }
  })

  test('messages take half of a window, and beyond that take turns with snapshots', () => {
    const congestion = new Congestion('ordered', 0)
    congestion.heard(-1, 20, Number.NaN)
    let messages = 0
    while (congestion.mayMessage(100, 20)) congestion.sentMessage(messages++, 100, 20)
    // Of the first 1460 bytes.
    expect(messages).toBe(7)
    expect(congestion.mayMessage(100, 20)).toBe(false)
    congestion.sentSnapshot(messages, 100, 100, 20)
    expect(congestion.mayMessage(5000, 20)).toBe(true)
    congestion.sentMessage(messages + 1, 100, 20)
    expect(congestion.mayMessage(100, 20)).toBe(false)
  })

  test('WELCOME is sent again after 100 ms, not sooner', () => {
    const congestion = new Congestion('datagram', 0)
    congestion.sentWelcome(300, 0)
    expect(congestion.mayRepeatWelcome(99)).toBe(false)
    expect(congestion.mayRepeatWelcome(100)).toBe(true)
    // With the headers of a datagram.
    expect(congestion.underWayBytes).toBe(393)
  })
})
