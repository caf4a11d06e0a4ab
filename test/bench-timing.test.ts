import { afterEach, expect, test, vi } from 'vitest'
import { madeNetwork } from '../bench/timing/networks.ts'
import { type InputQueue, recoverQueue } from '../bench/timing/recovery.ts'
import { printTiming } from '../bench/timing.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

/** A queue of which each tick takes one; `most`: what is held, the oldest go first. */
function plainQueue(most: number): InputQueue {
  const ids: number[] = []
  return {
    name: 'plain',
    push: (id) => {
      ids.push(id)
      if (ids.length > most) ids.shift()
    },
    next: () => ids.shift() ?? -1,
    get size() {
      return ids.length
    },
  }
}

test('where each tick takes one input, those of a stall stay in the queue for good', () => {
  const queue = plainQueue(64)
  const { beforeSteps, afterSteps, backSeconds, missing } = recoverQueue(
    madeNetwork('const50', true),
    queue,
  )
  expect(beforeSteps).toBeCloseTo(3.8, 0)
  expect(afterSteps[1]! - beforeSteps).toBeCloseTo(missing)
  expect(afterSteps[15]).toBeCloseTo(afterSteps[1]!)
  expect(backSeconds).toBe(Infinity)
  expect(missing).toBeGreaterThanOrEqual(16)
  expect(queue.size).toBe(missing)
})

test('a queue that holds few is soon back', () => {
  const { backSeconds } = recoverQueue(madeNetwork('const50', true), plainQueue(1))
  expect(backSeconds).toBeLessThan(2)
})

test('prints recoveries, and a line for each network', async () => {
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => said.push(text))
  await printTiming(['--own', '--seconds', '15'])
  const text = said.join('\n')
  expect(process.exitCode).toBe(0)
  expect(text).toMatch(/^glissade, const50\/tcp, stall of the client +[\d.]+ +[\d.]+ /m)
  expect(text).toMatch(/^jitter50 +[\d.]+ +[\d.]+ +[\d.]+ /m)
  expect(text).toMatch(/^lte-tail\/tcp +[\d.]+ +[\d.]+ +[\d.]+ /m)
}, 30_000)

test.each([
  [['--seconds', '3'], /--seconds is '3'/],
  [['--trace'], /not understood/],
  [['--trace', '/nowhere.csv'], /nowhere\.csv/],
  [['twice'], /not understood/],
])('%j is refused in one line', async (words, message) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  await printTiming(words)
  expect(process.exitCode).toBe(1)
  expect(said.mock.calls.join('\n')).toMatch(message)
})

test('--help says what there is', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  await printTiming(['--help'])
  expect(said.mock.calls.join('\n')).toContain('--trace FILE')
})
