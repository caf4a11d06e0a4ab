import * as EXPECTATION from '../../records/expectation.ts'
import { apart, type Between, within } from '../../records/expected-value.ts'
import {
  COURSES,
  HINTS,
  type KindLayout,
  LASTS,
  PARTS,
  SIGN_CONTEXTS,
  type Told,
  TWO,
} from './layout.ts'
import { Turn } from './turn.ts'

/** The activity and the hint when there is no state before the base. */
const NO_BEFORE = 8
const NO_HINT = HINTS - 1
/** After more than this many times its span, a movement says too little about the time since. */
const MOST_SPANS = 8

/** The expected value of a number, and the contexts of its difference from that: of the size, and of the sign. */
export interface Expected {
  value: number
  size: number
  sign: number
}

/**
 * Computes the expected values of numbers, and the contexts in which both ends code them. Both depend on the base, the state
 * before it and the values already coded in the same state. Kept and refilled; free of allocation.
 */
export class Model {
  /** The courses in the tables. */
  #courses: Uint8Array = NO_COURSES
  readonly #turn = new Turn()
  /** By `Told.index`: how far each column moved from the state before the base to the base. */
  #ways = new Int32Array(8)
  /** 1: there is such a state, and 1: it differs from the base, so that the ways count. */
  #isKnown = 0
  #hasMoved = 0
  /** How large the last number of this state was: one of the `LASTS` contexts, 0 for none. */
  #last = 0

  /**
   * Compares the state before an entity's base with the base. Returns the activity: 0 to 7, by the bits of the greatest
   * change; 8: there is no state before. Call it before each state. `courses`: those of the tables.
   */
  look({ told }: KindLayout, { base, baseAt, beforeAt }: Between, courses: Uint8Array): number {
    this.#courses = courses
    this.#last = 0
    this.#isKnown = beforeAt >= 0 ? 1 : 0
    this.#hasMoved = 0
    if (beforeAt < 0) return NO_BEFORE
    if (beforeAt === baseAt) return 0
    if (this.#ways.length < told.length) this.#ways = new Int32Array(told.length)
    const ways = this.#ways
    let numbers = 0
    let others = 0
    for (let i = 0; i < told.length; i++) {
      const { of, isNumber, parts } = told[i]!
      if (of.text >= 0) continue
      let way = base[baseAt + of.at]! - base[beforeAt + of.at]!
      if (isNumber === 1) {
        if (way !== 0) way = apart(of, way)
        numbers |= Math.abs(way)
      } else others |= way
      if (parts !== null) {
        for (let k = of.at + 1; k < of.at + 4; k++) {
          const size = Math.abs(base[baseAt + k]! - base[beforeAt + k]!)
          numbers |= size
          way |= size
        }
      }
      ways[i] = way
    }
    if ((numbers | others) === 0) return 0
    this.#hasMoved = 1
    return numbers === 0 ? 1 : Math.min(NO_BEFORE - 1, 1 + bitsOf(numbers))
  }

  /** Returns the context of whether a column or rotation differs from the base. `soFar`: see `soFarWith`. */
  flag({ of, index, flag }: Told, soFar: number): number {
    if (this.#isKnown === 0 || of.text >= 0) return flag + (16 + soFar) * TWO
    if (this.#hasMoved === 0 || this.#ways[index] === 0) return flag + soFar * TWO
    return flag + (8 + soFar) * TWO
  }

  /** Notes the class of the number coded last. */
  sized(sizeClass: number): void {
    const last = 1 + ((sizeClass + 1) >> 1)
    this.#last = last < LASTS ? last : LASTS - 1
  }

  /** Computes the expected value of a number, and its contexts. The new value of its velocity must already be in the row. */
  number(out: Expected, told: Told, between: Between): void {
    const c = told.of
    const { row, at, base, baseAt, elapsed } = between
    const was = base[baseAt + c.at]!
    if (c.expectation === EXPECTATION.driven) {
      const from = base[baseAt + c.velocity]! - c.still
      const bent = (row[at + c.velocity]! - c.still - from) * (elapsed + 256) * 0.5
      const way = (elapsed * from + bent) * c.gain
      // Avoids `Math.round`, which branches on the fraction: that is unpredictable.
      const below = Math.floor(way)
      const whole = below + Number(way - below >= 0.5)
      const further = bent * c.gain
      const least = Math.floor(further)
      const bits = bitsOf((least + Number(further - least >= 0.5)) | 0)
      out.value = within(c, was + whole)
      const side = Number(way > whole) + 2 * Number(way < whole)
      this.#code(out, told, bits < NO_HINT ? bits : NO_HINT, side)
    } else if (this.#hasMoved === 1) {
      const went = this.#ways[told.index]!
      out.value = within(c, was + ahead(between, went, COURSES[this.#courses[told.course]!]!))
      this.#code(out, told, halved(bitsOf(went)), sideOf(went))
    } else {
      out.value = was
      this.#code(out, told, this.#isKnown === 1 ? 0 : NO_HINT, 0)
    }
  }

  /** Adds to `tally`, for each course, how many bits the difference has of a number that moved by `way` from the base. */
  tally(tally: Int32Array, told: Told, between: Between, way: number): void {
    if (this.#isKnown === 0) return
    const went = this.#hasMoved === 1 ? this.#ways[told.index]! : 0
    const from = told.course * COURSES.length
    for (let i = 0; i < COURSES.length; i++)
      tally[from + i]! += bitsOf(apart(told.of, way - ahead(between, went, COURSES[i]!)) | 0)
  }

  /** Computes which part of a rotation is expected to be the greatest. Returns the context of that. */
  rotation(out: Expected, { of, parts, sign }: Told, between: Between): number {
    const turn = this.#turn
    turn.take(between, of.at, parts![0]!.levels)
    out.value = turn.greatest
    return sign + SIGN_CONTEXTS * TWO + turn.lead * PARTS
  }

  /** Sets which part of the rotation is the greatest. */
  greatest(greatest: number): void {
    this.#turn.round(greatest)
  }

  /** Computes the expected value of the `k`th of the three other parts, and its contexts. */
  part(out: Expected, told: Told, k: number): void {
    const { wholes, ways, greatest, rate } = this.#turn
    const part = k < greatest ? k : k + 1
    const way = ways[part]!
    out.value = wholes[part]!
    const hint = this.#isKnown === 0 ? NO_HINT : halved((rate + bitsOf(way)) >> 1)
    this.#code(out, told, hint, sideOf(way))
  }

  #code(out: Expected, { size, stride, sign }: Told, hint: number, side: number): void {
    out.size = size + (hint * LASTS + this.#last) * stride
    out.sign = sign + side * 3 * TWO
  }
}

/** Returns a summary of the flags of a state so far: whether the last column differs (bit 2), and how many do, up to three. */
export function soFarWith(soFar: number, differs: number): number {
  const count = (soFar & 3) + differs
  return differs * 4 + (count > 3 ? 3 : count)
}

/** Returns how far a number goes on after the way `went` to the base; `course`: in sixteenths of that way. */
function ahead({ elapsed, span }: Between, went: number, course: number): number {
  if (went === 0 || course === 0 || span <= 0 || elapsed <= 0 || elapsed > span * MOST_SPANS)
    return 0
  // Gives the same result as the line below, without a division.
  if (elapsed === span) return Math.floor((went * course + 8) * (1 / 16))
  return Math.round((went * elapsed * course) / (span * 16))
}

/** Returns the side of a way: 0 for neither, 1 above, 2 below. Branch-free, because signs are unpredictable. */
function sideOf(way: number): number {
  return Number(way > 0) + 2 * Number(way < 0)
}

/** Returns how many bits a number has, whatever its sign. */
function bitsOf(value: number): number {
  return 32 - Math.clz32(Math.abs(value))
}

/** Converts a number of bits into a hint. */
function halved(bits: number): number {
  const half = (bits + 1) >> 1
  return half < NO_HINT ? half : NO_HINT - 1
}

const NO_COURSES = /* @__PURE__ */ new Uint8Array(0)
