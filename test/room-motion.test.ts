import { afterEach, expect, test, vi } from 'vitest'
import { documentTable, printRoomMotion } from '../bench/room-motion.ts'
import { saidBy } from './support/said.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test.each([
  [['--trace', 'nope.csv'], '--trace nope.csv: ENOENT'],
  [['--trace'], "'--trace ' is not understood"],
  [['--seconds', '5'], "--seconds is '5', but must be from 11 to 3600"],
  [['--networks', 'wifi,5g'], "--networks has '5g', but must be of none, lan, wifi"],
  [['--speed', '2'], "'--speed 2' is not understood"],
])('%j ends with one line and 1', async (words, fault) => {
  const { said, code } = await saidBy(printRoomMotion, words)
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining(fault)])
  expect(said[0]).toMatch(/^npm run bench -- room: [^\n]*$/)
})

test('the help says which options there are', async () => {
  const { said, code } = await saidBy(printRoomMotion, ['--help'])
  expect(code).toBe(0)
  for (const option of ['--trace FILE', '--networks a,b', '--seconds N', '--help'])
    expect(said.join('\n')).toContain(option)
})

test('the table of the document is of real rooms, over datagrams and TCP, and says which command prints it', () => {
  const { about, head, rows } = documentTable([], 11)
  expect(about).toContain('npm run bench -- room --seconds 11\n')
  expect(head).toEqual([
    'network',
    'delay',
    'p95',
    'eye to eye',
    'faults %',
    'error p99',
    'jump',
    'cost',
  ])
  const networks = ['article200', 'gilbert', 'wifi-spike']
  expect(rows.map(([name]) => name)).toEqual([
    ...networks,
    ...networks.map((name) => `${name}/tcp`),
  ])
  for (const [, delayMs] of rows) expect(Number(delayMs)).toBeGreaterThan(40)
})
