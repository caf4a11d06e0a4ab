import { afterEach, expect, test, vi } from 'vitest'
import { printMemory } from '../bench/memory.ts'
import { drift, MOST_HEALTH, SIZE, taken } from '../bench/server/movement.ts'
import { saidBy } from './support/said.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test('a thing that moves is somewhere else after each step, inside the world, and counts as no player', () => {
  const thing = { x: SIZE / 2, y: SIZE / 2, angle: 0, health: MOST_HEALTH }
  const before = taken.steps
  for (let n = 0; n < 10_000; n++) {
    const { x, y } = thing
    drift(thing, n)
    expect(Math.hypot(thing.x - x, thing.y - y)).toBeGreaterThan(1)
    expect(Math.max(thing.x, thing.y)).toBeLessThan(SIZE)
    expect(Math.min(thing.x, thing.y)).toBeGreaterThan(0)
  }
  expect(taken.steps).toBe(before)
})

test.each([
  [['--count', '10001'], "--count is '10001', but must be a whole number from 0 to 10000"],
  [['--seconds', '0'], "--seconds is '0'"],
  [['--idle', 'x'], "--idle is 'x'"],
  [['--idle-hz', '61'], "--idle-hz is '61'"],
  [['--speed', '2'], "Unknown option '--speed'"],
])('%j ends with one line and 1', async (words, fault) => {
  const { said, code } = await saidBy(printMemory, words)
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining(fault)])
  expect(said[0]).toMatch(/^npm run bench -- memory: [^\n]*$/)
})

test('the help says which options there are', async () => {
  const { said, code } = await saidBy(printMemory, ['--help'])
  expect(code).toBe(0)
  for (const option of ['--count N', '--seconds S', '--idle N', '--idle-hz R', '--own', '--help'])
    expect(said.join('\n')).toContain(option)
})
