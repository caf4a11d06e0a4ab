import * as OP from '../../../game/op.ts'
import * as EXPECTATION from '../../records/expectation.ts'
import type { PlannedColumn, RowPlan } from '../../records/plan.ts'

/**
 * The role of a symbol. Both ends begin with a distribution for each role and each of its contexts, whatever the column (see
 * `first-rows.ts`). What a room learns is by column.
 */
export const ROLE = {
  /** Whether a known entity has changed. */
  presence: 0,
  /** Whether a record contains its movement. */
  movement: 1,
  /** The class of a count: the length of a list, a gap or a distance. */
  count: 2,
  /** Which part of a rotation is the greatest, counted from the expected part. */
  greatest: 3,
  /** A choice among a few values: how far it is after the old value. */
  choice: 4,
  /** Whether a column differs, by its expectation. The last role is for columns that are not numbers. */
  flag: 5,
  /** The class of a number's difference from its expected value, by its expectation. */
  size: 10,
  /** The sign of that difference, by the expectation of the number. */
  sign: 14,
  /** How far a movement may be extrapolated, by how far it could be extrapolated before. */
  horizon: 18,
  /** The number of extra states. */
  extras: 19,
} as const

/** The expectation of a column that is not a number, for its flag. */
const OTHER = 4
/** A column with fewer levels than this is coded as a choice, by one symbol. */
const MOST_CHOICES = 64

/** Contexts of presence: how much the entity changed before, and whether the known entity before it has changed. */
const ACTIVITIES = 9
/** Contexts of movement: the horizon of the base, first with a state before it, then without one. */
const HORIZONS = 8
/** Contexts of a flag: whether the column changed before, and the flags of the columns so far. */
const FLAG_CONTEXTS = 24
/** Contexts of a size: `HINTS` for how large it may be, by `LASTS` for how large the number before it was. */
export const HINTS = 8
export const LASTS = 8
/** Contexts of a sign: three sides, by three sizes. */
export const SIGN_CONTEXTS = 9
/** Contexts of the greatest part: its lead over the next. */
export const LEADS = 16
/** The counts, which belong to no kind. Each has one context. */
export const COUNT = { records: 0, gap: 1, distance: 2 } as const
/** How much of its last movement a number is expected to repeat, in sixteenths, and the index of a full repeat. */
export const COURSES = [0, 8, 15, 16] as const
const STEADY = 3
/** The number of symbols in a context of two. */
export const TWO = 2
const COUNT_USES = 3
const COUNT_CLASSES = 36
/** The number of symbols for the greatest part. */
export const PARTS = 4

/** A column or a rotation, which has one flag. Every context is given as the place where its symbols begin. */
export interface Told {
  /** Its index among the columns and rotations of its kind. */
  readonly index: number
  readonly of: PlannedColumn
  /** 1: it is a number. */
  readonly isNumber: number
  /** The three parts of a rotation that follow its greatest part; null: it is a column. */
  readonly parts: readonly PlannedColumn[] | null
  readonly flag: number
  /** The first context of a number's size or of a rotation's parts, or the only context of a choice; -1: it has none. */
  readonly size: number
  /** The number of symbols in each `size` context. */
  readonly stride: number
  /** The first context of the sign. The contexts of a rotation's greatest part follow those of the sign. */
  readonly sign: number
  /** For a number on a course, its index in `Frequencies.courses`; -1: it is on none. */
  readonly course: number
}

/** The contexts of a kind, as the places where they begin. */
export interface KindLayout {
  readonly presence: number
  readonly movement: number
  readonly horizon: number
  readonly extras: number
  readonly told: readonly Told[]
}

/** The contexts of a game and their numbers of symbols. Built once. */
export class Layout {
  readonly kinds: readonly KindLayout[]
  /** For each context: its number of symbols, its role, and its index within its role and column. */
  readonly sizes: number[] = []
  readonly roles: number[] = []
  readonly within: number[] = []
  /** For each context: the place where its symbols begin. */
  readonly offsets: number[] = []
  /** For each number on a course: its first course, as an index into `COURSES`. */
  readonly firstCourses: number[] = []
  /** The number of places. The first place belongs to no context, see `Frequencies.ends`. */
  width = 1
  /** The first place of the counts. */
  readonly counts: number

  constructor(plans: readonly RowPlan[]) {
    this.counts = this.#contexts(ROLE.count, COUNT_USES, COUNT_CLASSES)
    this.kinds = plans.map(({ columns }) => ({
      presence: this.#contexts(ROLE.presence, ACTIVITIES * 2, 2),
      movement: this.#contexts(ROLE.movement, HORIZONS * 2, 2),
      horizon: this.#contexts(ROLE.horizon, HORIZONS, HORIZONS),
      extras: this.#contexts(ROLE.extras, 1, 4),
      told: this.#told(columns),
    }))
  }

  #told(columns: readonly PlannedColumn[]): Told[] {
    const all: Told[] = []
    for (const [i, of] of columns.entries()) {
      if (of.op === OP.third) continue
      const parts = columns[i + 1]?.op === OP.third ? columns.slice(i + 1, i + 4) : null
      const expectation = parts ? EXPECTATION.turned : of.isNumber ? of.expectation : OTHER
      const flag = this.#contexts(ROLE.flag + expectation, FLAG_CONTEXTS, 2)
      const isOnCourse = expectation === EXPECTATION.held || expectation === EXPECTATION.moved
      const first = expectation === EXPECTATION.moved ? STEADY : 0
      const course = isOnCourse ? this.firstCourses.push(first) - 1 : -1
      const like = all.find((one) => of.isNumber && isAlike(one.of, of))
      const contexts = like ?? this.#sized(parts ? parts[0]! : of, expectation)
      const { size, stride, sign } = contexts
      all.push({
        index: all.length,
        of,
        isNumber: of.isNumber ? 1 : 0,
        parts,
        flag,
        size,
        stride,
        sign,
        course,
      })
    }
    return all
  }

  /** Adds the contexts of the symbols that follow a flag. */
  #sized(c: PlannedColumn, expectation: number): Pick<Told, 'size' | 'stride' | 'sign'> {
    if (expectation === OTHER) {
      const isChoice = c.op !== OP.text && c.levels > 1 && c.levels < MOST_CHOICES
      const size = isChoice ? this.#contexts(ROLE.choice, 1, c.levels) : -1
      return { size, stride: 0, sign: -1 }
    }
    const size = this.#contexts(ROLE.size + expectation, HINTS * LASTS, 2 * c.bits)
    const sign = this.#contexts(ROLE.sign + expectation, SIGN_CONTEXTS, 2)
    if (expectation === EXPECTATION.turned) this.#contexts(ROLE.greatest, LEADS, PARTS)
    return { size, stride: 2 * c.bits, sign }
  }

  /** Adds contexts, and returns the place of the first one. */
  #contexts(role: number, count: number, size: number): number {
    const first = this.width
    for (let i = 0; i < count; i++) {
      this.sizes.push(size)
      this.roles.push(role)
      this.within.push(i)
      this.offsets.push(this.width)
      this.width += size
    }
    return first
  }
}

/** Returns the context of the presence flag. `follows`: whether the known entity before this one has changed. */
export function presenceOf({ presence }: KindLayout, activity: number, follows: number): number {
  return presence + (activity * 2 + follows) * TWO
}

/** Returns the context of the movement flag. `was`: the horizon of the base; `beforeAt`: as in `Between`. */
export function movementOf({ movement }: KindLayout, beforeAt: number, was: number): number {
  return movement + (beforeAt < 0 ? HORIZONS + was : was) * TWO
}

/** Returns the context of a horizon, by the horizon of the base. */
export function horizonContextOf({ horizon }: KindLayout, was: number): number {
  return horizon + was * HORIZONS
}

/** Returns the context of a count of `COUNT`. */
export function countOf({ counts }: Layout, use: (typeof COUNT)[keyof typeof COUNT]): number {
  return counts + use * COUNT_CLASSES
}

/** Whether two columns have the same description. Such columns behave alike, so they share contexts. */
function isAlike(a: PlannedColumn, b: PlannedColumn): boolean {
  return (
    a.isNumber &&
    a.op === b.op &&
    a.expectation === b.expectation &&
    a.levels === b.levels &&
    a.gain === b.gain
  )
}
