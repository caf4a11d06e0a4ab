import { expect, test } from 'vitest'
import { FixedDelay } from '../../time/playout/fixed-delay.ts'
import { Latest } from '../../time/playout/latest.ts'
import type { Playout } from '../../time/playout/playout.ts'
import { type MotionScene, SHOWN } from '../measures/player.ts'
import { type PlayoutContenderOptions, playoutContender } from './playout-contender.ts'
import { runContender, SCENE, type Told } from './snapshots.case.ts'

const even = (index: number): number => index * 50 + 60
const fixed = (options?: PlayoutContenderOptions) =>
  playoutContender('mine', () => new FixedDelay(100), options)

test('shows the moment of the playout, which it makes for the scene', () => {
  const scenes: MotionScene[] = []
  const makePlayout = (scene: MotionScene): Playout => {
    scenes.push(scene)
    return new FixedDelay(3000 / scene.sendHz)
  }
  const frames = runContender(playoutContender('mine', makePlayout), even, 3000)
  expect(scenes).toEqual([SCENE])
  for (const { nowMs, shown } of frames.slice(60))
    expect(nowMs - shown[SHOWN.tracer]!).toBeCloseTo(210, 6)
})

test('the curve is as asked for', () => {
  // A parabola: exact with sent velocities, cut short by straight lines.
  const parabola = (stampMs: number): Told => {
    const s = stampMs / 1000
    return { x: 1200 * s * s, vx: 2400 * s }
  }
  const worst = (options: PlayoutContenderOptions): number =>
    Math.max(
      ...runContender(fixed(options), even, 2000, parabola)
        .slice(30)
        .map(({ shown }) => Math.abs(shown[0]! - 1200 * (shown[SHOWN.tracer]! / 1000) ** 2)),
    )
  expect(worst({})).toBeLessThan(1e-6)
  expect(worst({ curve: 'linear' })).toBeCloseTo((2400 * 0.05 ** 2) / 8, 1)
})

test('is extrapolated in a stall for as long as the options say', () => {
  const stall = (index: number): number => (index < 40 ? even(index) : Number.NaN)
  const last = (options: PlayoutContenderOptions): number =>
    runContender(fixed(options), stall, 4000).at(-1)!.shown[SHOWN.tracer]!
  expect(last({ extrapolateMs: 0 })).toBeCloseTo(39 * 50, 6)
  // The entity may become slower before it stands.
  const pastMs = last({ extrapolateMs: 100 }) - 39 * 50
  expect(pastMs).toBeGreaterThan(66)
  expect(pastMs).toBeLessThan(100.001)
})

test('a teleport is not blended, even if snapshots around it are lost or late', () => {
  const told = (stampMs: number): Told => (stampMs < 1000 ? { x: 0 } : { x: 1000, teleports: 1 })
  for (const lateBy of [0, 70, Number.NaN]) {
    const arrivalOf = (index: number): number => even(index) + (index === 20 ? lateBy : 0)
    const frames = runContender(fixed(), arrivalOf, 2000, told)
    for (const { shown } of frames)
      if (!Number.isNaN(shown[0])) expect([0, 1000]).toContain(shown[0])
  }
})

test('a late snapshot takes the break of the one after it', () => {
  // The teleport is at 950: 1000, which comes first, seems broken off until 950 is there.
  const told = (stampMs: number): Told =>
    stampMs < 950 ? { x: 0 } : { x: 1000 + (stampMs - 950), teleports: 1 }
  const arrivalOf = (index: number): number => even(index) + (index === 19 ? 75 : 0)
  const shownX = runContender(fixed({ curve: 'linear' }), arrivalOf, 2000, told)
    .filter(({ shown }) => shown[SHOWN.tracer]! > 955 && shown[SHOWN.tracer]! < 995)
    .map(({ shown }) => shown[0]!)
  expect(shownX.length).toBeGreaterThan(1)
  for (const x of shownX) expect(x).toBeGreaterThan(1000)
})

test('a long frame makes the playout jump', () => {
  let jumps = 0
  class Counted extends FixedDelay {
    override jump(nowMs: number): void {
      jumps++
      super.jump(nowMs)
    }
  }
  const player = playoutContender('mine', () => new Counted(100)).create(SCENE)
  const shown = new Float64Array(3)
  for (const nowMs of [0, 16, 33, 290, 306]) player.frame(nowMs, shown)
  expect(jumps).toBe(1)
})

test('wrong settings throw at once', () => {
  const contender = (): unknown =>
    playoutContender('mine', () => new Latest(), { extrapolateMs: -5 })
  expect(contender).toThrow('extrapolateMs is -5')
})
