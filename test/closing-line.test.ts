import { expect, test, vi } from 'vitest'
import type { SerializedError, TestModule } from 'vitest/node'
import { ClosingLine, closingLine, tallyOf } from '../scripts/closing-line.ts'

type State = 'passed' | 'failed' | 'skipped' | 'pending'

/** The few parts of a Vitest module that are counted. */
function module(project: string, states: readonly State[], own?: State): TestModule {
  const tests = states.map((state) => ({ result: () => ({ state }) }))
  const state = own ?? (states.includes('failed') ? 'failed' : 'passed')
  const parts = { project: { name: project }, children: { allTests: () => tests } }
  return { ...parts, state: () => state } as unknown as TestModule
}

const thrown: SerializedError = { message: 'thrown outside of any test' }

test('it counts tests by what came of them', () => {
  const modules = [
    module('unit', ['passed', 'passed', 'skipped']),
    module('browser', ['passed', 'failed', 'skipped']),
  ]
  const tally = tallyOf(modules, [])
  expect(tally).toEqual({ passed: 3, failed: 1, skipped: 2, ranInBrowser: 2 })
  expect(closingLine(tally)).toBe('3 passed, 1 failed, 2 skipped')
})

test('nothing skipped, nothing said about it', () => {
  expect(closingLine(tallyOf([module('unit', ['passed'])], []))).toBe('1 passed, 0 failed')
})

test('a file that cannot be read and an error outside of tests are failures', () => {
  expect(tallyOf([module('unit', [], 'failed')], []).failed).toBe(1)
  expect(tallyOf([module('unit', ['passed'])], [thrown]).failed).toBe(1)
})

test.each([
  { browserRequired: true, modules: [module('unit', ['passed'])], line: '1 passed, 1 failed' },
  {
    browserRequired: true,
    modules: [module('browser', ['skipped'])],
    line: '0 passed, 1 failed, 1 skipped',
  },
  { browserRequired: true, modules: [module('browser', ['passed'])], line: '1 passed, 0 failed' },
  { browserRequired: false, modules: [module('unit', ['passed'])], line: '1 passed, 0 failed' },
  { browserRequired: false, modules: [], line: '0 passed, 1 failed' },
])('required: $browserRequired ends with "$line"', ({ browserRequired, modules, line }) => {
  const before = process.exitCode
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  process.exitCode = undefined
  try {
    new ClosingLine(browserRequired).onTestRunEnd(modules, [])
    expect(log.mock.lastCall).toEqual([line])
    expect(process.exitCode).toBe(line.includes(' 0 failed') ? undefined : 1)
  } finally {
    process.exitCode = before
    log.mockRestore()
  }
})
