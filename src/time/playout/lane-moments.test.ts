import { describe, expect, test } from 'vitest'
import { HORIZONS_MS } from '../../base/horizons.ts'
import { LaneMoments } from './lane-moments.ts'

const FRAME_MS = 10
const LAST = HORIZONS_MS.length - 1

/** Lanes that are `leadMs` apart from one to the next, and an entity in one of them. */
function lanes(leadMs: number) {
  const moments = new LaneMoments()
  const leadsMs = Float64Array.from(HORIZONS_MS, (_, code) => code * leadMs)
  let shownMs = Number.NaN
  return {
    leadsMs,
    /** Runs a frame at `renderTimeMs` with the entity in a lane, and returns the moment shown. */
    frame(renderTimeMs: number, lane: number, leads: Float64Array | undefined = leadsMs): number {
      moments.advance(renderTimeMs, FRAME_MS, leads)
      shownMs = moments.follow(lane, shownMs)
      return shownMs
    },
  }
}

describe('D6 LaneMoments', () => {
  test('an entity begins in its lane, and stays there to the bit', () => {
    const { frame } = lanes(10)
    for (let i = 0; i < 50; i++)
      expect(frame(1000 + i * FRAME_MS, 3)).toBe(1000 + i * FRAME_MS + 30)
  })

  test('a playout without lanes shows all at the render time', () => {
    const moments = new LaneMoments()
    for (let i = 0; i < 3; i++) {
      moments.advance(i * FRAME_MS, FRAME_MS)
      const shownMs = i === 0 ? Number.NaN : (i - 1) * FRAME_MS
      for (let lane = 0; lane <= LAST; lane++)
        expect(moments.follow(lane, shownMs)).toBe(i * FRAME_MS)
    }
  })

  test('a frame of a clock that goes back moves nothing back', () => {
    const moments = new LaneMoments()
    const leadsMs = Float64Array.from(HORIZONS_MS, (_, code) => code * 10)
    let shownMs = Number.NaN
    for (const [frameMs, lane] of [
      [10, LAST],
      [10, 0],
      [-10, 0],
    ] as const) {
      const before = shownMs
      moments.advance(1000, frameMs, leadsMs)
      shownMs = moments.follow(lane, shownMs)
      if (!Number.isNaN(before)) expect(shownMs).toBeGreaterThanOrEqual(before)
    }
  })

  test.each([
    ['ahead', 0, LAST, 1.15],
    ['back', LAST, 0, 0.85],
  ])(
    'it runs %s to another lane at no more than 15 %% from the pace, and arrives',
    (_to, from, to, rate) => {
      const { frame, leadsMs } = lanes(4)
      let last = frame(1000, from)
      const frames = Math.ceil(Math.abs(leadsMs[to]! - leadsMs[from]!) / (0.15 * FRAME_MS))
      for (let i = 1; i <= frames + 5; i++) {
        const shownMs = frame(1000 + i * FRAME_MS, to)
        const isOnItsWay = i < frames
        if (isOnItsWay) expect(shownMs - last).toBeCloseTo(rate * FRAME_MS, 9)
        if (i > frames) expect(shownMs).toBe(1000 + i * FRAME_MS + leadsMs[to]!)
        last = shownMs
      }
    },
  )

  test.each([
    [0.76, 0, LAST, 1.15],
    [0.76, LAST, 0, 0.76],
    [1.24, 0, LAST, 1.24],
    [1.24, LAST, 0, 0.85],
  ])(
    'while the render time runs at %d it goes from lane %d to lane %d at %d of the local time',
    (pace, from, to, rate) => {
      const { frame } = lanes(10)
      let last = frame(1000, from)
      for (let i = 1; i < 10; i++) {
        const shownMs = frame(1000 + i * FRAME_MS * pace, to)
        expect((shownMs - last) / FRAME_MS).toBeCloseTo(rate, 6)
        last = shownMs
      }
    },
  )

  test('an entity that changes lanes all the time never goes backwards or more than 15 % faster', () => {
    const { frame } = lanes(12)
    let last = frame(0, 0)
    for (let i = 1; i < 500; i++) {
      const shownMs = frame(i * FRAME_MS, (i * 5) % (LAST + 1))
      expect(shownMs - last).toBeGreaterThanOrEqual(0.85 * FRAME_MS - 1e-9)
      expect(shownMs - last).toBeLessThanOrEqual(1.15 * FRAME_MS + 1e-9)
      last = shownMs
    }
  })

  test('where the lane itself runs faster or stands, the entity does with it', () => {
    const { frame, leadsMs } = lanes(10)
    frame(1000, 2)
    leadsMs[2] = 28
    expect(frame(1010, 2)).toBe(1038)
    leadsMs[2] = 18
    expect(frame(1020, 2)).toBe(1038)
  })

  test('while the render time stands still it waits for a lane behind, and runs to one ahead', () => {
    const { frame } = lanes(10)
    frame(1000, 5)
    frame(1010, 5)
    expect(frame(1010, 0)).toBe(1060)
    expect(frame(1010, LAST)).toBeCloseTo(1060 + 1.15 * FRAME_MS, 6)
    expect(frame(1010, LAST)).toBe(1080)
  })

  test('a render time that was set, forward or back, sets all', () => {
    const { frame } = lanes(10)
    frame(1000, 0)
    expect(frame(1300, LAST)).toBe(1300 + 10 * LAST)
    expect(frame(900, 1)).toBe(910)
  })

  test('before data there is nothing to show, and then it begins there', () => {
    const { frame } = lanes(10)
    expect(frame(Number.NaN, 1)).toBeNaN()
    expect(frame(500, 1)).toBe(510)
  })
})
