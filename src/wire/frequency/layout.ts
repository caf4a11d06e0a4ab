import { FORETOLD, type PlannedColumn, type RowPlan, TELL } from '../plan.ts'

/**
 * What a symbol says. Both ends begin with a distribution for each role and context of it, whatever the column (see
 * `defaults.ts`); what a room learns is by column.
 */
export const ROLE = {
  /** Whether a known entity has changed. */
  presence: 0,
  /** Whether a record tells of its movement. */
  movement: 1,
  /** The class of a count: of a list, of a gap, of a distance. */
  count: 2,
  /** Which part of a rotation is the greatest, counted from the one foretold. */
  greatest: 3,
  /** A choice among few: how many further than the old one. */
  choice: 4,
  /** Whether a column differs, by how it is foretold; last: one that is no number. */
  flag: 5,
  /** The class of what a number is beyond what was foretold, by how. */
  size: 10,
  /** Its sign, by how it is foretold. */
  sign: 14,
  /** How far a movement may be carried on, by how far it was. */
  carry: 18,
  /** How many extra states there are. */
  extras: 19,
} as const

/** How a column that is no number is foretold, for its flag. */
const OTHER = 4
/** Greatest number of choices that are told by a symbol. */
const MOST_CHOICES = 64

/** Contexts of presence: how much the entity changed before, and whether the known one before it has changed. */
export const ACTIVITIES = 9
/** Contexts of movement: the carry of the base, and whether there is a state before it. Those of carry are the first. */
export const CARRIES = 8
/** Contexts of a flag: whether the column changed before, and what is known of the columns so far. */
export const FLAG_CONTEXTS = 24
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
const COUNT_USES = 3
const COUNT_CLASSES = 36

/** A column, or a rotation: what is told by one flag. */
export class Told {
  readonly of: PlannedColumn
  /** The three parts of a rotation that follow its greatest one; null: it is a column. */
  readonly parts: readonly PlannedColumn[] | null
  /** Its first contexts. `size`: of a number, of a rotation's parts or, one context, of a choice; -1: it has none. */
  readonly flag: number
  readonly size: number
  readonly sign: number
  /** Of a number that is on a course, its place among `Frequencies.courses`; -1: it is none. */
  readonly course: number

  constructor(
    of: PlannedColumn,
    parts: readonly PlannedColumn[] | null,
    contexts: { flag: number; size: number; sign: number; course: number },
  ) {
    this.of = of
    this.parts = parts
    this.flag = contexts.flag
    this.size = contexts.size
    this.sign = contexts.sign
    this.course = contexts.course
  }
}

/** The contexts of a kind. */
export interface KindLayout {
  readonly presence: number
  readonly movement: number
  readonly carry: number
  readonly extras: number
  readonly told: readonly Told[]
  readonly compared: readonly PlannedColumn[]
  readonly width: number
}

/** Which contexts a game has, and how many symbols each. Built once. */
export class Layout {
  readonly kinds: readonly KindLayout[]
  /** Of each context: where its symbols begin, one place more than they are; its role; its context within the role. */
  readonly offsets: Int32Array
  readonly sizes: Int32Array
  readonly roles: Int32Array
  readonly within: Int32Array
  /** Of each number that is on a course: the one that it begins with, a place in `COURSES`. */
  readonly firstCourses: number[] = []
  /** Places in all. */
  readonly width: number
  /** The first context of the counts. */
  readonly counts: number
  readonly #sizes: number[] = []
  readonly #roles: number[] = []
  readonly #within: number[] = []

  constructor(plans: readonly RowPlan[]) {
    this.counts = this.#contexts(ROLE.count, COUNT_USES, COUNT_CLASSES)
    this.kinds = plans.map((plan) => this.#kind(plan))
    this.sizes = Int32Array.from(this.#sizes)
    this.roles = Int32Array.from(this.#roles)
    this.within = Int32Array.from(this.#within)
    let width = 0
    this.offsets = this.sizes.map((size) => {
      width += size + 1
      return width - size - 1
    })
    this.width = width
  }

  #kind({ columns, width }: RowPlan): KindLayout {
    const presence = this.#contexts(ROLE.presence, ACTIVITIES * 2, 2)
    const movement = this.#contexts(ROLE.movement, CARRIES * 2, 2)
    const carry = this.#contexts(ROLE.carry, CARRIES, CARRIES)
    const extras = this.#contexts(ROLE.extras, 1, 4)
    const told: Told[] = []
    for (let i = 0; i < columns.length; i++) {
      const of = columns[i]!
      const parts = columns[i + 1]?.tell === TELL.third ? columns.slice(i + 1, i + 4) : null
      const like = told.find((one) => of.isNumber && isAlike(one.of, of))
      told.push(this.#told(of, parts, like))
      if (parts) i += 3
    }
    const compared = columns.filter((c) => c.text < 0)
    return { presence, movement, carry, extras, told, compared, width }
  }

  #told(of: PlannedColumn, parts: readonly PlannedColumn[] | null, like: Told | undefined): Told {
    const foretold = parts ? FORETOLD.turned : of.isNumber ? of.foretold : OTHER
    const flag = this.#contexts(ROLE.flag + foretold, FLAG_CONTEXTS, 2)
    if (foretold === OTHER) {
      const isChoice = of.tell === TELL.raw && of.levels > 1 && of.levels < MOST_CHOICES
      return new Told(of, null, {
        flag,
        size: isChoice ? this.#contexts(ROLE.choice, 1, of.levels) : -1,
        sign: -1,
        course: -1,
      })
    }
    const isOnCourse = foretold === FORETOLD.held || foretold === FORETOLD.moved
    const course = isOnCourse
      ? this.firstCourses.push(foretold === FORETOLD.moved ? STEADY : 0) - 1
      : -1
    if (like) return new Told(of, parts, { flag, size: like.size, sign: like.sign, course })
    const { bits } = parts ? parts[0]! : of
    const size = this.#contexts(ROLE.size + foretold, HINTS * LASTS, 2 * bits)
    const sign = this.#contexts(ROLE.sign + foretold, SIGN_CONTEXTS, 2)
    if (parts) this.#contexts(ROLE.greatest, LEADS, 4)
    return new Told(of, parts, { flag, size, sign, course })
  }

  /** Adds contexts; the first of them. */
  #contexts(role: number, count: number, size: number): number {
    const first = this.#sizes.length
    for (let i = 0; i < count; i++) {
      this.#sizes.push(size)
      this.#roles.push(role)
      this.#within.push(i)
    }
    return first
  }
}

/** Columns that are described alike behave alike: they share contexts. */
function isAlike(a: PlannedColumn, b: PlannedColumn): boolean {
  return (
    a.isNumber &&
    a.tell === b.tell &&
    a.foretold === b.foretold &&
    a.levels === b.levels &&
    a.gain === b.gain
  )
}
