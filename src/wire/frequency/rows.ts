import type { RecordTarget } from '../columns.ts'
import { apart, type Between, within } from '../foretell.ts'
import { FORETOLD, type PlannedColumn, TELL } from '../plan.ts'
import {
  CARRIES,
  type COUNT,
  COURSES,
  HINTS,
  type KindLayout,
  LASTS,
  type Layout,
  SIGN_CONTEXTS,
  type Told,
} from './layout.ts'
import { bitsBelow, bitsOf, classOf, leastOf } from './size.ts'
import type { Symbols } from './symbols.ts'
import { Turn } from './turn.ts'

// A module's own constants are known when its code is compiled; imported ones are looked up at each use.
const { driven: DRIVEN } = FORETOLD
const { text: TEXT } = TELL
/** Nothing was told in the state so far that says how large the next number is. */
const NOTHING = 0
/** The activity, and the hint, of what has no state before its base. */
const NO_BEFORE = 8
const NO_HINT = HINTS - 1

/**
 * Codes whether entities have changed, and the states of those that have, through `Symbols` in either direction. Every
 * context comes from the base, the state before it and what was coded before in the same body. Kept and refilled; free of
 * allocation but for texts that are read.
 */
export class Rows {
  readonly symbols: Symbols
  readonly #kinds: readonly KindLayout[]
  readonly #counts: number
  readonly #turn = new Turn()
  /** The courses to go by, those of the tables; set before each body. */
  courses: Uint8Array = NO_COURSES
  /** What numbers would have taken on each course: four sums of bits for each that is on one; null: nobody asks. */
  tally: Int32Array | null = null
  /** How large the last number of this state was: one of the `LASTS` contexts. */
  #last = NOTHING

  constructor(layout: Layout, symbols: Symbols) {
    this.#kinds = layout.kinds
    this.#counts = layout.counts
    this.symbols = symbols
  }

  /** Codes whether an entity has changed; `follows`: whether the known one before it has. */
  presence(kind: number, between: Between, follows: number, changed: number): number {
    const of = this.#kinds[kind]!
    return this.symbols.symbol(of.presence + activityOf(of, between) * 2 + follows, changed)
  }

  /** The same of one that has not changed, and had not before. */
  stillness(kind: number, follows: number): number {
    return this.symbols.symbol(this.#kinds[kind]!.presence + follows, 0)
  }

  /**
   * Codes what a record tells of its movement: the carry above two bits for the count of extra states; -1: nothing. `was`:
   * the carry of the base.
   */
  movement(kind: number, { beforeAt }: Between, was: number, movement: number): number {
    const { symbols } = this
    const of = this.#kinds[kind]!
    const context = of.movement + (beforeAt < 0 ? CARRIES : 0) + was
    if (symbols.symbol(context, movement < 0 ? 0 : 1) === 0) return -1
    const carry = symbols.symbol(of.carry + was, movement >> 2)
    return (carry << 2) | symbols.symbol(of.extras, movement & 3)
  }

  /** Codes how many steps before its record's own time a state is. */
  stepsBack(steps: number): number {
    return this.symbols.raw(steps, 6)
  }

  /** Codes a count from 0 to 2^18 - 1. `use`: one of `COUNT`. */
  count(use: (typeof COUNT)[keyof typeof COUNT], value: number): number {
    const sizeClass = this.symbols.symbol(this.#counts + use, classOf(value))
    return leastOf(sizeClass) | this.symbols.raw(value, bitsBelow(sizeClass))
  }

  /** Codes a state; reading fills it in, where a copy of its base is. Texts come from `texts` and go to `target`. */
  row(kind: number, between: Between, texts: readonly string[], target: RecordTarget | null): void {
    const { told } = this.#kinds[kind]!
    const { symbols } = this
    let flags = 4
    this.#last = NOTHING
    for (let i = 0; i < told.length; i++) {
      const one = told[i]!
      const state = differs(one, between)
      const changed = symbols.symbol(one.flag + (state & ~1) * 4 + flags, state & 1)
      // How many of the columns so far have changed, up to three, and whether the last one did.
      const known = flags & 3
      flags = changed * 4 + (known + changed > 3 ? 3 : known + changed)
      if (changed === 0) continue
      if (one.parts) this.#rotation(one, one.parts, between)
      else if (one.sign >= 0) this.#number(one, between)
      else this.#other(one, between, texts, target)
    }
  }

  #number(told: Told, between: Between): void {
    const c = told.of
    const { row, at, base, baseAt } = between
    const was = base[baseAt + c.at]!
    const { beforeAt } = between
    let foretold = was
    let hint = NO_HINT
    let side = 0
    if (c.foretold === DRIVEN) {
      const { elapsed } = between
      const from = base[baseAt + c.velocity]! - c.still
      const bent = (row[at + c.velocity]! - c.still - from) * (elapsed + 256) * 0.5
      const way = (elapsed * from + bent) * c.gain
      const whole = Math.round(way)
      foretold = within(c, was + whole)
      hint = bitsOf(Math.round(bent * c.gain) | 0)
      if (hint > NO_HINT) hint = NO_HINT
      side = way > whole ? 1 : way < whole ? 2 : 0
    } else if (beforeAt >= 0) {
      const went = apart(c, was - base[beforeAt + c.at]!)
      foretold = within(c, was + ahead(between, went, this.courses[told.course]!))
      hint = halved(bitsOf(went))
      side = went > 0 ? 1 : went < 0 ? 2 : 0
      if (this.tally) tallyCourses(this.tally, told, between, went)
    }
    const rest = this.#rest(told, hint, side, apart(c, row[at + c.at]! - foretold))
    row[at + c.at] = within(c, foretold + rest)
  }

  #rotation(told: Told, parts: readonly PlannedColumn[], between: Between): void {
    const { row, at, beforeAt } = between
    const turn = this.#turn
    const { of, sign } = told
    const { levels } = parts[0]!
    turn.take(between, of.at, levels)
    const further = this.symbols.symbol(
      sign + SIGN_CONTEXTS + turn.lead,
      (row[at + of.at]! - turn.greatest) & 3,
    )
    const greatest = (turn.greatest + further) & 3
    row[at + of.at] = greatest
    let rate = 0
    for (let part = 0; part < 4; part++) {
      if (part === greatest) continue
      const way =
        turn.whole(turn.foretold, part, greatest, levels) -
        turn.whole(turn.was, part, greatest, levels)
      const size = bitsOf(way)
      if (size > rate) rate = size
    }
    for (let k = 0, part = 0; k < 3; k++, part++) {
      if (part === greatest) part++
      const to = at + parts[k]!.at
      const foretold = turn.whole(turn.foretold, part, greatest, levels)
      const was = turn.whole(turn.was, part, greatest, levels)
      const side = foretold > was ? 1 : foretold < was ? 2 : 0
      const mean = (rate + bitsOf(foretold - was)) >> 1
      const hint = beforeAt < 0 ? NO_HINT : halved(mean)
      const now = foretold + this.#rest(told, hint, side, row[to]! - foretold)
      row[to] = now < 0 ? 0 : now > levels ? levels : now
    }
  }

  /** Codes what a number is beyond what was foretold. */
  #rest(told: Told, hint: number, side: number, rest: number): number {
    const { symbols } = this
    const sizeClass = symbols.symbol(
      told.size + hint * LASTS + this.#last,
      classOf(rest < 0 ? -rest : rest),
    )
    const last = 1 + ((sizeClass + 1) >> 1)
    this.#last = last < LASTS ? last : LASTS - 1
    if (sizeClass === 0) return 0
    const context = told.sign + side * 3 + (sizeClass < 3 ? sizeClass - 1 : 2)
    const isBelow = symbols.symbol(context, rest < 0 ? 1 : 0)
    const size = leastOf(sizeClass) | symbols.raw(rest < 0 ? -rest : rest, bitsBelow(sizeClass))
    return isBelow === 1 ? -size : size
  }

  #other(
    told: Told,
    between: Between,
    texts: readonly string[],
    target: RecordTarget | null,
  ): void {
    const c = told.of
    const { row, at, base, baseAt } = between
    const { symbols } = this
    const was = base[baseAt + c.at]!
    const now = row[at + c.at]!
    if (c.tell === TEXT) {
      const text = this.#text(target ? '' : (texts[c.text] ?? ''), c.levels)
      if (target) row[at + c.at] = target.putText(c.text, text)
    } else if (c.levels === 1) row[at + c.at] = 1 - was
    else if (told.size >= 0) {
      const count = c.levels + 1
      const further = now > was ? now - was : now - was + count
      const next = was + 1 + symbols.symbol(told.size, further - 1)
      row[at + c.at] = next < count ? next : next - count
    } else {
      const read = symbols.raw(now, c.bits) >>> 0
      row[at + c.at] = read > c.levels ? c.levels : read
    }
  }

  /** Codes a text of at most `longest` UTF-16 units. */
  #text(text: string, longest: number): string {
    const { symbols } = this
    const length = Math.min(symbols.raw(text.length, 8), longest)
    let read = ''
    for (let i = 0; i < length; i++) {
      const unit = symbols.reading !== 0 ? 0 : text.charCodeAt(i)
      const isWide = symbols.raw(unit < 128 ? 0 : 1, 1)
      const coded = symbols.raw(unit, isWide === 0 ? 7 : 16)
      if (symbols.reading !== 0) read += String.fromCharCode(coded)
    }
    return read
  }
}

/** How much an entity changed between the state before its base and the base: 0 to 7, by its bits; 8: there is none. */
function activityOf({ compared }: KindLayout, { base, baseAt, beforeAt }: Between): number {
  if (beforeAt < 0) return NO_BEFORE
  if (beforeAt === baseAt) return 0
  let activity = 0
  for (let i = 0; i < compared.length; i++) {
    const c = compared[i]!
    const way = base[baseAt + c.at]! - base[beforeAt + c.at]!
    if (way === 0) continue
    const size = c.isNumber ? 1 + bitsOf(apart(c, way)) : 1
    if (size > activity) activity = size
  }
  return activity < NO_BEFORE ? activity : NO_BEFORE - 1
}

/** Whether a column differs from the base, in the lowest bit; above it: 0 it did not change before, 1 it did, 2 nothing is known. */
function differs({ of, parts }: Told, { row, at, base, baseAt, beforeAt }: Between): number {
  const place = of.at
  const was = base[baseAt + place]!
  let differs = row[at + place] === was ? 0 : 1
  let before = 4
  if (beforeAt >= 0 && of.text < 0) before = base[beforeAt + place] === was ? 0 : 2
  if (parts) {
    for (let i = place + 1; i < place + 4; i++) {
      if (row[at + i] !== base[baseAt + i]) differs = 1
      if (before === 0 && base[beforeAt + i] !== base[baseAt + i]) before = 2
    }
  }
  return before | differs
}

/** How far a number goes on that went so far between the state before and the base. */
function ahead({ elapsed, span }: Between, went: number, course: number): number {
  if (course === 0 || span <= 0 || elapsed <= 0 || elapsed > span * MOST_SPANS) return 0
  return Math.round((went * elapsed * COURSES[course]!) / (span * 16))
}

/** Adds to `tally` how many bits a number has beyond each course. */
function tallyCourses(tally: Int32Array, told: Told, between: Between, went: number): void {
  const c = told.of
  const way = apart(c, between.row[between.at + c.at]! - between.base[between.baseAt + c.at]!)
  for (let course = 0; course < COURSES.length; course++)
    tally[told.course * COURSES.length + course]! += bitsOf(
      apart(c, way - ahead(between, went, course)),
    )
}

const NO_COURSES = /* @__PURE__ */ new Uint8Array(0)
/** Past this many times its span a movement says too little of what came since. */
const MOST_SPANS = 8

/** A number of bits as a hint. */
function halved(bits: number): number {
  const half = (bits + 1) >> 1
  return half < NO_HINT ? half : NO_HINT - 1
}
