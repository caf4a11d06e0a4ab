import { around } from '../../base/sequence.ts'
import * as OP from '../../game/op.ts'
import * as EXPECTATION from './expectation.ts'
import type { PlannedColumn } from './plan.ts'

/**
 * The states of one entity that a record is coded between. `row[at]` is where the new state begins: full, with its texts, for
 * writing, and filled step by step in reading. `base[baseAt]` is the state it is coded against. `base[beforeAt]`, in the same
 * array, is the state that the base was itself coded against; -1: none. Kept and refilled.
 */
export class Between {
  row: Int32Array = NONE
  at = 0
  texts: readonly string[] = NO_TEXTS
  base: Int32Array = NONE
  baseAt = 0
  beforeAt = -1
  /** Subticks from the base to the new state, and from the state before to the base. */
  elapsed = 0
  span = 0
  /** The copy that `hold` makes. */
  held: Int32Array = NONE
}

const NONE = /* @__PURE__ */ new Int32Array(0)
const NO_TEXTS: readonly string[] = []

/** Copies a state of `width` numbers as the base of the next state, with no state before it. */
export function hold(between: Between, row: Int32Array, at: number, width: number): void {
  if (between.held.length < width) between.held = new Int32Array(width)
  const { held } = between
  for (let i = 0; i < width; i++) held[i] = row[at + i]!
  between.base = held
  between.baseAt = 0
  between.beforeAt = -1
}

/** After more than this many times its span, a movement says too little about the time since and is not expected to go on. */
const MOST_SPANS = 8

/**
 * Returns the expected value of a `grid` or `angle` column, a whole number. The new velocity must already be in the row. Uses
 * only whole numbers and operations that every engine rounds alike, so that both ends expect the same. Free of allocation.
 *
 * A driven number moves as a body whose velocity goes evenly from the old value to the new one. In each step of the game the
 * velocity after that step moves it (the semi-implicit Euler steps of most games).
 */
export function expectedOf(c: PlannedColumn, between: Between): number {
  const was = between.base[between.baseAt + c.at]!
  return within(
    c,
    was + (c.expectation === EXPECTATION.driven ? driven(c, between) : moved(c, between, was)),
  )
}

/** Returns how far its velocity moves a number. */
function driven({ velocity, still, gain }: PlannedColumn, between: Between): number {
  const { elapsed } = between
  const from = between.base[between.baseAt + velocity]! - still
  const to = between.row[between.at + velocity]! - still
  const way = (elapsed * from + (to - from) * (elapsed + 256) * 0.5) * gain
  // Avoids `Math.round`, which branches on the fraction: that is unpredictable.
  const below = Math.floor(way)
  return below + Number(way - below >= 0.5)
}

/** Returns how far a number moves if it goes on as between the last two states. */
function moved(c: PlannedColumn, between: Between, was: number): number {
  const { beforeAt, elapsed, span } = between
  // The last test also leaves out spans of 0 and below.
  if (
    c.expectation !== EXPECTATION.moved ||
    beforeAt < 0 ||
    elapsed <= 0 ||
    elapsed > span * MOST_SPANS
  )
    return 0
  const way = apart(c, was - between.base[beforeAt + c.at]!)
  return elapsed === span ? way : Math.round((way * elapsed) / span)
}

/** Brings a number into the range of its column: an angle wraps, any other number is cut. */
export function within(c: PlannedColumn, value: number): number {
  return value >= 0 && value <= c.levels ? value | 0 : broughtIn(c, value)
}

function broughtIn({ op, levels }: PlannedColumn, value: number): number {
  if (op === OP.angle) return around(value, levels)
  return value < 0 ? 0 : levels
}

/** Returns a difference of two numbers of a column, the short way for angles. */
export function apart(c: PlannedColumn, difference: number): number {
  if (c.op !== OP.angle) return difference
  const count = c.levels + 1
  const half = count >> 1
  if (difference > half) return difference - count
  return difference < half - c.levels ? difference + count : difference
}
