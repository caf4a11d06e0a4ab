import { afterEach, expect, test, vi } from 'vitest'
import { MEASURED, printTcp, simulateEchoes } from '../bench/tcp.ts'
import { saidBy } from './support/said.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test.each(MEASURED)(
  'at $lossPercent % loss, echoes over a simulated ordered link are as old as over real TCP, within 20 %',
  ({ lossPercent, real }) => {
    const ages = simulateEchoes({ latencyMs: 50, jitterMs: 10, loss: lossPercent / 100 }, 40)
    for (const name of ['p50', 'p90', 'p99'] as const) {
      expect(ages[name] / real[name], name).toBeGreaterThan(0.8)
      expect(ages[name] / real[name], name).toBeLessThan(1.2)
    }
  },
)

test('prints simulated ages beside real ones for each network', async () => {
  const { said, code } = await saidBy(printTcp, ['--links', '1'])
  expect(code).toBe(0)
  for (const { lossPercent } of MEASURED)
    expect(said.join('\n')).toMatch(new RegExp(`^${lossPercent} %( +-?\\d+){9}$`, 'm'))
})

test.each([
  [['--links', '0'], "--links is '0', but must be a whole number from 1 to 1000"],
  [['twice'], "Unexpected argument 'twice'"],
])('%j ends with one line and 1', async (words, fault) => {
  const { said, code } = await saidBy(printTcp, words)
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining(fault)])
})

test('the help says which options there are', async () => {
  const { said, code } = await saidBy(printTcp, ['--help'])
  expect(code).toBe(0)
  for (const option of ['--links N', '--help']) expect(said.join('\n')).toContain(option)
})
