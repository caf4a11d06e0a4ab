import { afterEach, expect, test, vi } from 'vitest'
import {
  HEADINGS,
  type Mover,
  PARTS,
  place,
  RATE_HZ,
  SIZE,
  step,
  TURN_PARTS,
} from '../bench/server/movement.ts'
import { Steering } from '../bench/server/steering.ts'
import { printServer } from '../bench/server.ts'
import { saidBy } from './support/said.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

const placed = (): Mover => {
  const mover = { x: 0, y: 0, angle: 0 }
  place(mover)
  return mover
}

test('whoever steers moves at one speed for hours, never held by a wall', () => {
  const steering = new Steering(5)
  const mover = placed()
  let [least, most] = [10, 10]
  for (let n = 0; n < 100_000; n++) {
    const { x, y } = mover
    step(mover, steering.next())
    const way = Math.hypot(mover.x - x, mover.y - y)
    least = Math.min(least, way)
    most = Math.max(most, way)
  }
  expect(least).toBeCloseTo(10, 6)
  expect(most).toBeCloseTo(10, 6)
})

test('the direction changes about once a second, and differs from client to client', () => {
  const [one, other] = [new Steering(1), new Steering(2)]
  const headings = Array.from({ length: 20_000 }, () => one.next())
  const changes = headings.filter((heading, i) => i > 0 && heading !== headings[i - 1]).length
  expect((changes * RATE_HZ) / headings.length).toBeGreaterThan(0.7)
  expect((changes * RATE_HZ) / headings.length).toBeLessThan(1.5)
  expect(Array.from({ length: 50 }, () => other.next())).not.toEqual(headings.slice(0, 50))
})

test('every direction is on the grid on which angles are told, none along an axis', () => {
  for (let heading = 0; heading < HEADINGS; heading++) {
    const mover = placed()
    step(mover, heading)
    expect((mover.angle / (2 * Math.PI)) * TURN_PARTS).toBeCloseTo(
      Math.round((mover.angle / (2 * Math.PI)) * TURN_PARTS),
      9,
    )
    expect(Math.abs(mover.x - SIZE / 2) * PARTS).toBeGreaterThan(1)
    expect(Math.abs(mover.y - SIZE / 2) * PARTS).toBeGreaterThan(1)
  }
})

test('a wall stops', () => {
  const mover = placed()
  for (let n = 0; n < 2000; n++) step(mover, 0)
  expect([mover.x, mover.y]).toEqual([0, 0])
})

test.each([
  [['--clients', '0'], "--clients is '0', but must be a whole number from 1 to 10000"],
  [['--clients', ''], "--clients is ''"],
  [['--seconds', '1.5'], "--seconds is '1.5', but must be a whole number from 1 to 600"],
  [['--rounds', 'x'], "--rounds is 'x'"],
  [['--speed', '2'], "Unknown option '--speed'"],
])('%j ends with one line and 1', async (words, fault) => {
  const { said, code } = await saidBy(printServer, words)
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining(fault)])
  expect(said[0]).toMatch(/^npm run bench -- server: [^\n]*$/)
})

test('the help says which options there are', async () => {
  const { said, code } = await saidBy(printServer, ['--help'])
  expect(code).toBe(0)
  for (const option of ['--clients N', '--seconds S', '--rounds R', '--own', '--help'])
    expect(said.join('\n')).toContain(option)
})
