import type { RecordTarget } from '../columns.ts'
import { apart, type Between, foretell, within } from '../foretell.ts'
import { FORETOLD } from '../plan.ts'
import { codeNumber } from './lone-number.ts'
import {
  CHANGE_CONTEXTS,
  type DenseColumn,
  type DenseKind,
  type DenseModels,
  MOVED_CONTEXTS,
} from './models.ts'
import { codeOther } from './other-column.ts'
import type { RangeCoder } from './range-coder.ts'
import { wayOf } from './rested.ts'

// Known when this is compiled, as what is imported is not.
const { driven: DRIVEN, moved: MOVED } = FORETOLD
const CHANGES = CHANGE_CONTEXTS
const MOVES = MOVED_CONTEXTS

/** Columns of which one bit tells together that those differ that usually do. */
const TOGETHER = 30
/** Rows of another pattern until the usual one is forgotten. */
const MOST_VOTES = 15
/** How fast what is known of a column's course follows. */
const COURSE_RATE = 0.02

/** The columns of a row with one model for a bit. Kept and refilled. */
export class PlainRow {
  readonly #coder: RangeCoder
  #words: Int32Array = NO_WORDS
  #weights: Float32Array = NO_WEIGHTS

  constructor(coder: RangeCoder) {
    this.#coder = coder
  }

  /** Begins a body. */
  start({ words, weights }: DenseModels): void {
    this.#words = words
    this.#weights = weights
  }

  /** Codes a row; reading fills it in. `moves`: for how many steps it moved, 0 to 3; `activity`: 0 to 3. */
  code(
    kind: DenseKind,
    between: Between,
    moves: number,
    activity: number,
    texts: readonly string[],
    target: RecordTarget | null,
  ): void {
    const { columns } = kind
    const { row, at, base, baseAt } = between
    const isReading = this.#coder.reading !== 0
    const pattern = this.#pattern(kind, between, moves, activity)
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i]!
      const differs = i < TOGETHER ? (pattern >>> i) & 1 : this.#differs(column, between, moves * 8)
      if (differs === 0 && !isReading) continue
      const { at: to } = column.of
      const was = base[baseAt + to]!
      if (differs === 0) row[at + to] = was
      else if (column.isNumber) row[at + to] = this.#number(column, between, moves, was)
      else row[at + to] = codeOther(this.#coder, column, row[at + to]!, was, texts, target)
    }
  }

  /** Codes which of the columns differ, as bits: those that usually do, or others. */
  #pattern(kind: DenseKind, between: Between, moves: number, activity: number): number {
    const { columns, places } = kind
    const { row, at, base, baseAt } = between
    const count = places.length < TOGETHER ? places.length : TOGETHER
    const words = this.#words
    const usual = kind.usual + moves
    const votes = usual + MOVES
    let pattern = 0
    for (let i = 0; i < count; i++) {
      const place = places[i]!
      if (row[at + place] !== base[baseAt + place]) pattern |= 1 << i
    }
    const isOther = pattern !== words[usual] ? 1 : 0
    if (this.#coder.bit(kind.others + moves * MOVES + activity, isOther) === 0) {
      if (words[votes]! < MOST_VOTES) words[votes]!++
      return words[usual]!
    }
    pattern = 0
    for (let i = 0, told = 0; i < count; i++) {
      told = (told << 1) | this.#differs(columns[i]!, between, moves * 8 + (told & 3) * 2)
      pattern |= (told & 1) << i
    }
    // The majority vote of R. S. Boyer and J S. Moore: what is usual is forgotten when it has been outvoted.
    if (words[votes]! > 0) words[votes]!--
    else words[usual] = pattern
    return pattern
  }

  #differs(column: DenseColumn, between: Between, context: number): number {
    const { row, at, base, baseAt, beforeAt } = between
    const c = column.of
    const was = base[baseAt + c.at]!
    const last = beforeAt >= 0 && c.text < 0 && was !== base[beforeAt + c.at] ? 1 : 0
    return this.#coder.bit(column.flags + context + last, row[at + c.at] !== was ? 1 : 0)
  }

  /** A number that differs. */
  #number(column: DenseColumn, between: Between, moves: number, was: number): number {
    const c = column.of
    const now = between.row[between.at + c.at]!
    if (c.foretold === DRIVEN) return this.#driven(column, between, moves, was, now)
    if (c.foretold === MOVED) return this.#moved(column, between, moves, was, now)
    return within(c, was + this.#rest(column, moves, moves, 0, true, apart(c, now - was)))
  }

  /** It is expected where its velocities take it. What is left depends on how much they changed, and on the rounding. */
  #driven(column: DenseColumn, between: Between, moves: number, was: number, now: number): number {
    const c = column.of
    const { row, at, base, baseAt } = between
    const from = base[baseAt + c.velocity]! - c.still
    const to = row[at + c.velocity]! - c.still
    const way = wayOf(c, from, to, between.elapsed)
    const whole = Math.round(way)
    const side = way > whole ? 1 : way < whole ? 2 : 0
    let context = moves
    if (moves > 1) {
      const weights = this.#weights
      const { course } = column
      const change = Math.abs(row[at + c.velocity]! - base[baseAt + c.velocity]!)
      const ratio = change / (weights[course]! + 0.01)
      context = 2 + CHANGES * (moves - 2) + (ratio < CHANGES - 1 ? Math.floor(ratio) : CHANGES - 1)
      weights[course]! += (change - weights[course]!) * COURSE_RATE
    }
    const expected = within(c, was + whole)
    return within(
      c,
      expected +
        this.#rest(column, context, moves, side, expected === was, apart(c, now - expected)),
    )
  }

  /** It is expected to be held, or to go on as it went, whichever has been nearer of late. */
  #moved(column: DenseColumn, between: Between, moves: number, was: number, now: number): number {
    const c = column.of
    const weights = this.#weights
    const held = column.course
    const gone = held + 1
    const ahead = foretell(c, between)
    const expected = weights[held]! <= weights[gone]! ? was : ahead
    const value = within(
      c,
      expected + this.#rest(column, moves, moves, 0, expected === was, apart(c, now - expected)),
    )
    if (ahead !== was) {
      // Jumps count no more than a few times what is usual.
      const most = 8 * (weights[held]! + weights[gone]!) + 16
      const offHeld = Math.min(Math.abs(apart(c, value - was)), most)
      const offGone = Math.min(Math.abs(apart(c, value - ahead)), most)
      weights[held]! += (offHeld - weights[held]!) * COURSE_RATE
      weights[gone]! += (offGone - weights[gone]!) * COURSE_RATE
    }
    return value
  }

  /** Codes what is left beyond what was expected; `isSome`: that is known to be not 0. */
  #rest(
    column: DenseColumn,
    context: number,
    moves: number,
    side: number,
    isSome: boolean,
    rest: number,
  ): number {
    const coder = this.#coder
    const models = column.numbers + context * column.contextWords
    if (!isSome && coder.bit(models, rest !== 0 ? 1 : 0) === 0) return 0
    return codeNumber(coder, this.#words, column, models, column.scales + moves, side, rest)
  }
}

const NO_WORDS = /* @__PURE__ */ new Int32Array(0)
const NO_WEIGHTS = /* @__PURE__ */ new Float32Array(0)
