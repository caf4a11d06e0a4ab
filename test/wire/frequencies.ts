import { readFileSync } from 'node:fs'
import { Bits, need, unfolded } from './bits.ts'
import { bitsOf, type Column, type Kind, levelsOf, placesOf } from './columns.ts'

/** A context, by its number: its role, which of its role and column it is, and how many symbols it has. */
interface Context {
  readonly role: number
  readonly nth: number
  readonly symbols: number
}

/** A column, or a rotation, and its first contexts. */
export interface Told {
  readonly place: number
  readonly column: Column
  /** 0 held, 1 moved, 2 driven, 3 turned, 4 no number. */
  readonly way: number
  readonly gain: number
  readonly flag: number
  readonly choice: number
  readonly size: number
  readonly sign: number
  readonly greatest: number
  /** Its place among the courses; -1: it has none. */
  readonly course: number
}

/** The contexts of a kind. */
export interface KindContexts {
  readonly presence: number
  readonly movement: number
  readonly horizon: number
  readonly extras: number
  readonly told: readonly Told[]
}

/** All contexts of a game, and how likely symbols are from the start, as docs/WIRE.md says at *Tables*. */
export class Contexts {
  readonly all: Context[] = []
  readonly kinds: readonly KindContexts[]
  /** The courses from the start, in sixteenths. */
  readonly courses: number[] = []
  readonly #stepHz: number

  constructor(kinds: readonly Kind[], stepHz: number) {
    this.#stepHz = stepHz
    this.#add(2, 3, 36)
    this.kinds = kinds.map((kind) => ({
      presence: this.#add(0, 18, 2),
      movement: this.#add(1, 16, 2),
      horizon: this.#add(18, 8, 8),
      extras: this.#add(19, 1, 4),
      told: this.#told(kind),
    }))
  }

  #told({ name, columns }: Kind): Told[] {
    const isVelocity = (i: number) => columns.some((c) => c.velocity === i)
    const shared = placesOf({ name, columns }, 'shared')
    const order = [...shared.filter(isVelocity), ...shared.filter((i) => !isVelocity(i))]
    const told: Told[] = []
    for (const place of order) {
      const column = columns[place]!
      if (column.op === 'third') continue
      const way = wayOf(column, isVelocity(place))
      const velocity = columns[column.velocity]
      const gain = velocity
        ? (velocity.step * velocity.ratio) / (256 * this.#stepHz * (column.step * column.ratio))
        : 0
      const levels = levelsOf(column, 'coarse')
      const flag = this.#add(5 + way, 24, 2)
      const isChoice = way === 4 && column.op !== 'text' && levels >= 2 && levels <= 63
      const choice = isChoice ? this.#add(4, 1, levels) : -1
      const course = way < 2 ? this.courses.push(way === 1 ? 16 : 0) - 1 : -1
      const alike = told.find(
        (other) =>
          other.way === way &&
          (other.column.op === 'angle') === (column.op === 'angle') &&
          levelsOf(other.column, 'coarse') === levels &&
          other.gain === gain,
      )
      const own = { place, column, way, gain, flag, choice, course }
      if (way === 4) told.push({ ...own, size: -1, sign: -1, greatest: -1 })
      else if (alike && way !== 3)
        told.push({ ...own, size: alike.size, sign: alike.sign, greatest: -1 })
      else {
        const bits = bitsOf(way === 3 ? columns[place + 1]! : column, 'coarse')
        const size = this.#add(10 + way, 64, 2 * bits)
        const sign = this.#add(14 + way, 9, 2)
        told.push({ ...own, size, sign, greatest: way === 3 ? this.#add(3, 16, 4) : -1 })
      }
    }
    return told
  }

  #add(role: number, count: number, symbols: number): number {
    for (let nth = 0; nth < count; nth++) this.all.push({ role, nth, symbols })
    return this.all.length - count
  }
}

function wayOf(c: Column, isVelocity: boolean): number {
  if (c.op === 'largest') return 3
  if (c.op !== 'grid' && c.op !== 'angle') return 4
  if (c.velocity >= 0) return 2
  return !isVelocity && (c.op === 'angle' || c.curve !== 'step') ? 1 : 0
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'
/** The texts of the roles: the page names the file. */
const ROWS = [
  ...readFileSync('src/wire/coding/frequency/first-rows.ts', 'utf8').matchAll(/^ {2}'(.*)',$/gm),
].map(([, text]) => text!.split(' '))

/** How likely each symbol of each context is; and the courses. */
export class Frequencies {
  readonly courses: number[]
  readonly #of: number[][]

  /** From the start; `learned`: with these tables read onto that. */
  constructor(contexts: Contexts, learned: readonly number[] = []) {
    this.courses = [...contexts.courses]
    this.#of = contexts.all.map(({ role, nth, symbols }) =>
      frequenciesOf(first(role, nth, symbols)),
    )
    if (learned.length > 0) this.#read(contexts, learned)
  }

  /** The frequencies of a context. */
  of(context: number): readonly number[] {
    return this.#of[context]!
  }

  #read({ all }: Contexts, learned: readonly number[]): void {
    const bits = new Bits(learned.map((byte) => byte.toString(16).padStart(2, '0')).join(''))
    for (let i = 0; i < this.courses.length; i++) this.courses[i] = [0, 8, 15, 16][bits.u(2)]!
    for (let left = bits.small(), context = 0; left > 0; left--) {
      context += bits.rice(2, 16)
      const of = all[context]
      need(of !== undefined, 'a context that there is not')
      const isSize = of.role >= 10 && of.role <= 13
      const span = isSize ? [64, 8, 1][bits.u(2)] : 1
      need(span !== undefined, 'how many contexts')
      const levels = of.symbols === 2 ? readTwo(bits) : readLevels(bits, of.symbols)
      for (let n = context; n < context + span; n++) {
        need(all[n]?.symbols === of.symbols, 'contexts that are not alike')
        this.#of[n] = frequenciesOf(levels)
      }
    }
    bits.end()
  }
}

function readTwo(bits: Bits): number[] {
  const isSecond = bits.flag()
  const other = bits.u(6)
  return isSecond ? [other, 0] : [0, other]
}

function readLevels(bits: Bits, symbols: number): number[] {
  const last = bits.upTo(symbols - 1, 6)
  const levels = new Array<number>(symbols).fill(63)
  for (let i = 0, level = 0; i <= last; i++) {
    if (!bits.flag()) continue
    level += unfolded(bits.rice(2, 7))
    need(level >= 0 && level <= 62, 'a level')
    levels[i] = level
  }
  need(levels.includes(0), 'no level of 0')
  return levels
}

/** The levels of a context from the start. */
function first(role: number, nth: number, symbols: number): number[] {
  const isSize = role >= 10 && role <= 13
  const row = ROWS[role]![isSize ? Math.floor(nth / 8) * 5 + Math.floor(((nth % 8) + 1) / 2) : nth]
  return Array.from({ length: symbols }, (_, i) => {
    if (role === 4) return 0
    return row![i] === undefined ? 63 : LETTERS.indexOf(row![i]!)
  })
}

function frequenciesOf(levels: readonly number[]): number[] {
  const weights = levels.map((level) =>
    level === 63
      ? 0
      : Math.floor([65536, 55109, 46341, 38968][level % 4]! / 2 ** Math.floor(level / 4)),
  )
  const sum = weights.reduce((a, b) => a + b, 0)
  const all = weights.map((weight) =>
    sum === 0 ? 1 : 1 + Math.floor((weight * (4096 - levels.length)) / sum),
  )
  all[levels.indexOf(Math.min(...levels))]! += 4096 - all.reduce((a, b) => a + b, 0)
  return all
}
