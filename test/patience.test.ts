import { describe, expect, test } from 'vitest'
import { readSources } from './source-file.ts'

const LEAST_MS = 60_000

/** What in a test would fail it because a machine is slow, line by line. */
function impatienceOf(source: string, isSoak = false): string[] {
  const lines = source.split('\n')
  return lines.flatMap((line, i) => {
    // The one limit of tests is in vitest.config.ts; a soak may need a longer one.
    const isLastArgument = /^\s*\d+_000,$/.test(line) && /^\s*\},?$|=>/.test(lines[i - 1] ?? '')
    const isLimit = isLastArgument || /^\s*\}, \d+_\d{3}\)$|\b(test|hook)Timeout: /.test(line)
    const hasLimit = !isSoak && isLimit
    const [, limit] = /\btimeout: ([\d_]+)/i.exec(line) ?? []
    const isShort = limit !== undefined && Number(limit.replaceAll('_', '')) < LEAST_MS
    const isDefault = /\bvi\.wait(For|Until)\((?!.*timeout).*\)$/.test(line)
    const isRetry = /\bretry: /.test(line)
    return hasLimit || isShort || isDefault || isRetry ? [`line ${i + 1}: ${line.trim()}`] : []
  })
}

const files = readSources('src', 'games', 'test').filter(
  ({ path }) => /\.(test|case|soak)\.ts$/.test(path) && path !== 'test/patience.test.ts',
)

test('no test fails because the machine is slow', () => {
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap(({ path, text }) =>
    impatienceOf(text, path.endsWith('.soak.ts')).map((what) => `${path}, ${what}`),
  )
  expect(found).toEqual([])
})

describe('what would do so', () => {
  test.each([
    ['a time limit of a test', '  }, 120_000)'],
    ['a time limit of tests', 'vi.setConfig({ testTimeout: 120_000 })'],
    ['a time limit of a group', "describe('a', { timeout: 5000 }, () => {"],
    ['a second, which is the default of `vi.waitFor`', 'await vi.waitFor(() => expect(a).toBe(1))'],
    ['another try', "test('a', { retry: 2 }, () => {"],
  ])('is %s', (_, line) => {
    expect(impatienceOf(`a\n${line}`)).toEqual([`line 2: ${line.trim()}`])
  })

  test('is a time limit on a line of its own', () => {
    expect(impatienceOf('  },\n  120_000,\n)')).toEqual(['line 2: 120_000,'])
  })

  test.each(['    }, 20)', 'await vi.waitUntil(is, { timeout: 60_000 })'])('is not %j', (line) =>
    expect(impatienceOf(line)).toEqual([]),
  )
})
