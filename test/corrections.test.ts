import { afterEach, describe, expect, test, vi } from 'vitest'
import { playPlatformer, playShepherd } from '../bench/corrections/games.ts'
import { type MadeInput, shortestLeadMs } from '../bench/corrections/shortest-lead.ts'
import { printCorrections } from '../bench/corrections.ts'
import { presets } from '../src/link/presets.ts'
import { saidBy } from './support/said.ts'

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

const FEW_SHEEP = 150

describe("own entities of Shepherd's World", () => {
  test.each([
    ['lan', 'ordered', 11],
    ['wifi', 'ordered', 12],
    ['wifi', 'datagram', 13],
    ['4g', 'ordered', 12],
    ['4g', 'datagram', 12],
  ] as const)('are corrected at most seven times a minute: %s, %s, seed %i', (name, kind, seed) => {
    const where = { kind, conditions: presets[name], seed, players: 4, seconds: 60 }
    const { corrections, missing } = playShepherd(where, FEW_SHEEP)
    expect(corrections).toBeLessThanOrEqual(7)
    // There was something to correct, where packets are late at all.
    if (name === 'lan') expect(missing).toBe(0)
    else expect(missing).toBeGreaterThan(5)
  })

  test('and for nothing but ticks that repeated a wrong input: intercontinental, ordered', () => {
    const conditions = presets.intercontinental
    const where = { kind: 'ordered', conditions, seed: 15, players: 3, seconds: 60 } as const
    const { corrections, wrong } = playShepherd(where, FEW_SHEEP)
    expect(wrong).toBeGreaterThan(5)
    expect(corrections).toBeLessThanOrEqual(1.2 * wrong)
  })

  test('never, where every input is in time', () => {
    const conditions = presets.none
    const where = { kind: 'ordered', conditions, seed: 1, players: 2, seconds: 10 } as const
    const { corrections, missing, leadMs } = playShepherd(where, FEW_SHEEP)
    expect([corrections, missing]).toEqual([0, 0])
    expect(leadMs).toBeLessThan(60)
  })
})

describe('the shortest lead', () => {
  const input = (value: number, wayMs: number): MadeInput => {
    return { row: Int32Array.of(value), madeMs: 0, leadMs: 0, wayMs }
  }

  test('is the fastest way where inputs never change, or never take longer', () => {
    expect(shortestLeadMs([[input(1, 20), input(1, 90), input(1, 20)]], 0)).toBe(20)
    expect(shortestLeadMs([[input(1, 20), input(2, 20), input(3, 20)]], 0)).toBe(20)
  })

  test('covers gaps but for those that are allowed, and those that repeat the right input', () => {
    const one = [input(1, 20), input(2, 90), input(2, 20), input(2, 70), input(3, 40)]
    expect(shortestLeadMs([one], 0)).toBe(92)
    expect(shortestLeadMs([one], 1)).toBe(40)
    expect(shortestLeadMs([one, [input(1, 40)]], 0)).toBe(102)
  })

  test('a gap counts once more for every eight wrong ticks', () => {
    const gap = Array.from({ length: 17 }, () => input(2, 90))
    const all = [input(1, 20), ...gap, input(2, 20)]
    expect(shortestLeadMs([all], 3)).toBe(20)
    expect(shortestLeadMs([all], 2)).toBe(92)
  })
})

test('the platformer, in which no input has a tick, counts corrections alone', () => {
  const conditions = presets.wifi
  const where = { kind: 'ordered', conditions, seed: 1, players: 2, seconds: 10 } as const
  const counted = playPlatformer(where)
  expect(counted.corrections).toBeLessThan(10)
  expect([counted.missing, counted.wrong, counted.leadMs]).toEqual([NaN, NaN, NaN])
})

test('prints a line for each network, kind of link and seed', async () => {
  const words = ['--preset', 'lan', '--seed', '3', '--players', '1', '--seconds', '10']
  const { said, code } = await saidBy(printCorrections, words)
  expect(code).toBe(0)
  expect(said.join('\n')).toMatch(/^lan, ordered, seed 3 +0\.0 +0\.0 +0\.0 +0\.0 +- +-?\d+ +\d+$/m)
  expect(said.join('\n')).toMatch(/^lan, datagram, seed 3 /m)
})

test.each([
  [['--game', 'chess'], "--game is 'chess', but must be one of shepherd, platformer"],
  [['--preset', 'moon'], "--preset is 'moon', but must be one of none, lan, "],
  [['--seconds', '5'], "--seconds is '5', but must be a whole number from 10 to 3600"],
])('%j ends with one line and 1', async (words, fault) => {
  const { said, code } = await saidBy(printCorrections, words)
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining(fault)])
})
