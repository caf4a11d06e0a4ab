import { FORETOLD, type PlannedColumn, type RowPlan, TELL } from '../plan.ts'
import { FRESH } from './chances.ts'

/** Contexts of a kind's presence: 8 of activity, 4 of nearness, the entity before; and 4 of how long it moved. */
export const PRESENCE_CONTEXTS = 512
/** Words for how long an entity rested: 4 contexts of 16 steps. */
export const REST_WORDS = 64
/** Words for whether a column differs. */
export const FLAG_WORDS = 32
/** Words of one context of a number: its class, its sign, and classes beyond the tree. */
export const CLASS_WORDS = 32
/** Words for the high bits of numbers: 8 for each of 16 classes. */
export const HIGH_WORDS = 128
/** Contexts of a number with one model for a bit: 4 of how long it moved, by 8 of how its velocity changed or 3 of its speed. */
export const MOVED_CONTEXTS = 4
export const CHANGE_CONTEXTS = 8
export const SPEED_CONTEXTS = 3
/** Words of one context of a number that is coded with mixtures: is it 0, its sign, and its class one by one. */
export const MIXED_WORDS = 18
/** Contexts of its sets: what would be the rest if it had been held, or gone on; the rests before it; the row's activity. */
export const SET_CONTEXTS = [96, 96, 64, 128] as const
/** Words for its high bits: two sets by what is expected, one by the last rest. */
export const EXPECTED_WORDS: number = 2 * 256 + 4 * 128
/** Drifts by speed: 11 classes either way, and standstill. */
const DRIFTS = 25
/** Weights of one mixture. */
export const MIXTURE = 5
/** Words of a count: its class, and its high bits. */
export const COUNT_WORDS: number = CLASS_WORDS + HIGH_WORDS
/** Contexts of counts that are the caller's. */
export const COUNT_CONTEXTS = 8
/** Fewer choices than this are told by a tree of models. */
export const MOST_CHOICES = 64
/** Words for the greatest part of a rotation: 16 of its lead by 4 of the rest before, and a tree. */
export const GREATEST_WORDS: number = 64 + 4
/** Numbers of more bits are told as they are: a difference has to fit into 30. */
const MOST_BITS = 29

/** Where the models of a column are among the words, and its weights among the weights. */
export interface DenseColumn {
  readonly of: PlannedColumn
  /** Told as what is left beyond what is foretold. */
  readonly isNumber: boolean
  readonly flags: number
  /** Of a number: contexts of its class; of a choice: its tree. */
  readonly numbers: number
  readonly highs: number
  /** With mixtures: the column's own words, and those it shares with columns of the same description. */
  readonly own: number
  readonly sets: readonly number[]
  readonly expected: number
  readonly weights: number
  /** What the column is off its course by, learnt by its speed. */
  readonly drifts: number
  /** Three weights: how large changes of its velocity usually are, and how far off holding it and moving it on are. */
  readonly usual: number
}

/** The models of a kind. */
export interface DenseKind {
  readonly columns: readonly DenseColumn[]
  readonly presence: number
  readonly rest: number
  /** Whether its numbers are coded with mixtures: smaller, and slower. Kinds with rotations are. */
  readonly isMixed: boolean
  /** Whether a velocity drives some column: then how long the entity moved is told. */
  readonly isDriven: boolean
}

/** Which models there are. Built once; the models themselves are kept with the snapshots that they belong to. */
export class DenseLayout {
  readonly kinds: readonly DenseKind[]
  /** Sizes of `DenseModels`. */
  words: number = COUNT_CONTEXTS * COUNT_WORDS
  weights = 0

  constructor(plans: readonly RowPlan[]) {
    this.kinds = plans.map((plan) => this.#kind(plan))
  }

  #kind({ columns }: RowPlan): DenseKind {
    const isMixed = columns.some((c) => c.foretold === FORETOLD.turned)
    const presence = this.#words(PRESENCE_CONTEXTS)
    const rest = this.#words(REST_WORDS)
    const made: DenseColumn[] = []
    // What is told with few bits says something about the rest, and the turn about the way.
    const rank = (c: PlannedColumn, i: number) =>
      c.tell === TELL.third || columns[i + 1]?.tell === TELL.third ? 1 : c.isNumber ? 2 : 0
    const ranked = (wanted: number) => columns.filter((c, i) => rank(c, i) === wanted)
    const order = isMixed ? [...ranked(0), ...ranked(1), ...ranked(2)] : columns
    for (const c of order)
      made.push(
        this.#column(
          c,
          isMixed,
          made.find((m) => m.isNumber && isAlike(m.of, c)),
        ),
      )
    const isDriven = columns.some((c) => c.foretold === FORETOLD.driven)
    return { columns: made, presence, rest, isMixed, isDriven }
  }

  #column(of: PlannedColumn, isMixed: boolean, like: DenseColumn | undefined): DenseColumn {
    const flags = this.#words(FLAG_WORDS)
    const isNumber = of.isNumber && of.bits <= MOST_BITS
    const column = { ...NO_COLUMN, of, isNumber, flags }
    if (!isNumber) {
      if (of.tell !== TELL.raw || of.levels >= MOST_CHOICES) return column
      return { ...column, numbers: this.#words(Math.max(GREATEST_WORDS, 1 << of.bits)) }
    }
    if (!isMixed) {
      const contexts = of.foretold === FORETOLD.driven ? CHANGE_CONTEXTS : SPEED_CONTEXTS
      return {
        ...column,
        usual: this.#weights(3),
        numbers: like?.numbers ?? this.#words(MOVED_CONTEXTS * contexts * CLASS_WORDS),
        highs: like?.highs ?? this.#words(HIGH_WORDS),
      }
    }
    return {
      ...column,
      own: this.#words(MIXED_WORDS + HIGH_WORDS),
      sets: like?.sets ?? SET_CONTEXTS.map((n) => this.#words(n * MIXED_WORDS)),
      expected: like?.expected ?? this.#words(EXPECTED_WORDS),
      weights: like?.weights ?? this.#weights((MIXED_WORDS + HIGH_WORDS) * MIXTURE),
      drifts: like?.drifts ?? this.#weights(DRIFTS),
    }
  }

  #words(count: number): number {
    this.words += count
    return this.words - count
  }

  #weights(count: number): number {
    this.weights += count
    return this.weights - count
  }
}

/**
 * What the coding has learnt by the end of a snapshot: a few 10 kB. A snapshot begins with a copy of what its baseline
 * ended with, a complete one with `reset`. Both ends keep one for each snapshot that may become a baseline.
 */
export class DenseModels {
  readonly words: Int32Array
  readonly weights: Float32Array
  readonly #layout: DenseLayout

  constructor(layout: DenseLayout) {
    this.words = new Int32Array(layout.words)
    this.weights = new Float32Array(layout.weights)
    this.#layout = layout
    this.reset()
  }

  /** Forgets everything. */
  reset(): void {
    this.words.fill(FRESH)
    this.weights.fill(0)
    for (const { columns } of this.#layout.kinds)
      for (const c of columns)
        if (c.weights >= 0)
          this.weights.fill(0.3, c.weights, c.weights + (MIXED_WORDS + HIGH_WORDS) * MIXTURE)
  }

  /** Becomes the same as `other`, which has the same layout. */
  copyFrom(other: DenseModels): void {
    this.words.set(other.words)
    this.weights.set(other.weights)
  }
}

/** Columns that are described alike behave alike: they learn together. */
function isAlike(a: PlannedColumn, b: PlannedColumn): boolean {
  return (
    a.tell === b.tell && a.foretold === b.foretold && a.levels === b.levels && a.gain === b.gain
  )
}

/** A column that nothing is known of. */
export const NO_COLUMN: DenseColumn = {
  of: {
    at: 0,
    tell: 0,
    isNumber: false,
    foretold: 0,
    levels: 0,
    bits: 0,
    text: -1,
    velocity: -1,
    gain: 0,
    still: 0,
  },
  isNumber: false,
  flags: 0,
  numbers: 0,
  highs: 0,
  own: 0,
  sets: [0, 0, 0, 0],
  expected: 0,
  weights: -1,
  drifts: 0,
  usual: 0,
}
