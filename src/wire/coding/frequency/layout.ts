import * as OP from '../../../game/op.ts'
import * as EXPECTATION from '../../records/expectation.ts'
import type { PlannedColumn, RowPlan } from '../../records/plan.ts'

/**
 * What a symbol says. Both ends begin with a distribution for each role and context of it, whatever the column (see
 * `first-rows.ts`); what a room learns is by column.
 */
export const ROLE = {
  /** Whether a known entity has changed. */
  presence: 0,
  /** Whether a record tells of its movement. */
  movement: 1,
  /** The class of a count: of a list, of a gap, of a distance. */
  count: 2,
  /** Which part of a rotation is the greatest, counted from the expected one. */
  greatest: 3,
  /** A choice among few: how many further than the old one. */
  choice: 4,
  /** Whether a column differs, by its expectation; the last is for columns that are no number. */
  flag: 5,
  /** The class of a number's difference from its expected value, by its expectation. */
  size: 10,
  /** The sign of that difference, by the expectation of the number. */
  sign: 14,
  /** How far a movement may be extrapolated, by how far it could be before. */
  extrapolation: 18,
  /** How many extra states there are. */
  extras: 19,
} as const

/** The expectation of a column that is no number, for its flag. */
const OTHER = 4
/** The greatest number of a choice that one symbol tells. */
const MOST_CHOICES = 64

/** Contexts of presence: how much the entity changed before, and whether the known one before it has changed. */
const ACTIVITIES = 9
/** Contexts of movement: the horizon of the base, and whether there is a state before it. Horizons alone are the first. */
const HORIZONS = 8
/** Contexts of a flag: whether the column changed before, and what is known of the columns so far. */
const FLAG_CONTEXTS = 24
/** Contexts of a size: `HINTS` of how large it may be, by `LASTS` of how large the one before it was. */
export const HINTS = 8
export const LASTS = 8
/** Contexts of a sign: three sides, by three sizes. */
export const SIGN_CONTEXTS = 9
/** Contexts of the greatest part: how far it leads. */
export const LEADS = 16
/** Counts, one context each, of no kind. */
export const COUNT = { records: 0, gap: 1, distance: 2 } as const
/** How much of its way from the state before to the base a number goes again, in sixteenths; and the place of all of it. */
export const COURSES = [0, 8, 15, 16] as const
const STEADY = 3
/** How many symbols a context of two has. */
export const TWO = 2
const COUNT_USES = 3
const COUNT_CLASSES = 36
/** How many symbols the greatest part has. */
export const PARTS = 4

/** A column, or a rotation: what is told by one flag. Every context stands as the place where its symbols begin. */
export interface Told {
  /** Its place among what is told of its kind. */
  readonly index: number
  readonly of: PlannedColumn
  /** 1: it is a number. */
  readonly isNumber: number
  /** The three parts of a rotation that follow its greatest one; null: it is a column. */
  readonly parts: readonly PlannedColumn[] | null
  readonly flag: number
  /** The first of a number, of a rotation's parts or, one context, of a choice; -1: it has none. */
  readonly size: number
  /** How many symbols each of `size` has. */
  readonly stride: number
  /** Those of the greatest part of a rotation come after them. */
  readonly sign: number
  /** For a number that is on a course, its place among `Frequencies.courses`; -1: it is on none. */
  readonly course: number
}

/** The contexts of a kind, as the places where they begin. */
export interface KindLayout {
  readonly presence: number
  readonly movement: number
  readonly extrapolation: number
  readonly extras: number
  readonly told: readonly Told[]
}

/** Which contexts a game has, and how many symbols each. Built once. */
export class Layout {
  readonly kinds: readonly KindLayout[]
  /** Of each context: how many symbols it has, its role, and which of its role and column it is. */
  readonly sizes: number[] = []
  readonly roles: number[] = []
  readonly within: number[] = []
  /** Of each context: the place where its symbols begin. */
  readonly offsets: number[] = []
  /** Of each number that is on a course: the one that it begins with, a place in `COURSES`. */
  readonly firstCourses: number[] = []
  /** Places in all. The first one belongs to no context: see `Frequencies.ends`. */
  width = 1
  /** The first place of the counts. */
  readonly counts: number

  constructor(plans: readonly RowPlan[]) {
    this.counts = this.#contexts(ROLE.count, COUNT_USES, COUNT_CLASSES)
    this.kinds = plans.map(({ columns }) => ({
      presence: this.#contexts(ROLE.presence, ACTIVITIES * 2, 2),
      movement: this.#contexts(ROLE.movement, HORIZONS * 2, 2),
      extrapolation: this.#contexts(ROLE.extrapolation, HORIZONS, HORIZONS),
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

  /** Adds the contexts of what follows a flag. */
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

  /** Adds contexts; the place of the first of them. */
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

/** Whether a known entity has changed. `follows`: whether the known one before it has. */
export function presenceOf({ presence }: KindLayout, activity: number, follows: number): number {
  return presence + (activity * 2 + follows) * TWO
}

/** Whether a record tells of its movement. `was`: the horizon of the base; `beforeAt`: as in `Between`. */
export function movementOf({ movement }: KindLayout, beforeAt: number, was: number): number {
  return movement + (beforeAt < 0 ? HORIZONS + was : was) * TWO
}

/** The horizon, by that of the base. */
export function extrapolationOf({ extrapolation }: KindLayout, was: number): number {
  return extrapolation + was * HORIZONS
}

/** A count of one of `COUNT`. */
export function countOf({ counts }: Layout, use: (typeof COUNT)[keyof typeof COUNT]): number {
  return counts + use * COUNT_CLASSES
}

/** Columns with the same description behave alike, so they share contexts. */
function isAlike(a: PlannedColumn, b: PlannedColumn): boolean {
  return (
    a.isNumber &&
    a.op === b.op &&
    a.expectation === b.expectation &&
    a.levels === b.levels &&
    a.gain === b.gain
  )
}
