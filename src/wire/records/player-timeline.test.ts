import { describe, expect, test } from 'vitest'
import { PlayerTimeline, wholeSteps } from './player-timeline.ts'

/** Network ticks of one and a half steps. */
const at = (tick: number) => tick * 384

test('a time is the whole steps of the room, less those behind, plus the part', () => {
  const timeline = new PlayerTimeline(1)
  timeline.tell(40, 0)
  timeline.note(3, at(3), 2)
  // Three ticks are 4.5 steps.
  expect(timeline.stampAt(3, at(3))).toBe((4 - 2) * 256 + 40)
  expect(timeline.behind).toBe(2)
})

test('noted stamps stay when part and behind change', () => {
  const timeline = new PlayerTimeline(1)
  timeline.tell(40, 0)
  timeline.note(3, at(3), 2)
  timeline.tell(9, 0)
  timeline.note(4, at(4), -1)
  expect(timeline.stampAt(3, at(3))).toBe(2 * 256 + 40)
  expect(timeline.stampAt(4, at(4))).toBe(7 * 256 + 9)
})

test('an unknown stamp is as far behind as now: not noted, before its time, or too long ago', () => {
  const timeline = new PlayerTimeline(1)
  timeline.note(3, at(3), 2)
  timeline.note(5, at(5), 1)
  expect(timeline.stampAt(4, at(4))).toBe(5 * 256)
  expect(timeline.stampAt(3, at(3))).toBe(2 * 256)
  timeline.since = 4
  expect(timeline.stampAt(3, at(3))).toBe(3 * 256)
  expect(timeline.stampAt(5, at(5))).toBe(6 * 256)
  timeline.note(5 + 128, at(5 + 128), 0)
  expect(timeline.stampAt(5, at(5))).toBe(7 * 256)
})

describe('a player is expected to be', () => {
  /** Noted at network tick 8, and at tick 10 two steps further behind than usual, with a standstill in between. */
  function standing(usual = 0): PlayerTimeline {
    const timeline = new PlayerTimeline(1)
    timeline.tell(40, usual)
    timeline.note(8, at(8), usual - 1)
    timeline.note(10, at(10), usual + 2)
    return timeline
  }

  test('as far behind as usual while it goes on', () => {
    const timeline = new PlayerTimeline(1)
    timeline.tell(40, 5)
    timeline.note(8, at(8), 5)
    timeline.note(10, at(10), 9)
    expect(timeline.expectedBehind(at(11), 10, 8)).toBe(5)
  })

  test.each([0, -7, 200])('where the time stands still, usually %d behind', (usual) => {
    // One and a half more steps count as two.
    expect(standing(usual).expectedBehind(at(11), 10, 8)).toBe(usual + 3)
    expect(standing(usual).expectedBehind(at(14), 10, 8)).toBe(usual + 8)
  })

  test('as far behind as usual when a step or two of standstill may be jitter', () => {
    const timeline = standing()
    timeline.tell(40, 1)
    expect(timeline.expectedBehind(at(11), 10, 8)).toBe(1)
  })

  test.each([
    ['the body has no baseline', -1, -1],
    ['the baseline has none', 10, -1],
    ['nothing is known of the tick before', 10, 9],
    ['nothing is known of the baseline', 9, 8],
  ])('as far behind as usual where %s', (_, baseline, before) => {
    expect(standing().expectedBehind(at(11), baseline, before)).toBe(0)
  })

  test('as far behind as usual when it came since, or has a new part', () => {
    const came = standing()
    came.since = 9
    expect(came.expectedBehind(at(11), 10, 8)).toBe(0)
    const moved = standing()
    moved.tell(41, 0)
    expect(moved.expectedBehind(at(11), 10, 8)).toBe(0)
  })

  test('no further behind than the wire can carry', () => {
    const most = 0x7fff
    const timeline = standing()
    const subTicks = at(10) + 256 * (most + 5)
    timeline.note(200, subTicks, most + 5)
    expect(timeline.expectedBehind(subTicks, 10, 8)).toBe(most)
    expect(timeline.behind).toBe(most)
  })
})

test('the last whole step is at or before a moment', () => {
  expect([0, 255, 256, 700].map(wholeSteps)).toEqual([0, 0, 256, 512])
})

test('stamps stay as long as they may be needed', () => {
  const timeline = new PlayerTimeline(1)
  let oldest = 0
  for (let tick = 0; tick < 400; tick++) {
    if (tick % 50 === 0) oldest = tick
    timeline.note(tick, at(tick), tick % 7, oldest)
    for (let one = oldest; one <= tick; one++)
      expect(timeline.stampAt(one, at(one))).toBe(wholeSteps(at(one)) - (one % 7) * 256)
  }
})
