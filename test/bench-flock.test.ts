import { afterEach, expect, test, vi } from 'vitest'
import { leastNs } from '../bench/flock/least.ts'
import { grazing, penned, spread } from '../bench/flock/scene.ts'
import { printFlock } from '../bench/flock.ts'
import { CALM } from '../games/shepherd/rules/flock-sheep.ts'
import { saidBy } from './support/said.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test.each([
  [['--passes', '0'], "--passes is '0', but must be a whole number from 1 to 10000"],
  [['--passes', ''], "--passes is ''"],
  [['--passes', '1.5'], "--passes is '1.5'"],
  [['--sheep', '2'], "Unknown option '--sheep'"],
])('%j ends with one line and 1', async (words, fault) => {
  const { said, code } = await saidBy(printFlock, words)
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining(fault)])
  expect(said[0]).toMatch(/^npm run bench -- flock: [^\n]*$/)
})

test('the help says which options there are', async () => {
  const { said, code } = await saidBy(printFlock, ['--help'])
  expect(code).toBe(0)
  for (const option of ['--passes N', '--help']) expect(said.join('\n')).toContain(option)
})

test('a scene goes over the same steps again and again', () => {
  for (const make of [grazing, penned, () => spread(500)]) {
    const scene = make()
    const ends = [0, 1].map(() => {
      scene.begin()
      for (let n = 0; n < 5; n++) {
        scene.step()
        scene.prepare()
      }
      return scene.flock.x.slice()
    })
    expect(ends[1]).toEqual(ends[0])
  }
})

test('on the run are all, at the start of a round those who have somebody near', () => {
  const stirred = [spread(1000), penned(), grazing()].map((scene) => {
    for (let n = 0; n < 5; n++) {
      scene.step()
      scene.prepare()
    }
    return scene.flock.fear.filter((fear) => fear >= CALM).length
  })
  expect(stirred.slice(0, 2)).toEqual([1000, 1000])
  expect(stirred[2]).toBeGreaterThan(5)
  expect(stirred[2]).toBeLessThan(500)
})

test('the least of several passes is a time for each case', async () => {
  const times = await leastNs(
    [
      { scene: 'spread', count: 100, look: 'grid' },
      { scene: 'spread', count: 2000, look: 'grid' },
      { scene: 'spread', count: 2000, look: 'all' },
      { scene: 'spread', count: 2000, look: 'once' },
    ],
    3,
  )
  expect(times.length).toBe(4)
  for (const ns of times) expect(ns > 0 && Number.isFinite(ns), `${ns} ns`).toBe(true)
})
