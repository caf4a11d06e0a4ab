import { describe, expect, test } from 'vitest'
import { emptyInputHead, type InputHead } from '../../wire/packets/input-packet.ts'
import { ClaimedMoment, ShownMoments } from './shown-moments.ts'

/** 16 subticks make a millisecond, and three steps a send interval. */
const game = { stepMs: 16, sendMs: 48, sendSubTicks: 768 }
const PER_MS = 16

/** Those of a client in a room with the players 1 to 4. */
const shownMoments = (entities = { keepsPast: true }) =>
  new ShownMoments({
    game,
    entities,
    players: [1, 2, 3, 4].map((id) => ({ id })),
  })

interface Told {
  readonly player?: number
  readonly horizon?: number
  readonly halfMs: number
}

/** A head whose picture is that of `viewAge` snapshots before the newest, and `ownAge` steps before the newest input. */
function headOf(viewAge: number, ownAge: number, told: readonly Told[] = []): InputHead {
  const head = emptyInputHead()
  head.viewAge = viewAge
  head.isOneFrame = true
  head.ownAge = 32 * ownAge
  head.momentCount = told.length
  for (const [n, one] of told.entries())
    Object.assign(head.moments[n]!, { player: 0, horizon: 0, ...one })
  return head
}

const ownTimes = (shown: ShownMoments, ...inputs: readonly number[]) =>
  inputs.map((input) => shown.ownTimeOf(input))

describe('D13 the own time on display', () => {
  test('D13 is shared by the inputs of one packet if the packet before it came', () => {
    const shown = shownMoments()
    shown.note(headOf(0, 1.5), 3, 0, 5, true)
    shown.note(headOf(1, 2), 7, 0, 8, true)
    expect(ownTimes(shown, 1, 2, 3)).toEqual([1.5, 1.5, 1.5])
    expect(ownTimes(shown, 4, 5, 6, 7)).toEqual([5, 5, 5, 5])
    expect([3, 4, 7].map((input) => shown.ackOf(input))).toEqual([5, 7, 7])
  })

  test('D13 is a step further with each input if several frames made them', () => {
    const shown = shownMoments()
    shown.note({ ...headOf(0, 1), isOneFrame: false }, 3, 0, 5, true)
    expect(ownTimes(shown, 1, 2, 3)).toEqual([0, 1, 2])
  })

  test('D13 is at most 100 ms before the input', () => {
    const shown = shownMoments()
    shown.note(headOf(0, 7.5), 20, 0, 5, true)
    expect(shown.ownTimeOf(20)).toBe(20 - 100 / 16)
  })

  test('D13 is a step further with each input if a packet got lost', () => {
    const shown = shownMoments()
    shown.note(headOf(0, 1), 2, 0, 5, true)
    shown.note(headOf(0, 1), 6, 0, 6, false)
    expect(ownTimes(shown, 1, 2)).toEqual([1, 1])
    expect(ownTimes(shown, 3, 4, 5, 6)).toEqual([2, 3, 4, 5])
  })
})

describe('D13 a moment on display', () => {
  const told = [
    { player: 2, halfMs: -40 },
    { horizon: 3, halfMs: 25 },
  ]

  test('D13 is counted from the newest snapshot on display', () => {
    const shown = shownMoments()
    shown.note(headOf(1, 1, told), 10, 0, 6, true)
    expect(shown.momentOf(2, 10)).toBe((5 * 48 - 20) * PER_MS)
    expect(shown.roomMomentOf(3, 10)).toBe((5 * 48 + 12.5) * PER_MS)
  })

  test('D13 goes on with the own time, until it is told anew', () => {
    const shown = shownMoments()
    shown.note(headOf(0, 1, told), 10, 0, 5, true)
    // Another snapshot and a later own time: only the latter counts.
    shown.note(headOf(0, 1.5), 14, 0, 9, true)
    expect(shown.momentOf(2, 14)).toBe((5 * 48 - 20 + 3.5 * 16) * PER_MS)
    expect(shown.roomMomentOf(3, 14)).toBe((5 * 48 + 12.5 + 3.5 * 16) * PER_MS)
    shown.note(headOf(0, 1, [{ player: 2, halfMs: -212 }]), 16, 0, 9, true)
    expect(shown.momentOf(2, 16)).toBe((9 * 48 - 106) * PER_MS)
    expect(shown.roomMomentOf(3, 16)).toBe((5 * 48 + 12.5 + 6 * 16) * PER_MS)
  })

  test('D13 is unknown until it is told, and once its player is forgotten', () => {
    const shown = shownMoments()
    shown.note(headOf(0, 1, told), 10, 0, 5, true)
    expect(shown.momentOf(3, 10)).toBeNaN()
    // A player's moment says nothing of the room's horizon 0.
    for (const horizon of [0, 2]) expect(shown.roomMomentOf(horizon, 10)).toBeNaN()
    shown.note(headOf(0, 1, [{ player: 5, halfMs: 6 }]), 11, 0, 5, true)
    expect(shown.momentOf(5, 11)).toBeNaN()
    shown.forget(2)
    expect(shown.momentOf(2, 10)).toBeNaN()
    expect(shown.roomMomentOf(3, 10)).not.toBeNaN()
  })
})

describe('D13 what is known of inputs', () => {
  test('D13 is nothing before the first packet with a picture', () => {
    const shown = shownMoments()
    expect(shown.known(5)).toBe(0)
    shown.note(headOf(-1, 0), 5, 0, 5, true)
    expect(shown.known(5)).toBe(0)
  })

  test('D13 reaches 128 inputs back: others count as the nearest of those', () => {
    const shown = shownMoments()
    for (let input = 1; input <= 200; input++) {
      shown.note(headOf(0, 0), input, 100 * input, 2 * input, true)
      expect(shown.oldest).toBe(Math.max(1, input - 127))
    }
    for (let input = 73; input <= 200; input++) {
      expect(shown.known(input)).toBe(input)
      expect(shown.ownTimeOf(input)).toBe(input)
      expect(shown.ackOf(input)).toBe(2 * input)
      expect(shown.lowestOf(input)).toBe(100 * input - 108 * PER_MS)
    }
    expect(shown.known(1)).toBe(73)
    expect(shown.known(72)).toBe(73)
    expect(shown.known(201)).toBe(200)
  })

  test('D13 reaches 128 inputs back after a leap too', () => {
    const shown = shownMoments()
    shown.note(headOf(0, 0), 3, 0, 1, true)
    shown.note(headOf(0, 0), 1000, 0, 2, false)
    expect(shown.known(3)).toBe(873)
    expect(ownTimes(shown, 873, 999, 1000)).toEqual([873, 999, 1000])
  })

  test('D13 is the newest eight until the room judges by what players saw', () => {
    const entities = { keepsPast: false }
    const shown = shownMoments(entities)
    for (let input = 3; input <= 30; input += 3) shown.note(headOf(0, 1), input, 0, input, true)
    expect([1, 29, 30, 31].map((input) => shown.known(input))).toEqual([23, 29, 30, 30])
    expect(shown.ackOf(30)).toBe(30)
    entities.keepsPast = true
    for (let input = 33; input <= 60; input += 3) shown.note(headOf(0, 1), input, 0, input, true)
    expect([1, 30, 31, 60].map((input) => shown.known(input))).toEqual([23, 30, 31, 60])
    for (let input = 31; input <= 60; input++)
      expect(shown.ackOf(input)).toBe(3 * Math.ceil(input / 3))
  })

  test('D13 stays as it is when an older or repeated packet comes', () => {
    const shown = shownMoments()
    shown.note(headOf(0, 1, [{ player: 2, halfMs: 8 }]), 10, 9000, 5, true)
    const known = () => [
      shown.known(99),
      shown.oldest,
      ...[9, 10].flatMap((n) => [shown.ownTimeOf(n), shown.ackOf(n), shown.lowestOf(n)]),
      shown.momentOf(2, 10),
      shown.roomMomentOf(0, 10),
    ]
    const before = known()
    const other = headOf(1, 3, [{ player: 2, halfMs: 500 }, { halfMs: 3 }])
    for (const newest of [10, 9, 1]) shown.note(other, newest, 9999, 8, false)
    shown.note({ ...other, viewAge: -1 }, 12, 9999, 8, true)
    expect(known()).toEqual(before)
  })
})

test('D13 a snapshot was lost if it was sent and not received, and is forgotten after 64', () => {
  const shown = shownMoments()
  for (const tick of [5, 6, 8, 9]) shown.noteSent(tick, tick - 4)
  for (const tick of [5, 7, 9]) shown.noteReceived(tick)
  expect([4, 5, 6, 7, 8, 9].map((tick) => shown.isLost(tick))).toEqual([
    ...[false, false, true, false, true, false],
  ])
  expect([5, 6, 7, 8, 9].map((tick) => shown.baselineOf(tick))).toEqual([1, 2, -2, 4, 5])
  for (let tick = 10; tick <= 70; tick++) shown.noteSent(tick, -1)
  shown.noteReceived(69)
  expect([69, 70].map((tick) => [shown.isLost(tick), shown.baselineOf(tick)])).toEqual([
    [false, -1],
    [true, -1],
  ])
  expect([6, 8, 68].map((tick) => shown.isLost(tick))).toEqual([false, true, true])
  // Network tick 70 took the place of 6.
  shown.noteReceived(6)
  expect(shown.isLost(70)).toBe(true)
})

describe('D13 the earliest moment that counts', () => {
  /** How far back it is after round trips of so many ms, each at a time in ms. */
  function backMs(...trips: readonly (readonly [tripMs: number, nowMs: number])[]): number {
    const shown = shownMoments()
    for (const [tripMs, nowMs] of trips) shown.noteTrip(tripMs, nowMs)
    shown.note(headOf(0, 0), 3, 50_000, 9, true)
    expect(shown.lowestOf(1)).toBe(shown.lowestOf(3))
    return (50_000 - shown.lowestOf(3)) / PER_MS
  }

  test('D13 is the shortest round trip, a send interval and 60 ms back, at most 500 ms', () => {
    expect(backMs()).toBe(108)
    expect(backMs([100, 0])).toBe(208)
    expect(backMs([100, 0], [30, 0], [40, 0])).toBe(138)
    expect(backMs([391, 0])).toBe(499)
    expect(backMs([393, 0])).toBe(500)
    expect(backMs([3000, 0])).toBe(500)
  })

  test('D13 goes back by 40 ms per second at most, however late one acknowledgement is', () => {
    expect(backMs([0, 0], [430, 500])).toBe(128)
    expect(backMs([0, 0], [430, 500], [430, 1000])).toBe(148)
    expect(backMs([0, 0], [430, 500], [0, 625])).toBe(108)
    // A second of silence explains no more than a second.
    expect(backMs([0, 0], [9000, 30_000])).toBe(148)
    expect(backMs([0, 0], [10, 1000])).toBe(118)
  })

  test('D13 comes closer at once when a round trip is shorter', () => {
    expect(backMs([200, 0], [50, 0])).toBe(158)
    expect(backMs([430, 0], [0, 0], [430, 1000])).toBe(148)
  })

  test('D13 of an input stays what it was when the input came', () => {
    const shown = shownMoments()
    shown.note(headOf(0, 0), 3, 50_000, 9, true)
    shown.noteTrip(200, 0)
    shown.note(headOf(0, 0), 4, 50_256, 9, true)
    expect(shown.lowestOf(3)).toBe(50_000 - 108 * PER_MS)
    expect(shown.lowestOf(4)).toBe(50_256 - 308 * PER_MS)
  })
})

test('D13 no picture counts that is older than the earliest moment, whatever the client claims or leaves out', () => {
  const perTick = 48 * PER_MS
  const shown = shownMoments()
  // The earliest moment is 108 ms back: in network tick 97.
  shown.note(headOf(40, 1), 3, 100 * perTick, 99, true)
  expect(shown.ackOf(3)).toBe(97)
  shown.note(headOf(0, 1), 4, 100 * perTick, 12, true)
  expect(shown.ackOf(4)).toBe(97)
  shown.note(headOf(1, 1), 5, 100 * perTick, 99, true)
  expect(shown.ackOf(5)).toBe(98)
  // Nor does a newer one give way to an older one.
  shown.note(headOf(2, 1), 6, 100 * perTick, 99, true)
  expect(shown.ackOf(6)).toBe(98)
})

test('D13 a moment on display never goes back from claim to claim, whatever the client claims', () => {
  const shown = shownMoments()
  const at = (newest: number, halfMs: number) => {
    shown.note(headOf(0, 0, [{ player: 2, halfMs }]), newest, 16 * newest * PER_MS, 40, true)
    return shown.momentOf(2, newest) / PER_MS
  }
  expect(at(10, -400)).toBe(40 * 48 - 200)
  expect(at(11, -600)).toBe(40 * 48 - 200)
  expect(at(12, -376)).toBe(40 * 48 - 188)
})

describe('D13 a claimed moment', () => {
  const INEXACT = 4
  const at = (shown: ClaimedMoment, own: number) => own + shown.ahead

  test('D13 is unknown at first, and then goes on with the own time', () => {
    const shown = new ClaimedMoment()
    expect(at(shown, 500)).toBeNaN()
    shown.claim(300, 500, 520, INEXACT)
    expect([480, 500, 560].map((own) => at(shown, own))).toEqual([280, 300, 360])
  })

  test('D13 stands still rather than going back', () => {
    const shown = new ClaimedMoment()
    shown.claim(300, 500, 520, INEXACT)
    shown.claim(200, 600, 620, INEXACT)
    expect(at(shown, 600)).toBe(300)
    shown.claim(-5000, 700, 720, INEXACT)
    expect(at(shown, 700)).toBe(300)
    shown.claim(310, 720, 740, INEXACT)
    expect(at(shown, 720)).toBe(310)
  })

  test('D13 runs at most 1.5 times as fast as time, by the own time or the clock', () => {
    const shown = new ClaimedMoment()
    shown.claim(300, 500, 520, INEXACT)
    shown.claim(9000, 600, 540, INEXACT)
    expect(at(shown, 600)).toBe(300 + 150 + INEXACT)
    shown.claim(9000, 600, 640, INEXACT)
    expect(at(shown, 600)).toBe(454 + 150 + INEXACT)
    shown.claim(9000, 660, 640, INEXACT)
    expect(at(shown, 660)).toBe(608 + 90 + INEXACT)
  })

  test('D13 gains nothing from claims that alternate between two moments', () => {
    const shown = new ClaimedMoment()
    const lags: number[] = []
    for (let own = 0; own <= 2000; own += 16) {
      shown.claim(own % 32 === 0 ? own - 200 : own - 20, own, own, INEXACT)
      lags.push(own - at(shown, own))
    }
    // It runs up to the newer one within a second, and never falls back by more than it stands still for a step.
    const last = lags.slice(-40)
    expect(Math.max(...last) - Math.min(...last)).toBeLessThanOrEqual(16 + INEXACT)
  })
})
