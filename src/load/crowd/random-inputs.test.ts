import { angle, bits, defineGame, flag, int, number, oneOf, press, vec2 } from 'glissade'
import { expect, test } from 'vitest'
import { Random } from '../../base/random.ts'
import { randomInputs } from './random-inputs.ts'

const game = defineGame({
  name: 'everything',
  input: {
    go: flag(),
    jump: press(),
    slot: int({ min: -2, max: 2 }),
    speed: number({ min: -1, max: 1, step: 1 / 8 }),
    stick: vec2({ min: -1, max: 1, step: 1 / 8 }),
    aim: angle(),
    pose: oneOf('stand', 'sit', 'lie'),
    keys: bits(3),
  },
  entities: { dot: { x: number({ max: 8 }) } },
})

/** All values of each field over ten minutes, and how often they changed. */
function played(seed: number) {
  const input = game.inputSchema.create() as Record<string, unknown>
  const frame = randomInputs(game, input, new Random(seed))
  const seen = new Map(Object.keys(input).map((name) => [name, [] as unknown[]]))
  for (let timeMs = 0; timeMs < 600_000; timeMs += 100 / 3) {
    frame(timeMs)
    for (const [name, values] of seen) values.push(structuredClone(input[name]))
  }
  return seen
}

test('every field takes all its values, within its range', () => {
  const seen = played(3)
  const all = (name: string): unknown[] => [...new Set(seen.get(name))].sort()
  const numbers = (name: string): number[] => seen.get(name) as number[]
  expect(all('go')).toEqual([false, true])
  expect(all('jump')).toEqual([false, true])
  expect(new Set(numbers('slot'))).toEqual(new Set([-2, -1, 0, 1, 2]))
  expect(new Set(numbers('keys'))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]))
  expect(all('pose')).toEqual(['lie', 'sit', 'stand'])
  const sticks = seen.get('stick') as { x: number; y: number }[]
  const ranges = [
    [numbers('speed'), 1],
    [sticks.map(({ x }) => x), 1],
    [sticks.map(({ y }) => y), 1],
    [numbers('aim'), Math.PI],
  ] as const
  for (const [values, most] of ranges) {
    expect(Math.max(...values)).toBeLessThanOrEqual(most)
    expect(Math.max(...values)).toBeGreaterThan(0.9 * most)
    expect(Math.min(...values)).toBeGreaterThanOrEqual(-most)
    expect(Math.min(...values)).toBeLessThan(-0.9 * most)
  }
})

test('a value is held for half a second on average, so that others see movement', () => {
  const aims = played(4).get('aim') as number[]
  const changes = aims.filter((aim, i) => i > 0 && aim !== aims[i - 1]).length
  expect(600_000 / changes).toBeGreaterThan(400)
  expect(600_000 / changes).toBeLessThan(620)
})

test('equal seeds play alike, others do not', () => {
  expect(played(5)).toEqual(played(5))
  expect(played(5)).not.toEqual(played(6))
})
