import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HISTORY_TICKS } from '../limits.ts'
import { RowHistory } from './row-history.ts'
import { RowPages } from './row-pages.ts'

const WIDTH = 3

/** Returns a different row for each tick. */
const rowOf = (tick: number): number[] => [tick, 2 * tick, 7]

/** A history, and every row ever pushed to it, by tick. */
class Modelled {
  readonly history: RowHistory
  readonly all: Map<number, number[]> = new Map()

  constructor(pages?: RowPages) {
    this.history = new RowHistory(WIDTH, pages)
  }

  push(tick: number): void {
    const at = this.history.push(tick)
    this.#put(at, tick, rowOf(tick))
  }

  pushFrom(tick: number, baseline: number): void {
    const wanted = this.wanted(baseline)
    const at = this.history.pushFrom(tick, baseline)
    expect(this.#rowAt(at)).toEqual(wanted)
    if (wanted) this.#put(at, tick, wanted)
  }

  /** The row held as of a tick. */
  found(tick: number): number[] | undefined {
    return this.#rowAt(this.history.find(tick))
  }

  /** The row that must be held as of a tick. */
  wanted(tick: number): number[] | undefined {
    return this.all.get(Math.max(...[...this.all.keys()].filter((pushed) => pushed <= tick)))
  }

  #put(at: number, tick: number, row: number[]): void {
    this.history.rows.set(row, at)
    this.all.set(tick, row)
  }

  #rowAt(at: number): number[] | undefined {
    return at < 0 ? undefined : [...this.history.rows.subarray(at, at + WIDTH)]
  }
}

/** Returns how many rows there is room for after a row in every `gap`th of `ticks` ticks. */
function roomAfter(ticks: number, gap: number): number {
  const history = new RowHistory(WIDTH)
  for (let tick = 0; tick < ticks; tick += gap) history.push(tick)
  return history.rows.length / (WIDTH + 1)
}

describe('row history', () => {
  test('holds the state at each of the last 128 ticks, for any pushes', () => {
    // Changes in every tick, changes now and then, and rests longer than the history.
    const gap = fc.oneof(
      { weight: 6, arbitrary: fc.constant(1) },
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 20 }) },
      { weight: 1, arbitrary: fc.integer({ min: 60, max: 400 }) },
    )
    const back = fc.option(fc.integer({ min: 1, max: HISTORY_TICKS - 1 }))
    fc.assert(
      fc.property(fc.array(fc.tuple(gap, back), { minLength: 1, maxLength: 400 }), (pushes) => {
        const modelled = new Modelled()
        const { history } = modelled
        expect(history.find(5)).toBe(-1)
        expect(history.newestTick).toBe(-1)
        let tick = 0
        for (const [ticks, baseline] of pushes) {
          tick += ticks
          if (baseline === null || baseline > tick) modelled.push(tick)
          else modelled.pushFrom(tick, tick - baseline)
          expect(modelled.found(tick)).toEqual(modelled.wanted(tick))
          expect(history.count).toBeLessThanOrEqual(HISTORY_TICKS)
        }
        for (let ago = 0; ago < HISTORY_TICKS; ago++)
          expect(modelled.found(tick - ago), `${ago} ticks ago`).toEqual(
            modelled.wanted(tick - ago),
          )
      }),
    )
  })

  test('keeps a row as long as it is the state at the oldest of the last 128 ticks', () => {
    for (let second = 1; second < 2 * HISTORY_TICKS; second++) {
      const modelled = new Modelled()
      for (const tick of [0, second, 2 * HISTORY_TICKS]) modelled.push(tick)
      const oldest = HISTORY_TICKS + 1
      expect(modelled.found(oldest), `${second}`).toEqual(modelled.wanted(oldest))
    }
  })

  test('holds them among the rows of others too, in shared pages', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(7), { minLength: 200, maxLength: 600 }), (turns) => {
        const pages = new RowPages(1000)
        const all = Array.from({ length: 8 }, () => new Modelled(pages))
        turns.forEach((turn, tick) => {
          if (tick % 3 > 0) all[turn]!.pushFrom(tick, tick - (tick % 50))
          else all[turn]!.push(tick)
        })
        for (const one of all)
          for (let ago = 0; ago < HISTORY_TICKS; ago++)
            expect(one.found(turns.length - 1 - ago)).toEqual(one.wanted(turns.length - 1 - ago))
      }),
    )
  })

  test('never returns the row of another tick, however old', () => {
    const modelled = new Modelled()
    for (let tick = 0; tick < 1000; tick += tick % 100 < 30 ? 1 : 35) {
      modelled.push(tick)
      for (let asked = 0; asked <= tick; asked += 7) {
        const found = modelled.found(asked)
        if (found) expect(found).toEqual(modelled.wanted(asked))
      }
    }
  })

  test('has room for as many rows as 128 ticks need, and no more than twice that', () => {
    expect(roomAfter(1, 1)).toBe(2)
    expect(roomAfter(20, 1)).toBe(32)
    expect(roomAfter(10_000, 200)).toBe(2)
    expect(roomAfter(10_000, 20)).toBe(8)
    expect(roomAfter(10_000, 3)).toBe(64)
    expect(roomAfter(10_000, 1)).toBe(128)
  })

  test('copies a baseline into a new row, even if that makes room for it', () => {
    const history = new RowHistory(2)
    const put = (row: readonly number[], tick: number) => {
      const at = history.push(tick)
      history.rows.set(row, at)
    }
    put([7, 8], 1)
    put([9, 9], 2)
    const at = history.pushFrom(3, 1)
    expect([...history.rows.subarray(at, at + 2)]).toEqual([7, 8])
    expect(history.find(0)).toBe(-1)
  })
})

test('rows that are no longer needed make room, and the state at the oldest needed tick stays', () => {
  const history = new RowHistory(WIDTH)
  for (let tick = 0; tick < 1000; tick++) {
    const oldest = Math.max(0, tick - 2)
    const at = history.push(tick, oldest)
    for (let i = 0; i < WIDTH; i++) history.rows[at + i] = rowOf(tick)[i]!
    for (let one = oldest; one <= tick; one++) expect(history.rows[history.find(one)]).toBe(one)
  }
  expect(history.rows.length).toBe(4 * (WIDTH + 1))
})
