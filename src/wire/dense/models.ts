import { FORETOLD, type PlannedColumn, type RowPlan, TELL } from '../plan.ts'
import { FRESH } from './chances.ts'

/** Contexts of a kind's presence: 4 of how long it moved, 8 of activity, the entity before; and 8 of nearness where asked. */
const PRESENCE_CONTEXTS = 64
const NEAR_CONTEXTS = 8
/** Words for how long an entity rested: 4 contexts of 16 steps. */
const REST_WORDS = 64
/** Words for whether a column differs. */
const FLAG_WORDS = 32
/** Words for whether other columns differ than usually: 4 contexts of how long it moved, 4 of activity. */
const OTHERS_WORDS = 16
/** Bits of a number that are told by a tree: more for what is shared out over contexts. */
const TREE_BITS = 3
const DRIVEN_TREE_BITS = 4
/** What the rest of a number is taken to be at first, in 2^-8. */
const SCALE_FIRST = 4096
/** Words of one context of a number with one model for a bit before its two trees: is it 0, its sign by 3 sides, is it 1. */
export const BEFORE_TREES = 8
/** Words for the high bits of numbers with mixtures: 8 for each of 16 classes. */
export const HIGH_WORDS = 128
/** How long an entity moved is told apart in so many ways: 0 to 3 steps, 3 for more. */
export const MOVED_CONTEXTS = 4
/** Contexts of a driven number, from two steps on: of how much its velocity changed. */
export const CHANGE_CONTEXTS = 4
/** Words of one context of a number that is coded with mixtures: is it 0, its sign, and its class one by one. */
export const MIXED_WORDS = 18
/** Contexts of its sets: what would be the rest if it had been held, or gone on; the rests before it; the row's activity. */
const SET_CONTEXTS = [96, 96, 64, 128] as const
/** Words for its high bits: two sets by what is expected, one by the last rest. */
const EXPECTED_WORDS: number = 2 * 256 + 4 * 128
/** Drifts by speed: 11 classes either way, and standstill. */
const DRIFTS = 25
/** Weights of one mixture. */
export const MIXTURE = 5
/** Words of a count: its class, and its high bits for classes up to 5. */
export const COUNT_WORDS = 80
/** The word of whether a record tells of movement; after it the counts of all kinds, one for each of five uses. */
export const TELLS = 0
export const COUNTS = 1
const COUNT_USES = 5
/** Fewer choices than this are told by a tree of models. */
export const MOST_CHOICES = 64
/** Words for the greatest part of a rotation: 16 of its lead by 4 of the rest before, and a tree. */
const GREATEST_WORDS: number = 64 + 4
/** Numbers of more bits are told as they are: a difference has to fit into 30. */
const MOST_BITS = 29

/** Where the models of a column are among the words, and its weights among the weights. */
export class DenseColumn {
  readonly of: PlannedColumn
  /** Told as what is left beyond what is foretold. */
  readonly isNumber: boolean
  readonly flags: number
  /** Of a number with one model for a bit: its contexts; of a choice: its tree. */
  numbers = 0
  /** A count for what is beyond such a number's trees; four words, by how long it moved: what its rest usually is. */
  beyond = 0
  scales = 0
  /** Of such a number: how many bits the trees tell, and the words of one context. */
  treeBits = 0
  contextWords = 0
  /** Its own weights: of a driven one how much its velocity usually changes, of a moved one how far off two courses are. */
  course = 0
  /** With mixtures: the column's own words, and those it shares with columns of the same description. */
  own = 0
  sets: readonly number[] = NO_SETS
  expected = 0
  weights = -1
  /** What the column is off its course by, learnt by its speed. */
  drifts = 0

  constructor(of: PlannedColumn, flags: number) {
    this.of = of
    this.isNumber = of.isNumber && of.bits <= MOST_BITS
    this.flags = flags
  }
}

/** The models of a kind. */
export interface DenseKind {
  readonly columns: readonly DenseColumn[]
  /** Whether some column is related to an entity: then presence depends on how near that is. */
  readonly isRelated: boolean
  readonly presence: number
  readonly rest: number
  /** With one model for a bit: whether other columns differ than usually. */
  readonly others: number
  /** Words: the usual pattern of columns that differ by how long it moved, then the votes for each; at first 0. */
  readonly usual: number
  /** Places in a row of the columns. */
  readonly places: Int32Array
  /** Places in a row of what is compared of older states: all but texts, of which a row counts the changes, each end for itself. */
  readonly compared: Int32Array
  /** Whether its numbers are coded with mixtures: smaller, and slower. Kinds with rotations are. */
  readonly isMixed: boolean
  /** Whether a velocity drives some column: then how long the entity moved is told. */
  readonly isDriven: boolean
}

/** Which models there are. Built once; the models themselves are kept with the snapshots that they belong to. */
export class DenseLayout {
  readonly kinds: readonly DenseKind[]
  /** Sizes of `DenseModels`. */
  words: number = COUNTS + COUNT_USES * COUNT_WORDS
  weights = 0

  constructor(plans: readonly RowPlan[]) {
    this.kinds = plans.map((plan) => this.#kind(plan))
  }

  #kind({ columns, relatedTo }: RowPlan): DenseKind {
    const isMixed = columns.some((c) => c.foretold === FORETOLD.turned)
    const isRelated = relatedTo >= 0
    const presence = this.#words(PRESENCE_CONTEXTS * (isRelated ? NEAR_CONTEXTS : 1))
    const rest = this.#words(REST_WORDS)
    const others = this.#words(OTHERS_WORDS)
    const usual = this.#words(2 * MOVED_CONTEXTS)
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
    const places = Int32Array.from(order, ({ at }) => at)
    const compared = Int32Array.from(order.filter((c) => c.text < 0).map(({ at }) => at))
    return {
      columns: made,
      isRelated,
      presence,
      rest,
      others,
      usual,
      places,
      compared,
      isMixed,
      isDriven,
    }
  }

  /** `like`: a column that this one learns together with. */
  #column(of: PlannedColumn, isMixed: boolean, like: DenseColumn | undefined): DenseColumn {
    const column = new DenseColumn(of, this.#words(FLAG_WORDS))
    if (!column.isNumber) {
      if (of.tell === TELL.raw && of.levels < MOST_CHOICES)
        column.numbers = this.#words(isMixed ? GREATEST_WORDS : 1 << of.bits)
    } else if (isMixed) {
      column.own = this.#words(MIXED_WORDS + HIGH_WORDS)
      column.sets = like?.sets ?? SET_CONTEXTS.map((n) => this.#words(n * MIXED_WORDS))
      column.expected = like?.expected ?? this.#words(EXPECTED_WORDS)
      column.weights = like?.weights ?? this.#weights((MIXED_WORDS + HIGH_WORDS) * MIXTURE)
      column.drifts = like?.drifts ?? this.#weights(DRIFTS)
    } else {
      column.treeBits = of.foretold === FORETOLD.driven ? DRIVEN_TREE_BITS : TREE_BITS
      column.course = this.#weights(2)
      column.contextWords = BEFORE_TREES + (2 << column.treeBits)
      column.numbers = like?.numbers ?? this.#words(contextsOf(of) * column.contextWords)
      column.beyond = like?.beyond ?? this.#words(COUNT_WORDS)
      column.scales = like?.scales ?? this.#words(MOVED_CONTEXTS)
    }
    return column
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
    for (const { columns, usual } of this.#layout.kinds) {
      this.words.fill(0, usual, usual + 2 * MOVED_CONTEXTS)
      for (const c of columns) {
        if (c.scales > 0) this.words.fill(SCALE_FIRST, c.scales, c.scales + MOVED_CONTEXTS)
        if (c.weights >= 0)
          this.weights.fill(0.3, c.weights, c.weights + (MIXED_WORDS + HIGH_WORDS) * MIXTURE)
      }
    }
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

/** In how many contexts a number is told with one model for a bit. */
function contextsOf({ foretold }: PlannedColumn): number {
  if (foretold === FORETOLD.driven) return 2 + (MOVED_CONTEXTS - 2) * CHANGE_CONTEXTS
  return MOVED_CONTEXTS
}

const NO_SETS: readonly number[] = [0, 0, 0, 0]

/** A column that nothing is known of. */
export const NO_COLUMN: DenseColumn = /* @__PURE__ */ new DenseColumn(
  {
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
  0,
)
