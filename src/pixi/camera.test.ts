import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Camera } from './camera.ts'

const open = (halfLifeSeconds?: number): Camera =>
  new Camera({
    width: 640,
    height: 360,
    worldWidth: 2304,
    worldHeight: 480,
    deadWidth: 100,
    deadHeight: 80,
    halfLifeSeconds,
  })

test('E13 the first target is in the middle at once', () => {
  const camera = open()
  camera.follow(1000, 240, 1 / 60)
  expect(camera.x).toBe(680)
  expect(camera.y).toBe(60)
})

test('E13 a target that stays in the dead zone does not move the picture', () => {
  const camera = open()
  camera.follow(1000, 240, 1 / 60)
  for (const dx of [50, -50, 20]) camera.follow(1000 + dx, 240 + dx * 0.8, 1 / 60)
  expect(camera.x).toBe(680)
  expect(camera.y).toBe(60)
})

test('E13 a target that leaves the dead zone is brought back to its edge, not to the middle', () => {
  const camera = open()
  camera.follow(1000, 240, 1 / 60)
  for (let i = 0; i < 300; i++) camera.follow(1150, 240, 1 / 60)
  expect(camera.x).toBeCloseTo(780, 3)
})

test('E13 the camera moves equally far in a second at 30, 60 and 144 frames a second', () => {
  const ends = [30, 60, 144].map((hz) => {
    const camera = open()
    camera.follow(1000, 240, 1 / hz)
    for (let i = 0; i < hz / 2; i++) camera.follow(1300, 240, 1 / hz)
    return camera.x
  })
  expect(ends[1]).toBeCloseTo(ends[0] ?? 0, 6)
  expect(ends[2]).toBeCloseTo(ends[0] ?? 0, 6)
})

test('E13 the camera covers half of the distance in one half-life', () => {
  const camera = open(0.25)
  camera.follow(1000, 240, 1 / 60)
  camera.follow(1250, 240, 0.25)
  expect(camera.x).toBeCloseTo(680 + 100, 9)
})

test('E13 the picture jumps to a target more than a picture away', () => {
  const camera = open()
  camera.follow(300, 240, 1 / 60)
  camera.follow(2000, 240, 1 / 60)
  expect(camera.x).toBe(2304 - 640)
})

test('E13 the picture never leaves the world, wherever the target goes', () => {
  const step = fc.record({
    x: fc.double({ min: -5000, max: 5000, noNaN: true }),
    y: fc.double({ min: -5000, max: 5000, noNaN: true }),
    dtSeconds: fc.double({ min: 0, max: 0.25, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const camera = open()
      for (const { x, y, dtSeconds } of steps) {
        camera.follow(x, y, dtSeconds)
        expect(camera.x).toBeGreaterThanOrEqual(0)
        expect(camera.x).toBeLessThanOrEqual(2304 - 640)
        expect(camera.y).toBeGreaterThanOrEqual(0)
        expect(camera.y).toBeLessThanOrEqual(480 - 360)
      }
    }),
  )
})

test('E13 a world smaller than the picture is centred in it', () => {
  const small = { worldWidth: 320, worldHeight: 180, deadWidth: 10, deadHeight: 10 }
  const camera = new Camera({ width: 640, height: 360, ...small })
  camera.follow(0, 0, 1 / 60)
  expect([camera.x, camera.y]).toEqual([-160, -90])
})
