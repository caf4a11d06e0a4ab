import { need } from './bits.ts'
import type { Told } from './changes.ts'
import type { State } from './columns.ts'
import { Learnt, ModelledBits, RangeBits } from './dense-bits.ts'
import {
  apart,
  type Between,
  changeOf,
  type DenseColumn,
  type DenseKind,
  denseKind,
  foretoldOf,
  type RelatedKind,
  wayOf,
  within,
} from './dense-columns.ts'
import { classOf, Mixtures, signedClass } from './dense-mixtures.ts'
import { PlainRow } from './dense-plain.ts'
import { Turning } from './dense-turn.ts'

/** An entity that both ends hold a state of, and what a record of it is coded between. */
export interface Known extends Between {
  readonly slot: number
  readonly kind: number
}

/** A record of a body. */
export interface DenseRecord {
  readonly slot: number
  /** Network ticks; 0: the body's. */
  readonly distance: number
  /** undefined: as in the base. */
  readonly carry: number | undefined
  /** Oldest first, the record's own last. */
  readonly states: readonly Told[]
}

/** What of an entity's past its bits depend on. */
interface Context {
  readonly activity: number
  readonly moved: number
  readonly near: number
}

/**
 * A decoder of the changed entities of bodies in the dense coding, written from docs/WIRE-DENSE.md alone. One for a
 * connection. Throws `Malformed` where the page forbids what it finds.
 */
export class DenseDecoder {
  readonly #kinds: readonly DenseKind[]
  /** By network tick: what had been learnt by the end of its body. */
  readonly #learnt = new Map<number, Learnt>()
  #bits: ModelledBits = new ModelledBits(new RangeBits([]), new Learnt())

  constructor(kinds: readonly RelatedKind[], stepHz: number) {
    this.#kinds = kinds.map((kind, index) => denseKind(kind, index, stepHz))
  }

  /**
   * A view of everything. `goesOn`: the flag before the bytes, which are the rest of the packet; `baseline`: -1 for none;
   * `known`: by slot.
   */
  everything(
    goesOn: boolean,
    bytes: readonly number[],
    tick: number,
    baseline: number,
    known: readonly Known[],
  ): DenseRecord[] {
    const range = this.#begin(goesOn, bytes, tick, baseline)
    const records: DenseRecord[] = []
    const newest = new Map<number, { kind: number; state: State }>()
    let follows = 0
    for (const entity of known) {
      const kind = this.#kinds[entity.kind]!
      const context = { ...this.#past(kind, entity), near: nearOf(kind, entity, newest) }
      const { activity, moved, near } = context
      follows = this.#bits.bit(`${kind.index} present ${moved} ${activity} ${near} ${follows}`)
      if (follows === 1) records.push(this.#record(kind, entity, 0, context))
      const state = follows === 1 ? records.at(-1)!.states.at(-1)!.state : entity.base
      newest.set(entity.slot, { kind: entity.kind, state })
    }
    need(range.isSpent, 'bytes that are left over')
    return records
  }

  /** A view of the client's own. `find`: what is known of a slot as of a distance, 0 for the body's. */
  own(
    goesOn: boolean,
    bytes: readonly number[],
    tick: number,
    baseline: number,
    find: (slot: number, distance: number) => Known | undefined,
  ): DenseRecord[] {
    const range = this.#begin(goesOn, bytes, tick, baseline)
    const records: DenseRecord[] = []
    for (let n = this.#bits.count('records'), slot = -1; n > 0; n--) {
      slot += this.#bits.count('slot') + 1
      const distance = this.#bits.count('distance')
      need(slot <= 0xffff && distance <= 127, 'slot or distance')
      const entity = find(slot, distance)
      need(entity !== undefined, 'an entity that is not held')
      const kind = this.#kinds[entity.kind]!
      records.push(this.#record(kind, entity, distance, { ...this.#past(kind, entity), near: 0 }))
    }
    need(range.isSpent, 'bytes that are left over')
    return records
  }

  #begin(goesOn: boolean, bytes: readonly number[], tick: number, baseline: number): RangeBits {
    const from = goesOn ? this.#learnt.get(baseline) : undefined
    need(!goesOn || (from !== undefined && tick - baseline < 32), 'models that are not held')
    const range = new RangeBits(bytes)
    const learnt = new Learnt(from)
    this.#bits = new ModelledBits(range, learnt)
    this.#learnt.set(tick, learnt)
    for (const old of this.#learnt.keys()) if (old <= tick - 32) this.#learnt.delete(old)
    return range
  }

  #past(kind: DenseKind, { base, before, span }: Between): Omit<Context, 'near'> {
    if (!before) return { activity: 0, moved: 0 }
    const differences = kind.columns
      .filter((c) => c.op !== 'text')
      .map((c) => Number(base[c.at]) - Number(before[c.at]))
    const activity = kind.hasTurns
      ? Math.min(7, Math.max(...differences.map(classOf)))
      : Math.min(2, differences.filter((difference) => difference !== 0).length)
    return { activity, moved: activity === 0 ? 0 : stepsMoved(kind, before, base, span) }
  }

  #record(kind: DenseKind, entity: Known, distance: number, context: Context): DenseRecord {
    const bits = this.#bits
    const states: Told[] = []
    const tells = bits.bit('tells') === 1
    const movement = tells ? bits.count('movement') : 0
    need(movement <= 31, 'carry and count of extra states')
    let between: Between = entity
    let since = entity.elapsed
    for (let extras = movement % 4; extras >= 0; extras--) {
      const back = extras > 0 ? bits.count('back') : 0
      if (extras > 0) need(back >= 1 && back < (states.at(-1)?.back ?? 64), 'steps back')
      const state = this.#state(kind, { ...between, elapsed: since - 256 * back }, context)
      states.push({ back, state })
      between = { base: state, before: undefined, elapsed: 0, span: 0 }
      since = 256 * back
    }
    const carry = tells ? Math.floor(movement / 4) : undefined
    return { slot: entity.slot, distance, carry, states }
  }

  #state(kind: DenseKind, told: Between, context: Context): State {
    const rested = this.#rested(kind, told.elapsed, context.moved)
    const elapsed = Math.max(0, told.elapsed - 256 * rested)
    const between = { ...told, elapsed }
    const now = [...told.base]
    if (kind.hasTurns) this.#rowWithRotations(kind, between, context, now)
    else
      new PlainRow(this.#bits, between, now).read(kind, context.activity, (c, was) =>
        this.#other(c, was),
      )
    return now
  }

  #rested(kind: DenseKind, elapsed: number, moved: number): number {
    const steps = Math.floor((elapsed + 255) / 256)
    let known = 0
    if (!kind.isDriven || steps < 2 || steps > 16) return 0
    while (known < steps && this.#bits.bit(`${kind.index} rest ${moved} ${known}`) === 1) known++
    return known
  }

  /** A column that differs and is no number. */
  #other(c: DenseColumn, was: number | string): number | string {
    const bits = this.#bits
    if (c.op === 'flag') return 1 - Number(was)
    if (c.op === 'text') {
      let text = ''
      for (let left = Math.min(bits.raw(8), c.levels); left > 0; left--)
        text += String.fromCharCode(bits.raw(bits.raw(1) === 0 ? 7 : 16))
      return text
    }
    if (c.levels >= 64 || c.op === 'grid' || c.op === 'angle')
      return Math.min(bits.raw(c.bits), c.levels)
    return (Number(was) + 1 + this.#choice(`${c.own} choice`, c.levels)) % (c.levels + 1)
  }

  #choice(key: string, ways: number): number {
    const size = Math.ceil(Math.log2(ways))
    return Math.min(this.#bits.tree(key, size), ways - 1)
  }

  #rowWithRotations(kind: DenseKind, between: Between, context: Context, now: State): void {
    const mixtures = new Mixtures(this.#bits, context.activity, context.near)
    const { base } = between
    const isTurn = (c: DenseColumn) => c.op === 'largest' || c.op === 'third'
    for (const c of kind.columns) {
      if (isTurn(c) || c.op === 'grid' || c.op === 'angle') continue
      this.#told(c, between, context, mixtures, now)
    }
    kind.columns.forEach((c, i) => {
      if (c.op === 'largest')
        this.#rotation(kind.columns.slice(i, i + 4), between, context, mixtures, now)
    })
    for (const c of kind.columns) {
      if (isTurn(c) || !(c.op === 'grid' || c.op === 'angle')) continue
      if (c.foretold === '') this.#told(c, between, context, mixtures, now)
      else now[c.at] = this.#mixedNumber(c, between, mixtures, now, Number(base[c.at]))
    }
  }

  /** A column of a row with rotations that is neither rotation nor number. */
  #told(c: DenseColumn, between: Between, { near }: Context, mixtures: Mixtures, now: State): void {
    const was = between.base[c.at]!
    const old = was === 0 ? 0 : 1
    const last = changeOf(c, between) === 0 ? 0 : 1
    if (this.#bits.bit(`${c.own} differs ${near} ${old} ${last}`) === 1)
      now[c.at] = this.#other(c, was)
    if (c.op === 'flag') mixtures.flag = Number(now[c.at])
  }

  #mixedNumber(
    c: DenseColumn,
    between: Between,
    mixtures: Mixtures,
    now: State,
    was: number,
  ): number {
    const { learnt } = this.#bits
    const ahead = foretoldOf(c, now, between)
    if (c.foretold !== 'moved' || !between.before)
      return this.#mixed(c, mixtures, { was, ahead, expected: ahead })
    const key = `${c.shared} drift ${signedClass(apart(c, ahead - was))}`
    const drift = learnt.number(key, 0)
    const expected = within(c, ahead + Math.round(drift))
    const value = this.#mixed(c, mixtures, { was, ahead, expected })
    const off = Math.min(Math.max(apart(c, value - ahead) - drift, -255), 255)
    learnt.keep(key, drift + off * 0.05)
    return value
  }

  #mixed(
    c: DenseColumn,
    mixtures: Mixtures,
    { was, ahead, expected }: { was: number; ahead: number; expected: number },
  ): number {
    const way = apart(c, ahead - was)
    const held = apart(c, was - expected)
    const going = apart(c, within(c, was + mixtures.going(way)) - expected)
    const value = within(c, expected + mixtures.rest(c.own, c.shared, held, going))
    mixtures.went(apart(c, value - was), way)
    return value
  }

  #rotation(
    columns: readonly DenseColumn[],
    { base, before, elapsed, span }: Between,
    { activity }: Context,
    mixtures: Mixtures,
    now: State,
  ): void {
    const [first, ...three] = columns
    const of = (state: State) => columns.map((c) => Number(state[c.at]))
    const { levels } = three[0]!
    const turning = new Turning(levels, of(base), before && of(before), elapsed, span)
    const { own } = first!
    const isForetold = this.#bits.bit(`${own} foretold ${turning.lead} ${activity >> 1}`) === 1
    const further = isForetold ? 0 : 1 + this.#choice(`${own} choice`, 3)
    const greatest = (turning.greatest + further) % 4
    now[first!.at] = greatest
    turning.around(greatest).forEach(({ was, ahead }, i) => {
      const c = three[i]!
      now[c.at] = this.#mixed(c, mixtures, { was, ahead, expected: ahead })
    })
  }
}

/** How many steps an entity moved between two states: see *Rest*. */
function stepsMoved(kind: DenseKind, before: State, base: State, span: number): number {
  const driven = kind.columns.filter((c) => c.foretold === 'driven')
  const steps = Math.floor((span + 255) / 256)
  if (driven.length === 0 || steps < 2 || steps > 16) return 0
  const wayAlong = (c: DenseColumn) => apart(c, Number(base[c.at]) - Number(before[c.at]))
  const isSame = (c: DenseColumn) =>
    wayAlong(c) === 0 && Number(base[c.velocity]) - c.still === Number(before[c.velocity]) - c.still
  if (driven.every(isSame)) return 0
  const costs = Array.from({ length: steps }, (_, rest) => {
    let cost = rest > 0 ? 2 : 0
    for (const c of driven) {
      const foretold = Math.round(wayOf(c, before, base, span - 256 * rest))
      cost += classOf(apart(c, wayAlong(c) - foretold))
    }
    return cost
  })
  return Math.min(3, steps - costs.indexOf(Math.min(...costs)))
}

/** How near an entity is to the one that it is related to: see *Presence*. */
function nearOf(
  kind: DenseKind,
  { base }: Known,
  newest: ReadonlyMap<number, { kind: number; state: State }>,
): number {
  if (kind.relatedTo < 0) return 0
  const other = newest.get(Number(base[kind.relatedTo]) % 65536)
  if (other?.kind !== kind.index) return 0
  const nearness = kind.nearBy.map(
    (c) => classOf(Number(base[c.at]) - Number(other.state[c.at])) - c.bits + 10,
  )
  return Math.min(Math.max(0, ...nearness), 7)
}
