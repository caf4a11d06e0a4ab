import { afterEach, expect, test, vi } from 'vitest'
import { madeNetwork } from '../bench/timing/networks.ts'
import {
  COUNTED_SECONDS,
  type InputQueue,
  recoverLead,
  recoverQueue,
} from '../bench/timing/recovery.ts'
import { printTiming } from '../bench/timing.ts'
import { saidBy } from './support/said.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

const CLEAN = madeNetwork('const50', true)

/** A queue as engines have it; `most`: what is held, the oldest go first. */
function plainQueue(most: number): InputQueue {
  const ids: number[] = []
  return {
    name: 'plain',
    push: (id) => {
      ids.push(id)
      if (ids.length > most) ids.shift()
    },
    next: () => ids.shift(),
    take: (count) => ids.splice(0, count),
  }
}

test('where each tick takes one input, those of a stall stay in the queue for good', () => {
  const recovery = recoverQueue(CLEAN, plainQueue(64), 'next()')
  const { name, beforeSteps, afterSteps, backSeconds, missing, doubled } = recovery
  expect(name).toBe('plain, next() in each tick, const50/tcp, stall of the network')
  expect(beforeSteps).toBeCloseTo(3.8, 0)
  expect(afterSteps[1]! - beforeSteps).toBeCloseTo(missing)
  expect(afterSteps[15]).toBeCloseTo(afterSteps[1]!)
  expect(backSeconds).toBe(Infinity)
  expect(missing).toBeGreaterThanOrEqual(16)
  expect(doubled).toBe(0)
})

test('where each tick takes up to two, as many ticks move a player twice as went without', () => {
  const recovery = recoverQueue(CLEAN, plainQueue(64), 'take(2)')
  const { beforeSteps, afterSteps, backSeconds, missing, doubled } = recovery
  expect(afterSteps[1]).toBeCloseTo(beforeSteps)
  expect(backSeconds).toBeLessThan(0.5)
  expect(missing).toBeGreaterThanOrEqual(16)
  expect(doubled).toBe(missing)
})

test('a queue that holds few is soon back', () => {
  const { backSeconds } = recoverQueue(CLEAN, plainQueue(1), 'next()')
  expect(backSeconds).toBeLessThan(2)
})

test('ticks are counted from the beginning of a stall to 5 s after its end, of all alike', () => {
  const { missing } = recoverQueue(CLEAN, plainQueue(0), 'next()')
  expect(Math.abs(missing - 60 * (0.3 + COUNTED_SECONDS))).toBeLessThanOrEqual(1)
  const queued = recoverQueue(CLEAN, plainQueue(64), 'next()')
  const led = recoverLead(CLEAN, 'network')
  expect(Math.abs(led.missing - queued.missing)).toBeLessThanOrEqual(1)
  expect(led.doubled).toBe(0)
})

test('prints recoveries, and a line for each network', async () => {
  const { said, code } = await saidBy(printTiming, ['--own', '--seconds', '15'])
  const text = said.join('\n')
  expect(code).toBe(0)
  expect(text).toMatch(/ without, to 5 s +with two, to 5 s$/m)
  expect(text).toMatch(/^glissade, const50\/tcp, stall of the client +[\d.]+ +[\d.]+ /m)
  expect(text).toMatch(/^jitter50 +[\d.]+ +[\d.]+ +[\d.]+ /m)
  expect(text).toMatch(/^lte-tail\/tcp +[\d.]+ +[\d.]+ +[\d.]+ /m)
})

test.each([
  [['--seconds', '3'], "--seconds is '3', but must be a whole number from 15 to 3600"],
  [['--trace'], "Option '--trace <value>' argument missing"],
  [['--trace', '/nowhere.csv'], '--trace /nowhere.csv: '],
  [['twice'], "Unexpected argument 'twice'"],
])('%j ends with one line and 1', async (words, fault) => {
  const { said, code } = await saidBy(printTiming, words)
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining(fault)])
  expect(said[0]).toMatch(/^npm run bench -- timing: [^\n]*$/)
})

test('the help says which options there are', async () => {
  const { said, code } = await saidBy(printTiming, ['--help'])
  expect(code).toBe(0)
  for (const option of ['--trace FILE', '--seconds N', '--own', '--help'])
    expect(said.join('\n')).toContain(option)
})
