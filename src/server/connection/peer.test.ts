import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defineGame } from '../../game/define-game.ts'
import type { Link, LinkKind } from '../../link/link.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import { Budget } from '../authority/budget.ts'
import { defineRoom } from '../define-room.ts'
import { FloodGuard } from '../players/flood-guard.ts'
import { coreOf, Room } from '../room.ts'
import { Peer } from './peer.ts'

const game = defineGame({ name: 'still', input: {}, entities: {} })

function peerOf(kind: LinkKind): Peer {
  const link = { kind, isOpen: true, bufferedBytes: 0, open() {}, send() {}, close() {} }
  const place = {
    player: { id: 1, profile: {}, account: undefined },
    resumeKey: [1, 2] as const,
    guard: new Budget(0, game.stepMs),
    flood: new FloodGuard(0),
    moveTime: 0,
  }
  const room = coreOf(new Room(defineRoom(game), { nowMs: 0 }))
  const owner = room.entities.ownerOf(1)
  return new Peer(room, place, { link: link satisfies Link, owner, now: 0, nowMs: 0, order: 1 })
}

/** How many packets before the newest the acknowledged one is, if any; and whether the client asks for a complete snapshot. */
const moves = fc.array(
  fc.record({
    skipped: fc.nat(3),
    acked: fc.integer({ min: -1, max: 9 }),
    isComplete: fc.nat(5).map((n) => n === 0),
    isAnew: fc.nat(30).map((n) => n === 0),
  }),
  { minLength: 20, maxLength: 120 },
)

test.each(['ordered', 'datagram'] as const)(
  'what a body is coded against, or between, was never said to be needed no longer: %s',
  (kind) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), moves, (start, list) => {
        const peer = peerOf(kind)
        const baselines = new Map<number, number>()
        let oldest = -1
        let tick = start
        for (const { skipped, acked, isComplete, isAnew } of list) {
          tick += 1 + skipped
          if (isAnew && peer.lastSentTick >= 0) peer.beginAnew()
          const ack = peer.sent.next - 1 - acked
          if (acked >= 0 && ack >= 0) peer.sent.acknowledge(ack & 0xffff, 0, 0)
          oldest = Math.max(oldest, Math.min(tick, peer.oldestNeeded))
          const { baseline } = peer
          const isUsed = baseline >= 0 && tick - baseline < HISTORY_TICKS && !isComplete
          if (isUsed) {
            const before = baselines.get(baseline)!
            expect(peer.baselineOf(baseline)).toBe(before)
            expect(baseline).toBeGreaterThanOrEqual(oldest)
            if (before >= 0) expect(before).toBeGreaterThanOrEqual(oldest)
            const earlier = before < 0 ? -1 : baselines.get(before)!
            if (before >= 0 && tick - before < HISTORY_TICKS)
              expect(peer.baselineOf(before)).toBe(earlier)
            if (earlier >= 0 && tick - earlier < HISTORY_TICKS)
              expect(earlier).toBeGreaterThanOrEqual(oldest)
          }
          baselines.set(tick, isUsed ? baseline : -1)
          peer.sent.note(tick, 0)
          peer.noteSent(tick, isUsed ? baseline : -1, true)
        }
      }),
      { numRuns: 1000 },
    )
  },
)

test('on an ordered link three ticks are needed, on a datagram link those since two acknowledged ones before', () => {
  const ordered = peerOf('ordered')
  const datagram = peerOf('datagram')
  for (let tick = 100; tick < 113; tick++)
    for (const peer of [ordered, datagram]) {
      peer.sent.note(tick, 0)
      peer.noteSent(tick, peer.baseline, true)
      if (tick === 104 || tick === 109) peer.sent.acknowledge(peer.sent.next - 1, 0, 0)
    }
  expect([ordered.oldestNeeded, datagram.oldestNeeded]).toEqual([110, 100])
  datagram.sent.acknowledge(12, 0, 0)
  expect(datagram.oldestNeeded).toBe(104)
})
