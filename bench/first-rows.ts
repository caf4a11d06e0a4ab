import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tables } from 'glissade'
import type { Coding } from '../src/wire/coding/coding.ts'
import { FIRST_LASTS, firstRow, LEVELS } from '../src/wire/coding/frequency/first.ts'
import { FrequencyWriter } from '../src/wire/coding/frequency/frequency-writer.ts'
import { Layout, LEADS, ROLE } from '../src/wire/coding/frequency/layout.ts'
import { SCENES } from './wire/workloads/index.ts'
import { playScene } from './wire/workloads/play.ts'

const FILE = fileURLToPath(new URL('../src/wire/coding/frequency/first-rows.ts', import.meta.url))
/** Seeds that no measurement uses, and the loss that each is played with, which makes baselines older. */
const PLAYS = [
  { seed: 9001, loss: 0 },
  { seed: 9002, loss: 0 },
  { seed: 9003, loss: 0.2 },
] as const
const SECONDS = 60
/** How many rows each role has, and how many symbols, by its number. */
const ROWS = [18, 16, 3, LEADS, 0, 24, 24, 24, 24, 24, 40, 40, 40, 40, 9, 9, 9, 9, 8, 1]
/** Longer rows end with what is the rarest. */
const LONGEST = 26
/** No run counts for more symbols of a row than this. */
const MOST = 2000
/** How many symbols the row above counts for: that of the hint, that of the role. */
const PRIOR = 12
/** The share of a size that its neighbours get, and the share that all get, since other games have other fields. */
const SMEARED = 0.08
const FLOOR = 0.002

/** How often each symbol came, by role and row. */
type Counts = Map<string, number[]>

/** Plays the workloads with seeds of their own, and makes the first tables of `tables()` from what was sent. */
export function makeFirstRows(): void {
  const all: Counts[] = []
  for (const scene of SCENES)
    for (const { seed, loss } of PLAYS) {
      const counts: Counts = new Map()
      playScene(scene, { seed, seconds: SECONDS, coding: counting(counts), loss })
      all.push(counts)
      console.log(`${scene.name}, seed ${seed}`)
    }
  const rows = ROWS.map((_, role) => rowsOf(role, all).join(' '))
  writeFileSync(FILE, textOf(rows))
}

/** Tables that count what is written by them. They learn nothing, so everything is coded as at the beginning. */
function counting(counts: Counts): Coding {
  const coding = tables() as Coding
  return {
    ...coding,
    writer: (plans) => {
      const { roles, within, offsets, sizes } = new Layout(plans)
      const writing = new FrequencyWriter(plans, Number.MAX_SAFE_INTEGER, null)
      const write = writing.write.bind(writing)
      const came = writing.learning!.counts
      writing.write = (...args) => {
        write(...args)
        offsets.forEach((from, context) => {
          const role = roles[context]!
          const row = firstRow(role, within[context]!)
          for (let i = 0; i < sizes[context]!; i++)
            if (came[from + i]! > 0) add(counts, `${role} ${row}`, i, came[from + i]!)
        })
        came.fill(0)
      }
      return writing
    },
  }
}

function add(to: Counts, key: string, symbol: number, count: number): void {
  const symbols = to.get(key) ?? []
  to.set(key, symbols)
  while (symbols.length <= symbol) symbols.push(0)
  symbols[symbol]! += count
}

/** The rows of a role. */
function rowsOf(role: number, all: readonly Counts[]): string[] {
  const sums: Counts = new Map()
  for (const counts of all)
    for (const [key, symbols] of counts) {
      const [of, row] = key.split(' ').map(Number) as [number, number]
      if (of !== role) continue
      const share = Math.min(1, MOST / total(symbols))
      symbols.forEach((count, symbol) => {
        for (const to of ['role', `hint ${hintOf(role, row)}`, `row ${row}`])
          add(sums, to, symbol, count * share)
      })
    }
  const size = sizeOf(role)
  const whole = sums.get('role')
  const first = Array.from({ length: size }, (_, i) => (whole ? 0 : 2 ** (-i / 3)))
  return Array.from({ length: ROWS[role]! }, (_, row) => {
    let shares = mixed(first, whole, 0)
    if (isSize(role)) shares = mixed(shares, sums.get(`hint ${hintOf(role, row)}`), PRIOR)
    shares = mixed(shares, sums.get(`row ${row}`), PRIOR)
    return lettersOf(isSize(role) ? smeared(shares) : shares).slice(0, mostLetters(role))
  })
}

const isSize = (role: number) => role >= ROLE.size && role < ROLE.sign
const hintOf = (role: number, row: number) => (isSize(role) ? Math.floor(row / FIRST_LASTS) : 0)
const mostLetters = (role: number) => (isSize(role) ? LONGEST : 64)
const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

function sizeOf(role: number): number {
  if (isSize(role)) return 64
  if (role === ROLE.count) return 36
  if (role === ROLE.horizon) return 8
  return role === ROLE.greatest || role === ROLE.extras ? 4 : 2
}

/** The shares that `counts` say, with those of `prior` as much as so many counts. */
function mixed(
  prior: readonly number[],
  counts: readonly number[] | undefined,
  weight: number,
): number[] {
  const scale = total(prior) || 1
  if (!counts) return prior.map((share) => share / scale)
  const all = total(counts) + weight
  return prior.map((share, i) => ((share / scale) * weight + (counts[i] ?? 0)) / all)
}

function smeared(shares: readonly number[]): number[] {
  return shares.map((share, i) => {
    const beside = ((i > 1 ? shares[i - 1]! : share) + (shares[i + 1] ?? share)) / 2
    return share * (1 - SMEARED) + beside * SMEARED
  })
}

function lettersOf(shares: readonly number[]): string {
  const all = shares.map((share) => share + FLOOR / shares.length)
  const most = Math.max(...all)
  return all
    .map((share) => LEVELS[Math.min(LEVELS.length - 1, Math.round(4 * Math.log2(most / share)))])
    .join('')
}

function textOf(rows: readonly string[]): string {
  return `/**
 * How likely symbols are before a room has learned anything, by role: see \`firstLevels\`, and docs/WIRE.md at *Tables*. Made by
 * \`npm run bench -- tables\`, which plays the workloads of bench/wire/workloads with seeds that no other bench uses.
 */
export const FIRST_ROWS: readonly string[] = [
${rows.map((row) => `  '${row}',\n`).join('')}]
`
}
