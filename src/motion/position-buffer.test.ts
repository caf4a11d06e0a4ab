import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GlissadeError } from '../base/error.ts'
import { PositionBuffer } from './position-buffer.ts'

const out = new Float64Array(3)

/** A buffer of 200 ms in steps of 50, with positions (t, 2t) at these times. */
function buffer(...times: number[]): PositionBuffer {
  const made = new PositionBuffer({ delayMs: 200, stepMs: 50 })
  for (const t of times) made.push(t, t, 2 * t)
  return made
}

describe('PositionBuffer', () => {
  test('B6 its size follows from delay and step', () => {
    const sizeOf = (delayMs: number, stepMs: number): number =>
      new PositionBuffer({ delayMs, stepMs }).capacity
    expect(sizeOf(200, 50)).toBe(8)
    expect(sizeOf(200, 100)).toBe(4)
    expect(sizeOf(1000, 50)).toBe(32)
    expect(sizeOf(0, 50)).toBe(2)
    expect(buffer().delayMs).toBe(200)
  })

  test('B6 a position between two is on the line between them', () => {
    expect(buffer(0, 50, 100).sample(60, out)).toBe(true)
    expect([out[0], out[1]]).toEqual([60, 120])
  })

  test('B6 the oldest is overwritten', () => {
    const full = buffer(...Array.from({ length: 20 }, (_, i) => i * 50))
    expect(full.count).toBe(8)
    expect(full.sample(590, out)).toBe(false)
    expect(out[0]).toBe(600)
    expect(full.sample(610, out)).toBe(true)
  })

  test('B6 an empty buffer writes nothing, and too little data shows the nearest position', () => {
    const none = buffer()
    out.fill(42)
    expect(none.sample(0, out)).toBe(false)
    expect([...out]).toEqual([42, 42, 42])
    const one = buffer(100)
    for (const t of [50, 150]) {
      expect(one.sample(t, out)).toBe(false)
      expect([out[0], out[1], out[2]]).toEqual([100, 200, 42])
    }
    expect(one.sample(100, out)).toBe(true)
  })

  test('B6 past the newest it stands there: positions are never extrapolated', () => {
    const dry = buffer(0, 50)
    expect(dry.sample(80, out)).toBe(false)
    expect(out[0]).toBe(50)
  })

  test('B6 old samples are cleared: after a silence longer than the buffer there is no glide', () => {
    const back = buffer(0, 50)
    back.push(500, 900)
    expect(back.count).toBe(1)
    expect(back.sample(480, out)).toBe(false)
    expect(out[0]).toBe(900)
    const short = buffer(0, 50)
    short.push(450, 900)
    expect(short.count).toBe(3)
    short.clear()
    expect(short.sample(460, out)).toBe(false)
    short.push(10, 5)
    expect(short.count).toBe(1)
  })

  test('B6 whatever the order of arrival, positions are in order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 50, 100, 150, 200], { minLength: 5 }), (times) => {
        const mixed = buffer(...times)
        for (let t = 0; t <= 200; t += 12.5) {
          expect(mixed.sample(t, out)).toBe(true)
          expect(out[0]).toBeCloseTo(t, 9)
        }
      }),
    )
  })

  test('B6 one and three coordinates', () => {
    const space = new PositionBuffer({ delayMs: 100, stepMs: 50, columns: 3 })
    space.push(0, 1, 2, 3)
    space.push(100, 3, 2, 1)
    space.sample(50, out)
    expect([...out]).toEqual([2, 2, 2])
  })

  test('settings out of range are refused by name', () => {
    const make = (delayMs: number, stepMs: number, columns?: number) => () =>
      new PositionBuffer({ delayMs, stepMs, columns })
    expect(make(-1, 50)).toThrow(GlissadeError)
    expect(make(200, 0)).toThrow(/stepMs is 0, but must be above 0/)
    expect(make(Number.POSITIVE_INFINITY, 50)).toThrow(/delayMs \/ stepMs/)
    expect(make(200, 50, 4)).toThrow(/columns is 4/)
  })
})
