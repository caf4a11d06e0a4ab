import { firstLevels } from './first.ts'
import type { Layout } from './layout.ts'

/** The frequencies of a context add up to this. */
export const UNIT = 4096
/** A level is how much rarer than the likeliest a symbol is, in quarters of a bit; this one is for all that is rarer still. */
export const RAREST = 63
/** 2^16 divided by the 0th to 3rd power of the fourth root of 2. */
const WEIGHTS = [65536, 55109, 46341, 38968] as const

/** How likely each symbol of each context is. */
export class Frequencies {
  readonly layout: Layout
  /**
   * Of each symbol of each context, from its offset: the sum of the frequencies up to it and with it. The last one of a
   * context is `UNIT`. Place 0 belongs to no context and holds `UNIT`, too. Its low 12 bits are 0, so every context begins at 0.
   */
  readonly ends: Uint16Array
  /** The course of each number that is on one, as a place in `COURSES`. */
  readonly courses: Uint8Array

  constructor(layout: Layout) {
    this.layout = layout
    this.ends = new Uint16Array(layout.width)
    this.ends[0] = UNIT
    this.courses = Uint8Array.from(layout.firstCourses)
    const { sizes, roles, within } = layout
    const levels = new Uint8Array(64)
    for (let context = 0; context < sizes.length; context++) {
      const row = firstLevels(roles[context]!, within[context]!)
      // Choices have none: all are equally likely.
      levels.fill(row ? RAREST : 0)
      if (row) levels.set(row)
      this.set(context, levels)
    }
  }

  /** Becomes the same as `other`, of the same layout. */
  copyFrom(other: Frequencies): void {
    this.ends.set(other.ends)
    this.courses.set(other.courses)
  }

  /** Sets the frequencies of a context from the levels of its symbols. Whole numbers only: both ends get the same. */
  set(context: number, levels: Uint8Array): void {
    const { ends } = this
    const size = this.layout.sizes[context]!
    const from = this.layout.offsets[context]!
    let sum = 0
    let likeliest = 0
    for (let i = 0; i < size; i++) {
      sum += weightOf(levels[i]!)
      if (levels[i]! < levels[likeliest]!) likeliest = i
    }
    // Each has at least one. The likeliest gets what rounding leaves over.
    let rest = UNIT
    for (let i = 0; i < size; i++) rest -= shareOf(levels[i]!, sum, size)
    let end = 0
    for (let i = 0; i < size; i++) {
      end += shareOf(levels[i]!, sum, size) + (i === likeliest ? rest : 0)
      ends[from + i] = end
    }
  }

  /** How likely a symbol is, of 4096. */
  shareOf(context: number, symbol: number): number {
    const at = this.layout.offsets[context]! + symbol
    return this.ends[at]! - (this.ends[at - 1]! & (UNIT - 1))
  }
}

function shareOf(level: number, sum: number, size: number): number {
  return sum === 0 ? 1 : 1 + Math.floor((weightOf(level) * (UNIT - size)) / sum)
}

/** How many of 2^16 a level is worth. */
function weightOf(level: number): number {
  return level === RAREST ? 0 : WEIGHTS[level & 3]! >> (level >> 2)
}
