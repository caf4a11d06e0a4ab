import { afterEach, expect, test, vi } from 'vitest'
import { printClients } from '../bench/clients.ts'
import { saidBy } from './support/said.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test.each([
  [['--clients', '0'], "--clients is '0', but must be a whole number from 1 to 10000"],
  [['--seconds', '1.5'], "--seconds is '1.5', but must be a whole number from 1 to 600"],
  [['--rounds', 'x'], "--rounds is 'x'"],
  [['--speed', '2'], "Unknown option '--speed'"],
])('%j ends with one line and 1', async (words, fault) => {
  const { said, code } = await saidBy(printClients, words)
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining(fault)])
  expect(said[0]).toMatch(/^npm run bench -- clients: [^\n]*$/)
})

test('the help says which options there are', async () => {
  const { said, code } = await saidBy(printClients, ['--help'])
  expect(code).toBe(0)
  for (const option of ['--clients N', '--seconds S', '--rounds R', '--own', '--help'])
    expect(said.join('\n')).toContain(option)
})
