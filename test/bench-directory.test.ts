import { afterEach, expect, test, vi } from 'vitest'
import { DirectorySimulation } from '../bench/directory/simulate.ts'
import { printDirectory } from '../bench/directory.ts'
import { saidBy } from './support/said.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

const SEEDS = Array.from({ length: 20 }, (_, n) => n + 1)

test.each(SEEDS)('no room is owned twice, and terms only rise, with seed %i', async (seed) => {
  const scale = { processes: 20, rooms: 600, seconds: 60, seed }
  const outcome = await new DirectorySimulation(scale).run()
  const { ownedTwice, termsFallen, wrongBytes, astray } = outcome
  expect({ ownedTwice, termsFallen, wrongBytes, astray }).toEqual({
    ownedTwice: 0,
    termsFallen: 0,
    wrongBytes: 0,
    astray: 0,
  })
  expect(Math.min(outcome.deaths, outcome.silences, outcome.handOvers)).toBeGreaterThan(0)
  expect(outcome.releases).toBeGreaterThan(200)
  expect(outcome.rooms).toBeGreaterThan(400)
})

test.each([
  [['--processes', '1'], "--processes is '1', but must be a whole number from 2 to 10000"],
  [['--rooms', '9'], "--rooms is '9'"],
  [['--seconds', 'x'], "--seconds is 'x'"],
  [['--seed', '-1'], 'Option'],
  [['--speed', '2'], "Unknown option '--speed'"],
])('%j ends with one line and 1', async (words, fault) => {
  const { said, code } = await saidBy(printDirectory, words)
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining(fault)])
  expect(said[0]).toMatch(/^npm run bench -- directory: [^\n]*$/)
})

test('the help says which options there are', async () => {
  const { said, code } = await saidBy(printDirectory, ['--help'])
  expect(code).toBe(0)
  for (const option of ['--processes N', '--rooms N', '--seconds S', '--seed N', '--help'])
    expect(said.join('\n')).toContain(option)
})
