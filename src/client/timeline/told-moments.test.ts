import { describe, expect, test } from 'vitest'
import type { Playout } from '../../time/playout/playout.ts'
import { emptyInputHead, type MomentOnDisplay } from '../../wire/packets/input-packet.ts'
import { ShownTimeline } from './shown-timeline.ts'
import { ToldMoments } from './told-moments.ts'

/** A clock that shows a moment. */
const clockAt = (renderTimeMs: number) => ({ renderTimeMs }) as Playout

/** A page that shows so many players, each at a moment `aheadMs` ahead of the own time, and what it tells. */
function page({ players = 1, mayGetLost = false, most = 4 } = {}) {
  const moments = new ToldMoments({ stepMs: 10, sendMs: 10 })
  const head = emptyInputHead()
  const all = Array.from({ length: players }, (_, n) => new ShownTimeline(n + 1))
  const aheadMs = all.map(() => -30)
  const room = { aheadMs: -50, leadsMs: Float64Array.of(0, 10, 20, 30, 40, 50, 60, 70) }
  /** Makes the packet of `nowMs`. The newest snapshot on display is `newestMs` ahead of the own time. */
  function tell(nowMs: number, newestMs = -20): MomentOnDisplay[] {
    const shownOwnMs = 1000 + nowMs
    for (const [n, shown] of all.entries())
      if (aheadMs[n] !== undefined) shown.clock = clockAt(shownOwnMs + aheadMs[n]!)
    const { leadsMs } = room
    const playout = { renderTimeMs: shownOwnMs + room.aheadMs, leadsMs } as Playout
    const pictured = { shownNewestTick: (shownOwnMs + newestMs) / 10, shownInput: shownOwnMs / 10 }
    moments.tell(head, pictured, all, playout, nowMs, mayGetLost, most)
    return head.moments.slice(0, head.momentCount).map((moment) => ({ ...moment }))
  }
  const told = (nowMs: number) => tell(nowMs).map(({ player }) => player)
  return { moments, all, aheadMs, room, tell, told }
}

describe('D13 the moment of a player', () => {
  test('D13 is told first, and not again while it passes as fast as the own time', () => {
    const { tell } = page()
    expect(tell(0)).toEqual([{ player: 1, horizon: 0, halfMs: -20 }])
    for (let nowMs = 50; nowMs <= 4000; nowMs += 50) expect(tell(nowMs)).toEqual([])
  })

  test('D13 is told when it is more than 3 ms off what the server takes it to be', () => {
    const { aheadMs, told } = page()
    told(0)
    for (const [n, [ms, isTold]] of (
      [
        [-27, false],
        [-33, false],
        [-26.5, true],
        [-29.5, false],
        [-30, true],
        [-33.5, true],
      ] as const
    ).entries()) {
      aheadMs[0] = ms
      expect([ms, told(50 + 50 * n)]).toEqual([ms, isTold ? [1] : []])
    }
  })

  test('D13 is told again after 4 s, and then after 4 s more', () => {
    const { told } = page()
    told(0)
    expect([4000, 4001, 4050, 8001, 8002].map(told)).toEqual([[], [1], [], [], [1]])
  })

  test('D13 is not told while the player is not shown', () => {
    const { all, told } = page({ players: 2 })
    told(0)
    const made = new ShownTimeline(9)
    all.push(made)
    expect(told(50)).toEqual([])
    made.clock = clockAt(Number.NaN)
    expect(told(100)).toEqual([])
    made.clock = clockAt(1100)
    expect(told(150)).toEqual([9])
  })
})

describe('D13 the moments of many players', () => {
  test('D13 are told four in a packet, until all are', () => {
    const { told } = page({ players: 10 })
    const packets = [0, 17, 33, 50].map(told)
    expect(packets.map(({ length }) => length)).toEqual([4, 4, 2, 0])
    expect(packets.flat().sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('D13 get their turns even if all of them are off all the time', () => {
    const { aheadMs, told } = page({ players: 10 })
    const times = aheadMs.map(() => 0)
    for (let n = 0; n < 50; n++) {
      for (let i = 0; i < aheadMs.length; i++) aheadMs[i]! += 10
      const packet = told(17 * n)
      expect(packet.length).toBe(4)
      for (const player of packet) times[player - 1]!++
    }
    expect(times).toEqual(aheadMs.map(() => 20))
  })
})

describe('D13 if packets may get lost, a moment', () => {
  test('D13 is told once more in the next packet', () => {
    const { told } = page({ players: 2, mayGetLost: true })
    expect([0, 17, 33, 50].map((ms) => told(ms).sort())).toEqual([[1, 2], [1, 2], [], []])
    expect([4020, 4040].map((ms) => told(ms).sort())).toEqual([[1, 2], []])
  })

  test('D13 that changes meanwhile is told twice as it is then', () => {
    const { aheadMs, tell } = page({ mayGetLost: true })
    tell(0)
    aheadMs[0] = 0
    expect([17, 33, 50].map((ms) => tell(ms).map(({ halfMs }) => halfMs))).toEqual([[40], [40], []])
  })
})

describe('D13 a horizon of the room', () => {
  test('D13 is told only while an entity with it is shown', () => {
    const { moments, room, tell } = page({ players: 0 })
    expect(tell(0)).toEqual([])
    moments.shownHorizons = (1 << 3) | (1 << 7)
    expect(tell(50)).toEqual([
      { player: 0, horizon: 3, halfMs: 2 * (-50 + 30 + 20) },
      { player: 0, horizon: 7, halfMs: 2 * (-50 + 70 + 20) },
    ])
    moments.shownHorizons = 1 << 7
    room.aheadMs = -60
    expect(tell(100)).toEqual([{ player: 0, horizon: 7, halfMs: 2 * (-60 + 70 + 20) }])
    moments.shownHorizons = 0
    room.aheadMs = -90
    expect(tell(150)).toEqual([])
  })

  test('D13 takes turns with the players', () => {
    const { moments, tell } = page({ players: 3 })
    moments.shownHorizons = 0xff
    const packets = [0, 17, 33, 50].map((nowMs) => tell(nowMs))
    expect(packets.map(({ length }) => length)).toEqual([4, 4, 3, 0])
    const all = packets.flat().map(({ player, horizon }) => `${player} ${horizon}`)
    expect(new Set(all).size).toBe(11)
  })
})

describe('D13 a moment is told in half milliseconds', () => {
  test('D13 after the newest snapshot on display', () => {
    for (const [aheadMs, newestMs, halfMs] of [
      [-30, -30, 0],
      [-30, -20, -20],
      [-30, -80, 100],
      [-19.8, -30, 20],
      [-19.7, -30, 21],
    ] as const) {
      const one = page()
      one.aheadMs[0] = aheadMs
      expect(one.tell(0, newestMs)).toEqual([{ player: 1, horizon: 0, halfMs }])
    }
  })

  test('D13 from -2048 to 2047', () => {
    for (const [aheadMs, halfMs] of [
      [1023.5, 2047],
      [5000, 2047],
      [-1024, -2048],
      [-5000, -2048],
    ] as const) {
      const one = page()
      one.aheadMs[0] = aheadMs
      expect(one.tell(0, 0)[0]!.halfMs).toBe(halfMs)
    }
  })
})

test('D13 a packet tells no more moments than it is allowed to', () => {
  const { told } = page({ players: 3, most: 1 })
  expect([0, 10, 20, 30].map((nowMs) => told(nowMs).length)).toEqual([1, 1, 1, 0])
})
