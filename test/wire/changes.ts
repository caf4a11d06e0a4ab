import { type Bits, need, unfolded } from './bits.ts'
import {
  bitsOf,
  type Column,
  type Kind,
  levelsOf,
  placesOf,
  readColumn,
  type State,
} from './columns.ts'

/** What a record is coded between; times in subticks of the owner's. */
export interface Between {
  readonly base: State
  readonly before: State | undefined
  readonly elapsed: number
  readonly span: number
}

/** One state of a record: how many steps before the record's own time it is. */
export interface Told {
  readonly back: number
  readonly state: State
}

/** What a record tells of movement beside its states. */
export interface Moved {
  states: Told[]
  /** undefined: as in the baseline. */
  code: number | undefined
}

interface Table {
  readonly common: boolean[]
  readonly k: number[]
}

/** *Packed*: the tables of a connection, and what is read by them. */
export class Packed {
  readonly #kinds: readonly Kind[]
  readonly #stepHz: number
  readonly #met: Set<string>
  /** The places of what travels, in the order of coding. */
  readonly #orders: readonly (readonly number[])[]
  #tables: Table[]

  constructor(kinds: readonly Kind[], stepHz: number, met: Set<string>) {
    this.#met = met
    this.#kinds = kinds
    this.#stepHz = stepHz
    this.#orders = kinds.map((kind) => {
      const isVelocity = (i: number) => kind.columns.some((c) => c.velocity === i)
      const places = placesOf(kind, 'shared')
      return [...places.filter(isVelocity), ...places.filter((i) => !isVelocity(i))]
    })
    this.#tables = kinds.map((_, n) => this.#default(n))
  }

  readTables(bits: Bits, isComplete: boolean): void {
    if (isComplete) this.#tables = this.#kinds.map((_, n) => this.#default(n))
    if (!bits.flag()) return
    for (let n = 0; n < this.#kinds.length; n++) {
      if (!bits.flag()) continue
      const table: Table = { common: [], k: [] }
      for (const i of this.#orders[n]!) {
        table.common.push(bits.flag())
        table.k.push(isNumber(this.#kinds[n]!.columns[i]!) ? bits.upTo(12, 4) : 0)
      }
      this.#tables[n] = table
      this.#met.add('tables')
    }
  }

  /** The states of a changed entity of the `n`th kind. */
  readStates(bits: Bits, n: number, between: Between): Moved {
    const kind = this.#kinds[n]!
    const order = this.#orders[n]!
    const { common, k } = this.#tables[n]!
    const moved: Moved = { states: [], code: undefined }
    let was = between.base
    let extras = 0
    for (let number = 0; number <= extras; number++) {
      const isFirst = number === 0
      const hasOthers = bits.flag()
      const told = hasOthers ? order.map(() => bits.flag()) : common
      if (hasOthers && isFirst && bits.flag()) {
        moved.code = bits.upTo(23, 5)
        extras = bits.u(2)
        if (extras > 0) this.#met.add('extra states')
        else this.#met.add('an extrapolation code')
      }
      const back = number < extras ? bits.u(6) : 0
      if (number < extras) need(back >= 1 && back < (moved.states.at(-1)?.back ?? 64), 'steps back')
      const state = [...was]
      const elapsed = between.elapsed - 256 * back
      order.forEach((i, place) => {
        if (!told[place]) return
        const c = kind.columns[i]!
        this.#met.add(`changed ${c.op}`)
        if (isNumber(c)) {
          const difference = unfolded(bits.rice(k[place]!, bitsOf(c, 'coarse') + 1))
          const expected = isFirst
            ? this.#expected(kind, i, state, { ...between, elapsed })
            : Number(was[i])
          const value = expected + difference
          state[i] = c.op === 'angle' ? round(c, value) : value
          need(state[i] >= 0 && state[i] <= levelsOf(c, 'coarse'), `${c.name} out of range`)
        } else if (c.op !== 'flag') state[i] = readColumn(bits, c, 'coarse')
        else state[i] = hasOthers ? 1 - Number(was[i]) : bits.u(1)
      })
      moved.states.push({ back, state })
      was = state
    }
    return moved
  }

  #default(n: number): Table {
    const columns = this.#orders[n]!.map((i) => this.#kinds[n]!.columns[i]!)
    return { common: columns.map(isNumber), k: columns.map((c) => (isNumber(c) ? 4 : 0)) }
  }

  /** *The expected value*: what is expected of the `i`th column, the new velocities being in `state` already. */
  #expected(
    { columns }: Kind,
    i: number,
    state: State,
    { base, before, elapsed, span }: Between,
  ): number {
    const c = columns[i]!
    const was = Number(base[i])
    if (c.velocity >= 0) {
      const v = columns[c.velocity]!
      const velocityStep = v.step * v.ratio
      const still = -v.min / velocityStep
      const from = Number(base[c.velocity]) - still
      const to = Number(state[c.velocity]) - still
      const gain = velocityStep / (256 * this.#stepHz * (c.step * c.ratio))
      const way = (elapsed * from + (to - from) * (elapsed + 256) * 0.5) * gain
      return clamp(c, was + Math.round(way))
    }
    const isVelocity = columns.some(({ velocity }) => velocity === i)
    const isShownOnCurve = (c.op === 'grid' && c.curve !== 'step') || c.op === 'angle'
    if (!isShownOnCurve || isVelocity || !before) return was
    if (elapsed <= 0 || span <= 0 || elapsed > 8 * span) return was
    const moved = c.op === 'angle' ? shortest(c, was - Number(before[i])) : was - Number(before[i])
    const value = was + Math.round((moved * elapsed) / span)
    return c.op === 'angle' ? round(c, value) : clamp(c, value)
  }
}

/** Whether a column is told as a difference. */
function isNumber({ op }: Column): boolean {
  return op === 'grid' || op === 'angle' || op === 'third'
}

function clamp(c: Column, value: number): number {
  return Math.min(Math.max(value, 0), levelsOf(c, 'coarse'))
}

function round(c: Column, value: number): number {
  const count = c.levels + 1
  return ((value % count) + count) % count
}

/** A difference of two angles the short way round; half round is forwards. */
function shortest(c: Column, difference: number): number {
  const count = c.levels + 1
  const ahead = round(c, difference)
  return ahead > count / 2 ? ahead - count : ahead
}
