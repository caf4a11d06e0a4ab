import { SUBTICKS_PER_STEP } from '../../base/units.ts'
import type { RecordTarget } from '../columns.ts'
import type { Between } from '../foretell.ts'
import { classOf, codeSize } from './lone-number.ts'
import { MixedRow } from './mixed-row.ts'
import {
  COUNT_WORDS,
  COUNTS,
  type DenseKind,
  type DenseLayout,
  type DenseModels,
  TELLS,
} from './models.ts'
import { PlainRow } from './plain-row.ts'
import { RangeCoder } from './range-coder.ts'
import { codeRested, stepsMoved, stepsOf } from './rested.ts'

const STEP = SUBTICKS_PER_STEP
/** Columns that changed before, of which no more are counted where every bit has one model. */
const MOST_CHANGED = 2

/**
 * Codes the changed entities of bodies: which of the known ones have changed, and their rows. The same calls in the same
 * order write and read. Free of allocation but for texts that are read.
 */
export class DenseRows {
  readonly coder: RangeCoder = new RangeCoder()
  readonly #kinds: readonly DenseKind[]
  readonly #mixed = new MixedRow(this.coder)
  readonly #plain = new PlainRow(this.coder)

  constructor(layout: DenseLayout) {
    this.#kinds = layout.kinds
  }

  /** Begins to write with these models, which learn from it. */
  startWriting(models: DenseModels): void {
    this.#start(models)
    this.coder.startWriting(models.words, models.weights)
  }

  /** Begins to read. */
  startReading(models: DenseModels, bytes: Uint8Array, from: number, to: number): void {
    this.#start(models)
    this.coder.startReading(models.words, models.weights, bytes, from, to)
  }

  /** Codes whether a record tells of movement. */
  tells(tells: boolean): boolean {
    return this.coder.bit(TELLS, tells ? 1 : 0) === 1
  }

  /** Codes a whole number from 0, mostly small, up to 30 bits. `use`: 0 to 4, the caller's. */
  count(use: number, value: number): number {
    return codeSize(this.coder, COUNTS + use * COUNT_WORDS, value)
  }

  /**
   * What the presence of an entity and its row depend on, from the states that both ends hold: `base`, `before` and `span`
   * of `between`. `near`: 0 to 7, how far what the entity depends on is; `follows`: the known entity before it is present.
   */
  context(kind: number, between: Between, near: number, follows: number): number {
    const { base, baseAt, beforeAt } = between
    if (beforeAt < 0 || beforeAt === baseAt) return (near << 1) | follows
    const of = this.#kinds[kind]!
    const { compared, isMixed } = of
    let activity = 0
    for (let i = 0; i < compared.length; i++) {
      const at = compared[i]!
      const difference = base[baseAt + at]! - base[beforeAt + at]!
      if (difference === 0) continue
      if (!isMixed) {
        if (++activity === MOST_CHANGED) break
      } else activity = Math.max(activity, classOf(difference))
    }
    if (activity > 7) activity = 7
    const moved = activity > 0 ? stepsMoved(of, base, baseAt, base, beforeAt, between.span) : 0
    return (((moved * 8 + activity) * 8 + near) << 1) | follows
  }

  /** Codes whether an entity has changed. */
  presence(kind: number, context: number, present: number): number {
    const { isRelated, presence } = this.#kinds[kind]!
    const at = isRelated ? context : ((context >> 4) << 1) | (context & 1)
    return this.coder.bit(presence + at, present)
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
    const { elapsed } = between
    const asksRest = kind.isDriven && elapsed > STEP
    const rested = asksRest ? codeRested(this.coder, kind, between, context >> 7) : 0
    between.elapsed = Math.max(0, elapsed - rested * STEP)
    // What is left of the context: activity and nearness.
    if (kind.isMixed) this.#mixed.code(kind, between, context & 126, texts, target)
    else {
      const steps = stepsOf(between.elapsed)
      this.#plain.code(kind, between, steps < 3 ? steps : 3, (context >> 4) & 3, texts, target)
    }
    between.elapsed = elapsed
  }

  #start(models: DenseModels): void {
    this.#mixed.start(models)
    this.#plain.start(models)
  }
}
