import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GlissadeError } from '../../base/error.ts'
import { Random } from '../../base/random.ts'
import { FixedTimestep } from './fixed-timestep.ts'

describe('FixedTimestep', () => {
  test('C1 mode fixed runs one step per frame, however long the frame', () => {
    const clock = new FixedTimestep({ stepMs: 20, mode: 'fixed' })
    expect(clock.advance(0)).toBe(0)
    for (const nowMs of [1, 1, 500, 400]) expect(clock.advance(nowMs)).toBe(1)
    expect(clock.stepCount).toBe(4)
    expect(clock.timeMs).toBe(80)
    expect(clock.alpha).toBe(1)
    clock.shift(1000)
    expect(clock.alpha).toBe(1)
    expect(clock.advance(401)).toBe(1)
  })

  test('C4 consumes frame time in whole steps and keeps the rest', () => {
    const clock = new FixedTimestep({ stepMs: 10 })
    expect(clock.advance(1000)).toBe(0)
    expect(clock.advance(1025)).toBe(2)
    expect(clock.alpha).toBeCloseTo(0.5)
    expect(clock.advance(1033)).toBe(1)
    expect(clock.alpha).toBeCloseTo(0.3)
    expect(clock.timeMs).toBe(30)
  })

  test('C4 the display rate does not change how many steps have run', () => {
    for (const hz of [24, 30, 59.94, 60, 75, 120, 144, 240]) {
      const clock = new FixedTimestep({ stepMs: 1000 / 60 })
      const frames = Math.ceil(10 * hz)
      for (let i = 0; i <= frames; i++) clock.advance((i * 1000) / hz)
      const elapsedMs = (frames * 1000) / hz
      const shownMs = clock.timeMs + clock.alpha * clock.stepMs
      expect(Math.abs(shownMs - elapsedMs), `${hz} Hz`).toBeLessThanOrEqual(0.2001)
    }
  })

  test('C5 alpha grows evenly between steps and never reaches 1', () => {
    const clock = new FixedTimestep({ stepMs: 50 })
    clock.advance(0)
    let shownMs = 0
    for (let nowMs = 16; nowMs < 5000; nowMs += 16) {
      clock.advance(nowMs)
      expect(clock.alpha).toBeGreaterThanOrEqual(0)
      expect(clock.alpha).toBeLessThan(1)
      const nextMs = clock.timeMs + clock.alpha * 50
      expect(Math.abs(nextMs - shownMs - 16)).toBeLessThanOrEqual(0.4)
      shownMs = nextMs
    }
  })

  test('C5 where refresh and step nearly agree there is one step per frame, never 0 and 2 in turn', () => {
    for (const hz of [59.94, 59.98, 60, 60.02]) {
      const random = new Random(5)
      const clock = new FixedTimestep({ stepMs: 1000 / 60 })
      let unequal = 0
      const frames = 20_000
      for (let i = 0; i <= frames; i++) {
        const noiseMs = hz === 60 ? random.between(-0.09, 0.09) : 0
        if (clock.advance((i * 1000) / hz + noiseMs) !== 1 && i > 0) unequal++
      }
      const beats = Math.abs((frames / hz) * (60 - hz))
      expect(unequal, `${hz} Hz`).toBeLessThanOrEqual(Math.ceil(beats))
    }
  })

  test('C5 a clock of whole milliseconds, started half a step in, gives one step per frame', () => {
    const clock = new FixedTimestep({ stepMs: 1000 / 60 })
    clock.advance(0)
    clock.shift(1000 / 120)
    for (let i = 1; i < 10_000; i++) {
      expect(clock.advance(Math.round((i * 1000) / 60 + ((i * 7) % 3) - 1))).toBe(1)
    }
  })

  test('C5 survives a clock that stands still, runs backwards, or says nothing', () => {
    const clock = new FixedTimestep({ stepMs: 10 })
    clock.advance(100)
    expect(clock.advance(100)).toBe(0)
    expect(clock.advance(95)).toBe(0)
    expect(clock.advance(Number.NaN)).toBe(0)
    expect(clock.advance(110)).toBe(1)
    expect(clock.stepCount).toBe(1)
    expect(clock.advance(-100_000)).toBe(0)
    expect(clock.advance(-99_990)).toBe(1)
  })

  test('C6 a long frame is clamped, its lost time is counted, and the next frame is normal', () => {
    const clock = new FixedTimestep({ stepMs: 10 })
    clock.advance(0)
    expect(clock.advance(1000)).toBe(25)
    expect(clock.droppedMs).toBe(750)
    expect(clock.advance(1010)).toBe(1)
  })

  test('C6 a simulation slower than real time falls behind and lives, then recovers', () => {
    const clock = new FixedTimestep({ stepMs: 10 })
    let nowMs = 0
    clock.advance(nowMs)
    for (let frame = 0; frame < 100; frame++) {
      nowMs += 5
      const steps = clock.advance(nowMs)
      expect(steps).toBeLessThanOrEqual(25)
      nowMs += steps * 30
    }
    expect(clock.droppedMs).toBeGreaterThan(1000)
    for (let frame = 0; frame < 3; frame++) clock.advance((nowMs += 10))
    expect(clock.advance(nowMs + 10)).toBe(1)
  })

  test('C6 maxStepsPerFrame drops whole steps and keeps the remainder', () => {
    const clock = new FixedTimestep({ stepMs: 10, maxStepsPerFrame: 4 })
    clock.advance(0)
    expect(clock.advance(105)).toBe(4)
    expect(clock.droppedMs).toBe(60)
    expect(clock.alpha).toBeCloseTo(0.5)
  })

  test('C7 the scale makes time run slower and faster, and must be above 0', () => {
    const clock = new FixedTimestep({ stepMs: 10 })
    clock.advance(0)
    clock.scale = 0.5
    expect(clock.advance(100)).toBe(5)
    clock.scale = 3
    expect(clock.advance(200)).toBe(30)
    for (const bad of [0, -1, Number.NaN, Infinity]) {
      expect(() => {
        clock.scale = bad
      }).toThrow(GlissadeError)
    }
    expect(clock.scale).toBe(3)
  })

  test('C9 after six hours of uneven frames at an odd rate nothing has drifted', () => {
    const random = new Random(11)
    const clock = new FixedTimestep({ stepMs: 1000 / 60 })
    let nowMs = 0
    clock.advance(nowMs)
    const endMs = 6 * 3600 * 1000
    while (nowMs < endMs) {
      nowMs += random.next() < 0.5 ? 1000 / 59.97 : random.between(1, 40)
      clock.advance(nowMs)
    }
    expect(clock.timeMs).toBe(clock.stepCount * clock.stepMs)
    expect(Math.abs(clock.timeMs + clock.alpha * clock.stepMs - nowMs)).toBeLessThan(0.21)
    expect(clock.droppedMs).toBe(0)
  })

  test('C9 every millisecond is simulated, pending or counted as dropped', () => {
    const frames = fc.array(
      fc.oneof(fc.double({ min: 0, max: 40, noNaN: true }), fc.integer({ min: 0, max: 2000 })),
      { maxLength: 200 },
    )
    const scales = fc.double({ min: 0.1, max: 10, noNaN: true })
    fc.assert(
      fc.property(frames, scales, fc.integer({ min: 1, max: 100 }), (gaps, scale, stepMs) => {
        const clock = new FixedTimestep({ stepMs })
        clock.scale = scale
        let nowMs = 0
        clock.advance(nowMs)
        for (const gapMs of gaps) clock.advance((nowMs += gapMs))
        const toldMs = clock.timeMs + clock.alpha * stepMs + clock.droppedMs
        expect(Math.abs(toldMs - nowMs * scale)).toBeLessThan(0.2001)
      }),
    )
  })

  test('C12 every step is reported once, at low frame rates several in one frame', () => {
    const clock = new FixedTimestep({ stepMs: 1000 / 60 })
    let told = clock.advance(0)
    for (let i = 1; i <= 150; i++) told += clock.advance((i * 1000) / 15)
    expect(told).toBe(600)
    expect(told).toBe(clock.stepCount)
  })

  test('shift adds steps to the next frame beyond the clamp, and a negative one is waited for', () => {
    const clock = new FixedTimestep({ stepMs: 10 })
    clock.advance(0)
    clock.shift(400)
    expect(clock.advance(10)).toBe(41)
    expect(clock.droppedMs).toBe(0)
    clock.shift(-35)
    expect(clock.alpha).toBe(0)
    let told = 0
    for (let nowMs = 20; nowMs <= 40; nowMs += 10) told += clock.advance(nowMs)
    expect(told).toBe(0)
    expect(clock.advance(50)).toBe(0)
    expect(clock.advance(60)).toBe(1)
    expect(clock.alpha).toBeCloseTo(0.5)
  })

  test('settings that make no sense are refused by name', () => {
    expect(() => new FixedTimestep({ stepMs: 0 })).toThrow(/stepMs/)
    expect(() => new FixedTimestep({ stepMs: 10, mode: 'semifixed' as 'fixed' })).toThrow(/mode is/)
    expect(() => new FixedTimestep({ stepMs: 10, maxFrameMs: -1 })).toThrow(/maxFrameMs/)
    for (const maxStepsPerFrame of [Number.NaN, 0, 2.5]) {
      expect(() => new FixedTimestep({ stepMs: 10, maxStepsPerFrame })).toThrow(/maxStepsPerFrame/)
    }
  })
})
