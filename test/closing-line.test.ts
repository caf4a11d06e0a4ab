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
  const ran = new Map([
    ['unit', 2],
    ['browser', 2],
  ])
  expect(tally).toEqual({ passed: 3, failed: 1, skipped: 2, ran })
  expect(closingLine(tally)).toBe('3 passed, 1 failed, 2 skipped')
})

test('nothing skipped, nothing said about it', () => {
  expect(closingLine(tallyOf([module('unit', ['passed'])], []))).toBe('1 passed, 0 failed')
})

test('a file that cannot be read and an error outside of tests are failures', () => {
  expect(tallyOf([module('unit', [], 'failed')], []).failed).toBe(1)
  expect(tallyOf([module('unit', ['passed'])], [thrown]).failed).toBe(1)
})

const BROWSER = { GLISSADE_BROWSER: 'required' }
const REDIS = { GLISSADE_REDIS: 'required' }
const NGINX = { GLISSADE_NGINX: 'required' }

test.each([
  { env: BROWSER, modules: [module('unit', ['passed'])], line: '1 passed, 1 failed' },
  {
    env: BROWSER,
    modules: [module('browser', ['skipped'])],
    line: '0 passed, 1 failed, 1 skipped',
  },
  { env: BROWSER, modules: [module('browser', ['passed'])], line: '1 passed, 0 failed' },
  { env: REDIS, modules: [module('browser', ['passed'])], line: '1 passed, 1 failed' },
  { env: REDIS, modules: [module('redis', ['passed'])], line: '1 passed, 0 failed' },
  { env: NGINX, modules: [module('redis', ['passed'])], line: '1 passed, 1 failed' },
  { env: NGINX, modules: [module('nginx', ['passed'])], line: '1 passed, 0 failed' },
  {
    env: { ...BROWSER, ...REDIS },
    modules: [module('unit', ['passed'])],
    line: '1 passed, 2 failed',
  },
  { env: {}, modules: [module('unit', ['passed'])], line: '1 passed, 0 failed' },
  { env: {}, modules: [], line: '0 passed, 1 failed' },
])('$env ends with "$line"', ({ env, modules, line }) => {
  const before = process.exitCode
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  process.exitCode = undefined
  try {
    new ClosingLine(env).onTestRunEnd(modules, [])
    expect(log.mock.lastCall).toEqual([line])
    expect(process.exitCode).toBe(line.includes(' 0 failed') ? undefined : 1)
  } finally {
    process.exitCode = before
    log.mockRestore()
  }
})
