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

/** The activity, and the hint, without a state before the base. */
const NO_BEFORE = 8
const NO_HINT = HINTS - 1
/** Past this many times its span a movement says too little of what came since. */
const MOST_SPANS = 8

/** What is expected of a number, and the contexts of how far it is from that: of the size, and of the sign. */
export interface Expected {
  value: number
  size: number
  sign: number
}

/**
 * What both ends expect of a number, and in which contexts they code it. Both follow from the base, the state before it and
 * what was coded before in the same state. Kept and refilled; free of allocation.
 */
export class Model {
  /** The courses that the tables say. */
  #courses: Uint8Array = NO_COURSES
  readonly #turn = new Turn()
  /** By place among what is told: how far it went between the state before the base and the base. */
  #ways = new Int32Array(8)
  /** 1: there is such a state; and it differs from the base, so the ways count. */
  #isKnown = 0
  #hasMoved = 0
  /** How large the last number of this state was: one of the `LASTS` contexts, 0 where there is none. */
  #last = 0

  /**
   * Looks at how an entity changed between the state before its base and the base. Gives its activity: 0 to 7, by the bits of
   * what changed most; 8: there is no state before. Before each state. `courses`: those of the tables.
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

  /** The context of whether a column, or a rotation, differs from the base; `soFar`: see `soFarWith`. */
  flag({ of, index, flag }: Told, soFar: number): number {
    if (this.#isKnown === 0 || of.text >= 0) return flag + (16 + soFar) * TWO
    if (this.#hasMoved === 0 || this.#ways[index] === 0) return flag + soFar * TWO
    return flag + (8 + soFar) * TWO
  }

  /** A number of this class was coded. */
  sized(sizeClass: number): void {
    const last = 1 + ((sizeClass + 1) >> 1)
    this.#last = last < LASTS ? last : LASTS - 1
  }

  /** Says what is expected of a number. The new value of its velocity must be in the row already. */
  number(out: Expected, told: Told, between: Between): void {
    const c = told.of
    const { row, at, base, baseAt, elapsed } = between
    const was = base[baseAt + c.at]!
    if (c.expectation === EXPECTATION.driven) {
      const from = base[baseAt + c.velocity]! - c.still
      const bent = (row[at + c.velocity]! - c.still - from) * (elapsed + 256) * 0.5
      const way = (elapsed * from + bent) * c.gain
      // Not by `Math.round`, which branches on the fraction: that is unpredictable.
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

  /** Adds to `tally` how many bits a number that goes `way` from the base has beyond each course. */
  tally(tally: Int32Array, told: Told, between: Between, way: number): void {
    if (this.#isKnown === 0) return
    const went = this.#hasMoved === 1 ? this.#ways[told.index]! : 0
    const from = told.course * COURSES.length
    for (let i = 0; i < COURSES.length; i++)
      tally[from + i]! += bitsOf(apart(told.of, way - ahead(between, went, COURSES[i]!)) | 0)
  }

  /** Says which part of a rotation is expected to be the greatest. Gives the context of that. */
  rotation(out: Expected, { of, parts, sign }: Told, between: Between): number {
    const turn = this.#turn
    turn.take(between, of.at, parts![0]!.levels)
    out.value = turn.greatest
    return sign + SIGN_CONTEXTS * TWO + turn.lead * PARTS
  }

  /** Hears which part of it is the greatest. */
  greatest(greatest: number): void {
    this.#turn.round(greatest)
  }

  /** Says what is expected of the `k`th of the three other parts. */
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

/** Of the columns of a state so far: whether the last one differs, and above it how many do, up to three. */
export function soFarWith(soFar: number, differs: number): number {
  const count = (soFar & 3) + differs
  return differs * 4 + (count > 3 ? 3 : count)
}

/** How far a number goes on after its way from the state before to the base; `course`: in sixteenths of that way. */
function ahead({ elapsed, span }: Between, went: number, course: number): number {
  if (went === 0 || course === 0 || span <= 0 || elapsed <= 0 || elapsed > span * MOST_SPANS)
    return 0
  // The same as below, without a division.
  if (elapsed === span) return Math.floor((went * course + 8) * (1 / 16))
  return Math.round((went * elapsed * course) / (span * 16))
}

/** The side of a whole way: 0 for neither, 1 above, 2 below. Not by branches: signs are unpredictable. */
function sideOf(way: number): number {
  return Number(way > 0) + 2 * Number(way < 0)
}

/** How many bits a number has, whatever its sign. */
function bitsOf(value: number): number {
  return 32 - Math.clz32(Math.abs(value))
}

/** A number of bits as a hint. */
function halved(bits: number): number {
  const half = (bits + 1) >> 1
  return half < NO_HINT ? half : NO_HINT - 1
}

const NO_COURSES = /* @__PURE__ */ new Uint8Array(0)
