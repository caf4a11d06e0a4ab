import { afterEach, expect, test, vi } from 'vitest'
import { bytesOfRoom } from '../bench/room-bytes/measure.ts'
import { SCENES } from '../bench/room-bytes/scenes.ts'
import { printRoomBytes } from '../bench/room-bytes.ts'
import { saidBy } from './support/said.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test.each([
  ['all walk, +-25 ms, 2 % loss', 2300],
  ['25 hidden', 300],
  ['25 hidden from the start', 300],
  ['25 hidden, a frame a second', 300],
])(
  'with 50 players, %s: at most %d bytes a second to each client',
  (name, most) => {
    const scene = SCENES.find((one) => one.name === name)!
    const { bytes, parts } = bytesOfRoom({
      ...scene,
      authority: 'input',
      stepHz: 20,
      seconds: 5,
      seed: 1,
    })
    expect(bytes).toBeGreaterThan(100)
    expect(bytes).toBeLessThanOrEqual(most)
    expect(parts.entities).toBeGreaterThan(10)
  },
  120_000,
)

test('the help says which options there are, and other words end with one line and 1', async () => {
  const { said, code } = await saidBy(printRoomBytes, ['--help'])
  expect(code).toBe(0)
  for (const option of ['--seconds S', '--seed N', '--step-hz N', '--help'])
    expect(said.join('\n')).toContain(option)
  const wrong = await saidBy(printRoomBytes, ['--seconds', '0'])
  expect(wrong.code).toBe(1)
  expect(wrong.said).toEqual([expect.stringContaining("--seconds is '0'")])
})
