import { firstLevels } from './first.ts'
import type { Layout } from './layout.ts'

/** The sum of the frequencies of a context. */
export const UNIT = 4096
/** A level says how much rarer than the likeliest a symbol is, in quarters of a bit. This is the level of all rarer symbols. */
export const RAREST = 63
/** 2^16 divided by the 0th to 3rd power of the fourth root of 2. */
const WEIGHTS = [65536, 55109, 46341, 38968] as const

/** The frequencies of all symbols in all contexts. */
export class Frequencies {
  readonly layout: Layout
  /**
   * For each symbol of each context, from the context's offset: the sum of the frequencies up to and including it. The last
   * sum of a context is `UNIT`. Place 0 belongs to no context and holds `UNIT` too. The low 12 bits of `UNIT` are 0, so that
   * every context begins at 0.
   */
  readonly ends: Uint16Array
  /** For each number on a course, its course, as an index into `COURSES`. */
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
      // Choices have no first levels: all their symbols are equally likely.
      levels.fill(row ? RAREST : 0)
      if (row) levels.set(row)
      this.set(context, levels)
    }
  }

  /** Copies `other`, which must have the same layout. */
  copyFrom(other: Frequencies): void {
    this.ends.set(other.ends)
    this.courses.set(other.courses)
  }

  /** Sets the frequencies of a context from its levels. Whole numbers only, so that both ends get the same result. */
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
    // Each symbol has a frequency of at least one. The likeliest gets the rest that rounding leaves.
    let rest = UNIT
    for (let i = 0; i < size; i++) rest -= shareOf(levels[i]!, sum, size)
    let end = 0
    for (let i = 0; i < size; i++) {
      end += shareOf(levels[i]!, sum, size) + (i === likeliest ? rest : 0)
      ends[from + i] = end
    }
  }

  /** Returns the frequency of a symbol, out of 4096. */
  shareOf(context: number, symbol: number): number {
    const at = this.layout.offsets[context]! + symbol
    return this.ends[at]! - (this.ends[at - 1]! & (UNIT - 1))
  }
}

function shareOf(level: number, sum: number, size: number): number {
  return sum === 0 ? 1 : 1 + Math.floor((weightOf(level) * (UNIT - size)) / sum)
}

/** Returns the weight of a level, out of 2^16. */
function weightOf(level: number): number {
  return level === RAREST ? 0 : WEIGHTS[level & 3]! >> (level >> 2)
}
