import { afterEach, expect, test, vi } from 'vitest'
import { printProcesses } from '../bench/processes.ts'
import { saidBy } from './support/said.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test('wrong words end with one line and 1', async () => {
  const { said, code } = await saidBy(printProcesses, ['--clients', '0'])
  expect(code).toBe(1)
  expect(said).toEqual([
    "npm run bench -- processes: --clients is '0', but must be a whole number from 1 to 10000",
  ])
})

test('the help says which options there are', async () => {
  const { said, code } = await saidBy(printProcesses, ['--help'])
  expect(code).toBe(0)
  for (const option of ['--clients N', '--seconds S', '--rounds R', '--help'])
    expect(said.join('\n')).toContain(option)
})
