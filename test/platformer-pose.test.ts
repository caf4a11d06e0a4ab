import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AIR_BLEND_SECONDS,
  type Gait,
  gaitAt,
  Pose,
  WALK_SPEED,
} from '../games/platformer/picture/pose.ts'
import { RUN_SPEED } from '../games/platformer/rules/physics.ts'

const gait = (speed: number): Gait => {
  const out = { idle: 0, walk: 0, run: 0 }
  gaitAt(speed, out)
  return out
}
const posed = (
  hz: number,
  seconds: number,
  motion: { vx: number; vy: number; grounded: boolean },
) => {
  const pose = new Pose()
  for (let i = 0; i < Math.round(seconds * hz); i++) pose.update(motion, 1 / hz)
  return pose
}

describe('E14 animation blending', () => {
  test('E14 standing, walking and running outright are each one gait alone', () => {
    expect(gait(0)).toEqual({ idle: 1, walk: 0, run: 0 })
    expect(gait(WALK_SPEED)).toEqual({ idle: 0, walk: 1, run: 0 })
    expect(gait(RUN_SPEED)).toEqual({ idle: 0, walk: 0, run: 1 })
    expect(gait(RUN_SPEED * 3)).toEqual({ idle: 0, walk: 0, run: 1 })
  })

  test('E14 at any speed the weights are shares of one, and no two gaits but neighbours mix', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 600, noNaN: true }), (speed) => {
        const { idle, walk, run } = gait(speed)
        expect(idle + walk + run).toBeCloseTo(1, 12)
        for (const weight of [idle, walk, run]) {
          expect(weight).toBeGreaterThanOrEqual(0)
          expect(weight).toBeLessThanOrEqual(1)
        }
        expect(Math.min(idle, run)).toBe(0)
      }),
    )
  })

  test('E14 weights follow the speed without a jump: a little faster is a little different', () => {
    for (let speed = 0; speed < RUN_SPEED + 20; speed += 0.25) {
      const a = gait(speed)
      const b = gait(speed + 0.25)
      for (const key of ['idle', 'walk', 'run'] as const)
        expect(Math.abs(b[key] - a[key])).toBeLessThan(0.008)
    }
  })

  test('E14 the stride follows the way covered, whatever the frame rate and however long it takes', () => {
    const run = { vx: RUN_SPEED, vy: 0, grounded: true }
    const strides = [30, 60, 144].map((hz) => posed(hz, 2, run).stride)
    expect(strides[0]).toBeGreaterThan(20)
    expect(strides[1]).toBeCloseTo(strides[0] ?? 0, 9)
    expect(strides[2]).toBeCloseTo(strides[0] ?? 0, 9)
    expect(posed(60, 2, { ...run, vx: 0 }).stride).toBe(0)
    // The other way round it steps as fast.
    expect(posed(60, 2, { ...run, vx: -RUN_SPEED }).stride).toBeCloseTo(strides[0] ?? 0, 9)
  })

  test('E14 the pose in the air is blended in and out over its time, not switched', () => {
    const pose = new Pose()
    const ground = { vx: 0, vy: 0, grounded: true }
    const jump = { vx: 0, vy: -300, grounded: false }
    pose.update(ground, 1 / 60)
    const seen: number[] = []
    for (let ms = 0; ms < AIR_BLEND_SECONDS * 1000; ms += 10) {
      pose.update(jump, 0.01)
      seen.push(pose.air)
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(seen[3]).toBeCloseTo(0.5, 9)
    expect(seen.at(-1)).toBeCloseTo(1, 9)
    const inAir = { ...pose.left }
    pose.update(ground, 0.01)
    expect(pose.air).toBeCloseTo(0.875, 9)
    expect(Math.abs(pose.left.turn - inAir.turn)).toBeLessThan(0.1)
  })

  test('E14 no frame of a run-up, a jump and a landing moves a foot by more than its step', () => {
    const pose = new Pose()
    const last = { x: pose.left.x, y: pose.left.y }
    for (let i = 0; i < 240; i++) {
      const vx = Math.min(i * 3, RUN_SPEED)
      const isUp = i > 120 && i < 170
      pose.update({ vx, vy: isUp ? -330 + (i - 120) * 13 : 0, grounded: !isUp }, 1 / 60)
      expect(Math.hypot(pose.left.x - last.x, pose.left.y - last.y)).toBeLessThan(3)
      last.x = pose.left.x
      last.y = pose.left.y
    }
  })
})
