import { SUBTICKS_PER_STEP } from '../../base/units.ts'
import type { RecordTarget } from '../columns.ts'
import { apart, type Between, foretell, within } from '../foretell.ts'
import { FORETOLD, type PlannedColumn, TELL } from '../plan.ts'
import { classOf, codeChoice, codeNumber, codeSize } from './lone-number.ts'
import { MixedRow } from './mixed-row.ts'
import {
  CHANGE_CONTEXTS,
  CLASS_WORDS,
  COUNT_WORDS,
  type DenseColumn,
  type DenseKind,
  type DenseLayout,
  type DenseModels,
  MOST_CHOICES,
  SPEED_CONTEXTS,
} from './models.ts'
import { RangeCoder } from './range-coder.ts'
import { codeRested, stepsMoved, wayOf } from './rested.ts'
import { codeText } from './text.ts'

/**
 * Codes the changed entities of bodies: which of the known ones have changed, and their rows. The same calls in the same
 * order write and read. Free of allocation but for texts that are read.
 */
export class DenseRows {
  readonly coder: RangeCoder = new RangeCoder()
  readonly #kinds: readonly DenseKind[]
  readonly #mixed = new MixedRow(this.coder)
  #weights: Float32Array = NO_WEIGHTS

  constructor(layout: DenseLayout) {
    this.#kinds = layout.kinds
  }

  /** Begins to write with these models, which learn from it. */
  startWriting(models: DenseModels): void {
    this.#weights = models.weights
    this.coder.startWriting(models.words, models.weights)
  }

  /** Begins to read. */
  startReading(models: DenseModels, bytes: Uint8Array, from: number, to: number): void {
    this.#weights = models.weights
    this.coder.startReading(models.words, models.weights, bytes, from, to)
  }

  /** Codes a whole number from 0, mostly small, up to 30 bits. `context`: 0 to 7, the caller's. */
  count(context: number, value: number): number {
    const at = context * COUNT_WORDS
    return codeSize(this.coder, at, at + CLASS_WORDS, value)
  }

  /**
   * What the presence of an entity and its row depend on, from the states that both ends hold: `base`, `before` and `span`
   * of `between`. `near`: 0 to 7, how far what the entity depends on is; `follows`: the known entity before it is present.
   */
  context(kind: number, between: Between, near: number, follows: number): number {
    const { base, baseAt, beforeAt } = between
    let activity = 0
    let moved = 0
    if (beforeAt >= 0 && beforeAt !== baseAt) {
      const of = this.#kinds[kind]!
      const { columns, isMixed } = of
      for (let i = 0; i < columns.length; i++) {
        const { at, text } = columns[i]!.of
        // The number of a text only counts its changes, each end for itself.
        if (text >= 0) continue
        const difference = base[baseAt + at]! - base[beforeAt + at]!
        if (difference === 0) continue
        activity = isMixed ? Math.max(activity, classOf(difference)) : activity + 1
      }
      if (!isMixed && activity > 2) activity = 2
      if (activity > 7) activity = 7
      if (activity > 0) moved = stepsMoved(of, base, baseAt, base, beforeAt, between.span)
    }
    return (((moved * 8 + activity) * 8 + near) << 1) | follows
  }

  /** Codes whether an entity has changed. */
  presence(kind: number, context: number, present: number): number {
    return this.coder.bit(this.#kinds[kind]!.presence + context, present)
  }

  /**
   * Codes the row that an entity has now, `between` says where and against what; reading fills it in. `context`: what
   * `context` gave for it. Texts come from `texts` and go to `target`.
   */
  row(
    kindIndex: number,
    between: Between,
    context: number,
    texts: readonly string[],
    target: RecordTarget | null,
  ): void {
    const kind = this.#kinds[kindIndex]!
    const { columns, isMixed } = kind
    const { row, at, base, baseAt, beforeAt, elapsed } = between
    const rested = codeRested(this.coder, kind, row, at, base, baseAt, elapsed, context >> 7)
    const moving = Math.max(0, elapsed - rested * SUBTICKS_PER_STEP)
    const moves = Math.min(3, (moving + SUBTICKS_PER_STEP - 1) >> 8)
    between.elapsed = moving
    // Activity, nearness, and room for a flag.
    if (isMixed) this.#mixed.begin(this.#weights, context & 126)
    let flags = 0
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i]!
      const c = column.of
      const was = base[baseAt + c.at]!
      if (isMixed && column.isNumber && c.tell !== TELL.third) {
        row[at + c.at] = this.#mixed.number(column, between)
        continue
      }
      if (c.tell === TELL.raw && i + 3 < columns.length && columns[i + 1]!.of.tell === TELL.third) {
        this.#mixed.rotation(columns, i, between)
        i += 3
        continue
      }
      const last = beforeAt >= 0 && c.text < 0 ? was - base[beforeAt + c.at]! : 0
      const now = row[at + c.at]!
      const told = isMixed
        ? ((context >> 1) & 7) * 2 + (was === 0 && c.text < 0 ? 0 : 16)
        : (flags & 3) * 2 + moves * 8
      const differs = this.coder.bit(
        column.flags + told + (last !== 0 ? 1 : 0),
        now !== was ? 1 : 0,
      )
      flags = (flags << 1) | differs
      if (differs === 0) row[at + c.at] = was
      else if (column.isNumber) row[at + c.at] = this.#number(column, between, moves, last)
      else row[at + c.at] = this.#other(c, column, now, was, texts, target)
      if (isMixed && c.tell === TELL.flag) this.#mixed.flagged(row[at + c.at]!)
    }
    between.elapsed = elapsed
  }

  #other(
    c: PlannedColumn,
    column: DenseColumn,
    now: number,
    was: number,
    texts: readonly string[],
    target: RecordTarget | null,
  ): number {
    if (c.tell === TELL.flag) return was === 0 ? 1 : 0
    if (c.tell === TELL.text) {
      const text = codeText(this.coder, texts[c.text] ?? '', c.levels)
      return target ? target.putText(c.text, text) : now
    }
    if (c.levels >= MOST_CHOICES) {
      const value = this.coder.raw(now, c.bits)
      return value > c.levels ? c.levels : value
    }
    // Another one: counted on from the old one.
    const ways = c.levels + 1
    const ahead = codeChoice(this.coder, column.numbers, c.levels, (now - was - 1 + ways) % ways)
    return (was + 1 + ahead) % ways
  }

  /** A number with one model for a bit. */
  #number(column: DenseColumn, between: Between, moves: number, last: number): number {
    const c = column.of
    const { row, at, base, baseAt } = between
    const weights = this.#weights
    const { usual } = column
    const was = base[baseAt + c.at]!
    const moved = foretell(c, between)
    let expected = moved
    let context = 0
    let sign = 0
    if (c.foretold === FORETOLD.driven) {
      const change = Math.abs(row[at + c.velocity]! - base[baseAt + c.velocity]!)
      context = moves * CHANGE_CONTEXTS
      if (moves > 1) {
        const ratio = (change * 2.5) / (weights[usual]! + 0.01)
        context += Math.min(ratio, CHANGE_CONTEXTS - 1) | 0
        weights[usual]! += (change - weights[usual]!) * 0.02
      }
      sign = this.#side(c, between)
    } else {
      if (weights[usual + 1]! <= weights[usual + 2]!) expected = was
      context = moves * SPEED_CONTEXTS
      if (last !== 0 && c.foretold === FORETOLD.moved) context += classOf(last) < 4 ? 1 : 2
    }
    const rest = codeNumber(
      this.coder,
      column.numbers + context * CLASS_WORDS,
      column.highs,
      sign,
      apart(c, row[at + c.at]! - expected),
    )
    const now = within(c, expected + rest)
    if (moved !== was) {
      // Jumps count no more than a few times what is usual.
      const most = 8 * (weights[usual + 1]! + weights[usual + 2]!) + 16
      const held = Math.min(Math.abs(apart(c, now - was)), most)
      const gone = Math.min(Math.abs(apart(c, now - moved)), most)
      weights[usual + 1]! += (held - weights[usual + 1]!) * 0.02
      weights[usual + 2]! += (gone - weights[usual + 2]!) * 0.02
    }
    return now
  }

  /** On which side of the way that was foretold the whole number lies: 0, 1 or 2. */
  #side(c: PlannedColumn, between: Between): number {
    const { row, at, base, baseAt, elapsed } = between
    const from = base[baseAt + c.velocity]! - c.still
    const to = row[at + c.velocity]! - c.still
    const way = wayOf(c, from, to, elapsed)
    const whole = Math.round(way)
    return way > whole ? 1 : way < whole ? 2 : 0
  }
}

const NO_WEIGHTS = /* @__PURE__ */ new Float32Array(0)
