import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ReceivedPackets, SentPackets } from './acks.ts'

describe('acknowledgements', () => {
  test('on a path that loses, reorders and repeats, exactly the recent arrivals are acknowledged, across the wrap', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 200 }), (moves) => {
        const received = new ReceivedPackets()
        const seen = new Set<number>()
        let at = 65500
        let newest = -1
        for (const move of moves) {
          at = Math.max(65400, at + move)
          const fresh = received.note(at & 0xffff)
          expect(fresh).toBe(!seen.has(at) && at >= newest - 32)
          seen.add(at)
          newest = Math.max(newest, at)
          expect(received.newest).toBe(newest & 0xffff)
          for (let i = 0; i < 32; i++)
            if (newest - at <= 32)
              expect(((received.mask >>> i) & 1) === 1 && !seen.has(newest - 1 - i)).toBe(false)
        }
      }),
    )
  })

  test('the newest acknowledged value and the round trip are kept', () => {
    const sent = new SentPackets('datagram')
    for (let i = 0; i < 5; i++) sent.note(i * 10, i)
    expect(sent.acknowledge(3, 0b1, 103)).toBe(true)
    expect(sent.newestAcked).toBe(30)
    expect(sent.acked).toBe(2)
    expect(sent.rttMs).toBe(100)
    expect(sent.acknowledge(3, 0b1, 200)).toBe(true)
    expect(sent.acked).toBe(2)
  })

  test('with any reports in any order, each of the last 256 packets is acknowledged once', () => {
    const reports = fc.array(fc.tuple(fc.nat(300), fc.nat(40), fc.integer()), { maxLength: 60 })
    fc.assert(
      fc.property(reports, (list) => {
        const sent = new SentPackets('datagram')
        const told: number[] = []
        const expected: number[] = []
        sent.sink = { acked: (value) => told.push(value) }
        for (const [more, back, mask] of list) {
          for (let i = 0; i <= more; i++) sent.note(sent.next, 0)
          const ack = Math.max(32, sent.next - 1 - back)
          if (ack >= sent.next) continue
          expect(sent.acknowledge(ack & 0xffff, mask, 0)).toBe(true)
          for (let i = -1; i < 32; i++) {
            const packet = ack - 1 - i
            const isTold = i < 0 || ((mask >>> i) & 1) === 1
            if (!isTold || packet < sent.next - 256 || expected.includes(packet)) continue
            expected.push(packet)
          }
        }
        expect(told).toEqual(expected)
        expect(sent.newestAcked).toBe(Math.max(-1, ...expected))
        expect(sent.acked).toBe(expected.length)
      }),
    )
  })

  test('over an ordered link the newest packet acknowledges all before it', () => {
    const sent = new SentPackets('datagram')
    const told: number[] = []
    const acknowledgeAll = (ack: number) => sent.acknowledge(ack, sent.allBefore(ack), 50)
    sent.sink = { acked: (value) => told.push(value) }
    expect(acknowledgeAll(0)).toBe(false)
    for (let i = 0; i < 3; i++) sent.note(i, i)
    expect(acknowledgeAll(3)).toBe(false)
    expect(acknowledgeAll(0)).toBe(true)
    expect(acknowledgeAll(2)).toBe(true)
    for (let i = 3; i < 40; i++) sent.note(i, i)
    expect(acknowledgeAll(33)).toBe(true)
    expect([...told].sort((a, b) => a - b)).toEqual(Array.from({ length: 34 }, (_, i) => i))
    expect([sent.newestAcked, sent.newestReported]).toEqual([33, 33])
    expect(sent.rttMs).toBeGreaterThan(0)
  })

  test('an acknowledgement of a packet that was never sent is detected', () => {
    const sent = new SentPackets('datagram')
    expect(sent.acknowledge(0, 0, 0)).toBe(false)
    sent.note(0, 0)
    expect(sent.acknowledge(1, 0, 0)).toBe(false)
    expect(sent.acknowledge(0, 1, 0)).toBe(false)
    expect(sent.acknowledge(0, 0, 0)).toBe(true)
    for (let i = 1; i < 70_000; i++) sent.note(i, i)
    expect(sent.acknowledge(70_000 & 0xffff, 0, 0)).toBe(false)
    expect(sent.acknowledge(69_999 & 0xffff, 0xffffffff, 0)).toBe(true)
    expect(sent.newestAcked).toBe(69_999)
  })
})
