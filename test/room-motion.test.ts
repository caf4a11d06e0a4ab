import { afterEach, expect, test, vi } from 'vitest'
import { printRoomMotion } from '../bench/room-motion.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

/** What is said to the user, and how it ends, of words that play nothing. */
async function saidOf(words: readonly string[]): Promise<{ said: string[]; code: unknown }> {
  const said: string[] = []
  for (const to of ['log', 'error'] as const)
    vi.spyOn(console, to).mockImplementation((text) => said.push(String(text)))
  await printRoomMotion(words)
  return { said, code: process.exitCode }
}

test.each([
  [['--trace', 'nope.csv'], '--trace nope.csv: ENOENT'],
  [['--trace'], "'--trace ' is not understood"],
  [['--seconds', '5'], "--seconds is '5', it must be from 11 to 3600"],
  [['--speed', '2'], "'--speed 2' is not understood"],
])('%j ends with one line and 1', async (words, fault) => {
  const { said, code } = await saidOf(words)
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining(fault)])
  expect(said[0]).toMatch(/^npm run bench -- room: [^\n]*$/)
})

test('the help says which options there are', async () => {
  const { said, code } = await saidOf(['--help'])
  expect(code).toBe(0)
  for (const option of ['--trace FILE', '--seconds N', '--help'])
    expect(said.join('\n')).toContain(option)
})
