import { afterEach, expect, test, vi } from 'vitest'
import { playPlatformer, playShepherd } from '../bench/foresight/games.ts'
import { countMisses, HORIZONS_MS, type Table } from '../bench/foresight/misses.ts'
import { WAYS } from '../bench/foresight/ways.ts'
import { printForesight } from '../bench/foresight.ts'
import { saidBy } from './support/said.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test.each([
  [['--seconds', '9'], "--seconds is '9', but must be a whole number from 10 to 3600"],
  [['--players', 'x'], "--players is 'x'"],
  [['--game', 'chess'], "--game is 'chess', but must be platformer or shepherd"],
  [['--sheep', '2'], "Unknown option '--sheep'"],
])('%j ends with one line and 1', async (words, fault) => {
  const { said, code } = await saidBy(printForesight, words)
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining(fault)])
  expect(said[0]).toMatch(/^npm run bench -- foresight: [^\n]*$/)
})

/** The share of states that are more than 6 px off after 50 ms, in %. */
function sharesAt50(table: Table, kind: string): (way: string) => number {
  const at = HORIZONS_MS.indexOf(50)
  return (way) => {
    const { off, states } = table.get(kind)![WAYS.findIndex(([name]) => name === way)]![at]!
    expect(states).toBeGreaterThan(1000)
    return (100 * off[0]!) / states
  }
}

test('the platformer is foreseen best by move, from what the copy remembers', () => {
  const table: Table = new Map()
  // A seed in which the fields that only owners get matter: in others the bots hardly jump from platforms.
  countMisses(playPlatformer(4, 4, 10), table)
  const share = sharesAt50(table, 'pip')
  expect(share('straight line')).toBeLessThan(share('at rest') / 3)
  expect(share('move')).toBeLessThan(0.75 * share('straight line'))
  expect(share('move')).toBeLessThan(share('move from defaults') / 2)
  expect(share('move knowing all')).toBeLessThanOrEqual(share('move'))
})

test("Shepherd's World has no steps of 50 ms, and both kinds that players move", () => {
  const table: Table = new Map()
  countMisses(playShepherd(1, 2, 10), table)
  expect([...table.keys()]).toEqual(['shepherd', 'dog'])
  const [rest] = table.get('dog')!
  expect(rest!.map((misses) => misses !== undefined)).toEqual([
    false,
    true,
    false,
    true,
    true,
    false,
  ])
})
