import { afterEach, expect, test, vi } from 'vitest'
import { bytesOfRoom } from '../bench/room-bytes/measure.ts'
import { SCENES } from '../bench/room-bytes/scenes.ts'
import { printRoomBytes } from '../bench/room-bytes.ts'
import { saidBy } from './support/said.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

/**
 * The least is what a room sends that has not fallen silent. Who walks takes more than a byte each time that others are told of
 * it. Who stands and hides takes nothing, so what is left are four snapshots a second, of which the smallest has 5 bytes.
 */
test.each([
  ['all walk, +-25 ms, 2 % loss', 20 * 49, 20 * 49, 2430],
  ['25 hidden', 4 * 5, 0, 300],
  ['25 hidden from the start', 4 * 5, 0, 300],
  ['25 hidden, a frame a second', 4 * 5, 0, 300],
])(
  'with 50 players, %s: from %d bytes a second to each client, of which %d of entities, to %d',
  (name, least, leastOfEntities, most) => {
    const scene = SCENES.find((one) => one.name === name)!
    const { bytes, packets, parts } = bytesOfRoom({
      ...scene,
      authority: 'input',
      stepHz: 20,
      seconds: 5,
      seed: 1,
    })
    expect(packets).toBeGreaterThan(3.9)
    expect(bytes).toBeGreaterThan(least)
    expect(bytes).toBeLessThanOrEqual(most)
    expect(parts.entities).toBeGreaterThanOrEqual(leastOfEntities)
  },
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
