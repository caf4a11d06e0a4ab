import { Bits, need } from './bits.ts'
import type { Between, Moved, Told as ToldState } from './changes.ts'
import { bitsOf, type Column, type Kind, levelsOf, placesOf, type State } from './columns.ts'
import { Contexts, Frequencies, type KindContexts, type Told } from './frequencies.ts'
import { SymbolBits } from './symbol-bits.ts'
import { Turning } from './turning.ts'

/** An entity that both ends hold a state of, and what a record of it is coded between. */
export interface Known extends Between {
  readonly slot: number
  readonly kind: number
  /** Of the base. */
  readonly code: number
}

/** A record of a body. */
export interface TabledRecord extends Moved {
  readonly slot: number
  /** Network ticks; 0: the body's. */
  readonly distance: number
}

/** Decodes the changed entities of bodies by tables, as docs/WIRE.md says at *Tables*. One for a connection. */
export class Tabled {
  readonly #kinds: readonly Kind[]
  readonly #contexts: Contexts
  readonly #met: Set<string>
  #bits: SymbolBits
  #frequencies: Frequencies

  constructor(kinds: readonly Kind[], stepHz: number, met: Set<string>) {
    this.#kinds = kinds
    this.#contexts = new Contexts(kinds, stepHz)
    this.#met = met
    this.#frequencies = new Frequencies(this.#contexts)
    this.#bits = new SymbolBits(new Bits(''), this.#frequencies)
  }

  /** A view of everything. `tables`: the bytes that were learned, none for version 0; `known`: by slot. */
  everything(bits: Bits, tables: readonly number[], known: readonly Known[]): TabledRecord[] {
    this.#begin(bits, tables)
    const records: TabledRecord[] = []
    let follows = 0
    for (const entity of known) {
      const { presence } = this.#contexts.kinds[entity.kind]!
      follows = this.#bits.symbol(presence + this.#activity(entity) * 2 + follows)
      if (follows === 1) records.push(this.#record(entity, 0))
    }
    this.#bits.end()
    return records
  }

  /** A view of the client's own. `find`: what is known of a slot as of a distance, 0 for the body's. */
  own(
    bits: Bits,
    tables: readonly number[],
    find: (slot: number, distance: number) => Known | undefined,
  ): TabledRecord[] {
    this.#begin(bits, tables)
    const records: TabledRecord[] = []
    const count = (use: number) => this.#bits.below(this.#bits.symbol(use))
    for (let n = count(0), slot = -1; n > 0; n--) {
      slot += count(1) + 1
      const distance = count(2)
      need(slot <= 0xffff && distance <= 127, 'slot or distance')
      const entity = find(slot, distance)
      need(entity !== undefined, 'an entity that is not held')
      records.push(this.#record(entity, distance))
    }
    this.#bits.end()
    return records
  }

  #begin(bits: Bits, tables: readonly number[]): void {
    this.#frequencies = new Frequencies(this.#contexts, tables)
    this.#bits = new SymbolBits(bits, this.#frequencies)
    if (tables.length > 0) this.#met.add('learned tables')
  }

  #activity({ kind, base, before }: Known): number {
    if (!before) return 8
    const { columns } = this.#kinds[kind]!
    const changes = placesOf(this.#kinds[kind]!, 'shared').map((i) => {
      const c = columns[i]!
      if (c.op === 'text' || base[i] === before[i]) return 0
      const isNumber = c.op === 'grid' || c.op === 'angle' || c.op === 'third'
      return isNumber ? 1 + sizeOf(apart(c, Number(base[i]) - Number(before[i]))) : 1
    })
    return Math.min(7, Math.max(0, ...changes))
  }

  #record(entity: Known, distance: number): TabledRecord {
    const of = this.#contexts.kinds[entity.kind]!
    const bits = this.#bits
    const record = { slot: entity.slot, distance, states: [] as ToldState[] }
    let code: number | undefined
    let extras = 0
    if (bits.flag(of.movement + (entity.before ? 0 : 8) + (entity.code & 7))) {
      code = bits.symbol(of.horizon + (entity.code & 7))
      const way = bits.raw(2)
      need(way < 3, 'a way to extrapolate')
      code += 8 * way
      extras = bits.symbol(of.extras)
      this.#met.add(extras > 0 ? 'extra states' : 'an extrapolation code')
    }
    let between: Between = entity
    for (let last = 64; extras > 0; extras--) {
      const back = bits.raw(6)
      need(back >= 1 && back < last, 'steps back')
      const from = last === 64 ? entity.elapsed : 256 * last
      const state = this.#state(of, { ...between, elapsed: from - 256 * back })
      record.states.push({ back, state })
      between = { base: state, before: undefined, elapsed: 256 * back, span: 0 }
      last = back
    }
    record.states.push({ back: 0, state: this.#state(of, between) })
    return { ...record, code }
  }

  #state({ told }: KindContexts, between: Between): State {
    const { base, before } = between
    const state = [...base]
    let soFar = 4
    let sizeBefore = 0
    for (const one of told) {
      const { column, place } = one
      const places = one.way === 3 ? [0, 1, 2, 3].map((n) => place + n) : [place]
      const changedBefore = before && places.some((i) => base[i] !== before[i]) ? 1 : 0
      const last = before && column.op !== 'text' ? changedBefore : 2
      const differs = this.#bits.flag(one.flag + last * 8 + soFar)
      soFar = (differs ? 4 : 0) + Math.min(3, (soFar % 4) + (differs ? 1 : 0))
      if (!differs) continue
      this.#met.add(`changed ${column.op}`)
      if (one.way === 4) state[place] = this.#other(one, base[place]!)
      else if (one.way === 3) sizeBefore = this.#rotation(one, between, state, sizeBefore)
      else sizeBefore = this.#number(one, between, state, sizeBefore)
    }
    return state
  }

  #number(told: Told, between: Between, state: State, sizeBefore: number): number {
    const { column: c, place, way, gain } = told
    const { base, before, elapsed, span } = between
    const was = Number(base[place])
    let expected = was
    let hint = 7
    let side = 0
    if (way === 2) {
      const v = this.#columnsOf(told)[c.velocity]!
      const still = -v.min / (v.step * v.ratio)
      const [from, to] = [Number(base[c.velocity]) - still, Number(state[c.velocity]) - still]
      const bent = (to - from) * (elapsed + 256) * 0.5
      const added = (elapsed * from + bent) * gain
      expected = within(c, was + Math.round(added))
      hint = Math.min(7, sizeOf(Math.round(bent * gain)))
      side = sideOf(added - Math.round(added))
    } else if (before) {
      const went = apart(c, was - Number(before[place]))
      const course = this.#frequencies.courses[told.course]!
      const isOn = elapsed > 0 && span > 0 && elapsed <= 8 * span
      if (isOn) expected = within(c, was + Math.round((went * elapsed * course) / (span * 16)))
      hint = halved(sizeOf(went))
      side = sideOf(went)
    }
    const { rest, size } = this.#rest(told, hint, side, sizeBefore)
    state[place] = within(c, expected + rest)
    return size
  }

  #rotation(told: Told, between: Between, state: State, sizeBefore: number): number {
    const { place, greatest } = told
    const { base, before, elapsed, span } = between
    const columns = this.#columnsOf(told)
    const four = (of: State) => of.slice(place, place + 4).map(Number)
    const levels = levelsOf(columns[place + 1]!, 'coarse')
    const isTurning = before !== undefined && before !== base
    const past = isTurning ? four(before) : undefined
    const turning = new Turning(levels, four(base), past, elapsed, span)
    const further = this.#bits.symbol(greatest + turning.lead)
    const part = (turning.greatest + further) % 4
    state[place] = part
    const three = turning.around(part)
    const longest = Math.max(...three.map(({ was, ahead }) => sizeOf(ahead - was)))
    let last = sizeBefore
    three.forEach(({ was, ahead }, n) => {
      const bits = longest + sizeOf(ahead - was) + 2
      const hint = before ? Math.min(6, Math.floor(bits / 4)) : 7
      const { rest, size } = this.#rest(told, hint, sideOf(ahead - was), last)
      state[place + 1 + n] = Math.min(Math.max(ahead + rest, 0), levels)
      last = size
    })
    this.#met.add('changed third')
    return last
  }

  #rest(
    told: Told,
    hint: number,
    side: number,
    sizeBefore: number,
  ): { rest: number; size: number } {
    const sizeClass = this.#bits.symbol(told.size + hint * 8 + sizeBefore)
    const size = Math.min(7, 1 + Math.floor((sizeClass + 1) / 2))
    if (sizeClass === 0) return { rest: 0, size }
    const isBelow = this.#bits.flag(told.sign + side * 3 + Math.min(2, sizeClass - 1))
    const magnitude = this.#bits.below(sizeClass)
    return { rest: isBelow ? -magnitude : magnitude, size }
  }

  #other({ column: c, choice }: Told, was: number | string): number | string {
    const bits = this.#bits
    if (c.op === 'text') {
      let text = ''
      const length = Math.min(bits.raw(8), c.levels)
      for (let n = 0; n < length; n++)
        text += String.fromCharCode(bits.raw(1) === 1 ? bits.raw(16) : bits.raw(7))
      return text
    }
    const levels = levelsOf(c, 'coarse')
    if (levels === 1) return 1 - Number(was)
    if (choice >= 0) return (Number(was) + 1 + bits.symbol(choice)) % (levels + 1)
    return Math.min(levels, bits.raw(bitsOf(c, 'coarse')))
  }

  /** The columns of the kind that has this. */
  #columnsOf(told: Told): readonly Column[] {
    const kind = this.#contexts.kinds.findIndex((one) => one.told.includes(told))
    return this.#kinds[kind]!.columns
  }
}

/** How many bits a whole number has, whatever its sign. */
function sizeOf(value: number): number {
  let bits = 0
  while (2 ** bits <= Math.abs(value)) bits++
  return bits
}

function halved(bits: number): number {
  return Math.min(6, Math.ceil(bits / 2))
}

function sideOf(way: number): number {
  return way > 0 ? 1 : way < 0 ? 2 : 0
}

function within(c: Column, value: number): number {
  const levels = levelsOf(c, 'coarse')
  if (c.op !== 'angle') return Math.min(Math.max(value, 0), levels)
  return ((value % (levels + 1)) + levels + 1) % (levels + 1)
}

/** A difference, of angles the short way round; half round is forwards. */
function apart(c: Column, difference: number): number {
  if (c.op !== 'angle') return difference
  const count = levelsOf(c, 'coarse') + 1
  const ahead = ((difference % count) + count) % count
  return ahead > count / 2 ? ahead - count : ahead
}
