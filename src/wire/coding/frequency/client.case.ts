import type { Kind } from '../../../game/define-game.ts'
import { BitReader } from '../../bits.ts'
import type { BodySink, ChangedTarget } from '../../records/body.ts'
import type { Between } from '../../records/expected-value.ts'
import { RowHistory } from '../../records/row-history.ts'
import { type ChangesReader, placeOf } from '../coding.ts'
import { distanceIn, EVERYTHING, type Thing, type View, type World } from './world.case.ts'

/** A client's copy of an entity. Texts are numbered as they arrive, so their numbers differ from the sender's. */
class Held implements ChangedTarget {
  readonly thing: Thing
  readonly kind: Kind
  readonly schema: Kind['schema']
  readonly history: RowHistory
  readonly texts: string[] = []
  offset = 0

  constructor(thing: Thing) {
    this.thing = thing
    this.kind = thing.kind
    this.schema = thing.kind.schema
    this.history = new RowHistory(thing.plan.width)
  }

  get row(): Int32Array {
    return this.history.rows
  }

  putText(_index: number, value: string): number {
    this.texts.push(value)
    return this.texts.length - 1
  }
}

/** The receiving end of a world: a reader, and the states it has read. */
export class Client implements Pick<BodySink, 'changed' | 'filled' | 'known' | 'slots'> {
  isOwnView = false
  /** For the last body: slot and steps back of each state, in the order they arrived. */
  readonly filledStates: string[] = []
  /** For each network tick received: the tick it was coded against. */
  readonly came: Map<number, number> = new Map()
  readonly #world: World
  readonly #reading: ChangesReader
  readonly #reader = new BitReader()
  readonly #held: Held[] = []
  #baseline = -1
  #before = -1

  constructor(world: World, reading: ChangesReader) {
    this.#world = world
    this.#reading = reading
    for (const thing of world.things) this.#held[thing.slot] = new Held(thing)
  }

  /** The newest body received for or before a network tick; -1: none. */
  newest(tick: number): number {
    return Math.max(-1, ...[...this.came.keys()].filter((came) => came <= tick))
  }

  /** The tick that the body of a network tick was coded against; -1: none, or there is no such body. */
  beforeOf(baseline: number): number {
    return this.came.get(baseline) ?? -1
  }

  /** Reads a body; returns false when it is malformed. Takes whole entities of a complete body from the world itself. */
  read(bytes: Uint8Array, baseline: number, view: View = EVERYTHING, version = 0): boolean {
    this.isOwnView = view.isOwn
    this.#baseline = baseline
    this.#before = this.beforeOf(baseline)
    this.filledStates.length = 0
    const reader = this.#reader.start(bytes)
    const sink = this as unknown as BodySink
    const place = placeOf(version)
    if (!this.#reading.read(reader, baseline, sink, place)) return false
    if (baseline < 0) for (const held of this.#held) if (held) this.#takeWhole(held)
    return true
  }

  /** Keeps the received states as a baseline. */
  keep(baseline: number): void {
    this.came.set(this.#world.tick, baseline)
  }

  /** Describes every difference from the world. */
  differences(): string[] {
    return this.#held.flatMap(({ thing, history, row, texts }) =>
      thing.plan.columns.flatMap((c) => {
        const is = row[history.newestOffset + c.at]!
        const [got, wanted] =
          c.text < 0 ? [is, thing.row[c.at]!] : [texts[is], thing.texts[c.text]!]
        return got === wanted ? [] : [`slot ${thing.slot}, column ${c.at}: ${got}, not ${wanted}`]
      }),
    )
  }

  /** Whether all numbers are in range. */
  isInRange(): boolean {
    return this.#held.every(({ thing, history, row }) =>
      thing.plan.columns.every((c) => {
        const is = row[history.newestOffset + c.at]!
        return c.text >= 0 || (is >= 0 && is <= c.levels)
      }),
    )
  }

  changed(between: Between, slot: number, distance: number): ChangedTarget | null {
    const held = this.#held[slot]
    const { tick } = this.#world
    const was = distance > 0 ? tick - distance : this.#baseline
    if (!held || (held.offset = held.history.pushFrom(tick, was)) < 0) return null
    this.#fill(between, held, distance)
    between.at = held.offset
    return held
  }

  known(between: Between, slot: number): Kind | null {
    const held = this.#held[slot]
    return held && this.#baseline >= 0 && this.#fill(between, held, 0) ? held.kind : null
  }

  get slots(): number {
    return this.#held.length
  }

  filled(slot: number, back: number): void {
    this.filledStates.push(`${slot}: ${back}`)
  }

  #takeWhole(held: Held): void {
    const { thing, history } = held
    const at = history.push(this.#world.tick)
    const { row } = held
    row.set(thing.row, at)
    for (const c of thing.plan.columns)
      if (c.text >= 0) row[at + c.at] = held.putText(c.text, thing.texts[c.text]!)
  }

  #fill(between: Between, { thing, history }: Held, distance: number): boolean {
    const { tick } = this.#world
    const was = distance > 0 ? tick - distance : this.#baseline
    const hasBefore = distance === 0 && this.#before >= 0
    const { times } = thing
    between.row = history.rows
    between.base = history.rows
    between.baseAt = history.find(was)
    between.beforeAt = hasBefore ? history.find(this.#before) : -1
    between.elapsed = times[tick]! - (times[was] ?? 0)
    between.span = hasBefore ? times[was]! - times[this.#before]! : 0
    return between.baseAt >= 0
  }
}

/** The callbacks of reading a world's body. */
export function statesOf(
  { things, tick }: World,
  baseline: number,
  view: View = EVERYTHING,
): string[] {
  return things.flatMap((thing) => {
    const { slot, extras, changedTick } = thing
    const distance = distanceIn(view, thing, tick)
    if (changedTick <= (distance > 0 ? tick - distance : baseline)) return []
    const backs = extras ? Array.from({ length: extras.count }, (_, n) => extras.stepsBack(n)) : []
    return [...backs, 0].map((back) => `${slot}: ${back}`)
  })
}
