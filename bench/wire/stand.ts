import type { Kind } from '../../src/game/define-game.ts'
import { type BitReader, BitWriter, BitReader as Reader } from '../../src/wire/bits.ts'
import type { ChangesReader, ChangesWriter, Coding } from '../../src/wire/coding/coding.ts'
import { HISTORY_TICKS } from '../../src/wire/limits.ts'
import { type BodySink, type ChangedTarget, readBody } from '../../src/wire/records/body.ts'
import { ChangeList, type KnownEntity } from '../../src/wire/records/change-list.ts'
import type { Between } from '../../src/wire/records/expected-value.ts'
import { BEHIND, planOf } from '../../src/wire/records/plan.ts'
import { wholeSteps } from '../../src/wire/records/player-timeline.ts'
import { RowHistory } from '../../src/wire/records/row-history.ts'
import type { WireCodec } from './codec.ts'
import { ToldTables } from './told-tables.ts'

/** Where a stand's states come from and go to. */
export interface Scene {
  readonly entities: number
  readonly kind: Kind
  readonly stepHz: number
  /** Writes the whole numbers of an entity of a tick, one for each column of the schema but the last. */
  load(tick: number, entity: number, into: Int32Array): void
  /** Writes what such numbers stand for, as `WireCodec.show` has to give them. */
  show(row: Int32Array, at: number, out: Float64Array, entity: number): void
}

/** An entity at the sending end. */
export class Standing implements KnownEntity {
  readonly generation = 1
  readonly owner = 0
  readonly extras = null
  readonly texts: string[] = []
  readonly offset = 0
  readonly slot: number
  readonly kind: Kind
  readonly row: Int32Array
  readonly history: RowHistory
  readonly #next: Int32Array
  changedTick = -1

  constructor(slot: number, kind: Kind) {
    this.slot = slot
    this.kind = kind
    this.row = new Int32Array(kind.schema.width + BEHIND)
    this.#next = new Int32Array(kind.schema.width + BEHIND)
    this.history = new RowHistory(this.row.length)
  }

  /** Takes the state of a tick; a new row only when it is another one. */
  take(tick: number, { load }: Scene): void {
    load(tick, this.slot, this.#next)
    if (tick > 0 && this.row.every((value, i) => value === this.#next[i])) return
    this.row.set(this.#next)
    // Not in one: a history that grows has other rows afterwards.
    const at = this.history.push(tick)
    this.history.rows.set(this.row, at)
    this.changedTick = tick
  }
}

/** The other end: what it holds of each entity. */
export class Held implements ChangedTarget {
  readonly kind: Kind
  readonly schema: Kind['schema']
  readonly history: RowHistory
  /** The rows of that. */
  row: Int32Array
  offset = 0
  /** Where the state begins that the one begun last is coded against. */
  baseAt = 0

  constructor(kind: Kind, first: Standing) {
    this.kind = kind
    this.schema = kind.schema
    this.history = new RowHistory(kind.schema.width + BEHIND)
    const at = this.history.push(0)
    this.row = this.history.rows
    this.row.set(first.row, at)
  }

  /**
   * Begins the state of a tick as a copy of the one that it is coded against. `oldest`: see `RowHistory.push`; as a session
   * does, so that a client's histories stay as small as there.
   */
  begin(tick: number, baseline: number, oldest: number): void {
    const { history } = this
    this.offset = history.pushFrom(tick, baseline, oldest)
    this.row = history.rows
    this.baseAt = history.find(baseline)
  }

  putText(): number {
    return 0
  }
}

/** A reading end that takes nothing but changed entities. */
export class Quiet {
  readonly times: this = this
  readonly connected: BodySink['times']['connected'] = []
  filled(): void {}
  left(): void {}
  part(): void {}
  usual(): boolean {
    return false
  }
  expected(): number {
    return 0
  }
  eventsLeftOut(): void {}
  event(): boolean {
    return false
  }
  leave(): void {}
  deferred(): void {}
  lists(): void {}
  behind(): void {}
  players(): void {}
  whole(): null {
    return null
  }
}

/**
 * Both ends of a coding as a room and a session use it: bodies of snapshots, read into histories of whole numbers. What an
 * update is coded against is told anew each time; each baseline was itself coded as the updates before were.
 */
class Stand extends Quiet implements WireCodec, BodySink {
  readonly name: string
  readonly baseline = 'any'
  readonly #scene: Scene
  readonly #writer = new BitWriter(4096)
  readonly #reader: BitReader = new Reader()
  readonly #coder: ChangesWriter
  readonly #decoder: ChangesReader
  readonly #asksOfAll: boolean
  readonly #list = new ChangeList()
  readonly #entities: Standing[]
  /** By slot, as a room keeps them. */
  readonly #changedTicks: Int32Array
  readonly #held: Held[]
  /** By network tick: what it was coded against. */
  readonly #baselines = new Int32Array(HISTORY_TICKS).fill(-1)
  readonly #tables: ToldTables
  readonly isOwnView = false
  // Of the update encoded last: its tick, what it was coded against, and that one; and the subticks between them.
  #tick = 0
  #baseline = -1
  #before = -1
  #elapsed = 0
  #span = 0

  constructor(scene: Scene, coding: Coding, name: string) {
    super()
    this.name = name
    this.#scene = scene
    const { kind, stepHz } = scene
    const plans = [planOf(kind.schema, stepHz)]
    this.#coder = coding.writer(plans, scene.stepHz)
    this.#decoder = coding.reader(plans)
    this.#tables = new ToldTables(this.#coder, [this.#decoder])
    this.#asksOfAll = coding.asksOfAll
    this.#entities = Array.from({ length: scene.entities }, (_, slot) => new Standing(slot, kind))
    this.#changedTicks = new Int32Array(scene.entities)
    this.stage(0)
    this.#held = this.#entities.map((entity) => new Held(kind, entity))
  }

  stage(tick: number): void {
    for (const entity of this.#entities) {
      entity.take(tick, this.#scene)
      this.#changedTicks[entity.slot] = entity.changedTick
    }
  }

  encode(tick: number, age: number): number {
    this.#coder.begin(tick)
    const tableBytes = this.#tables.send()
    const baseline = tick - age
    const before = this.#baselines[baseline % HISTORY_TICKS]!
    const list = this.#list
    const elapsed = wholeSteps(tick * 256) - wholeSteps(baseline * 256)
    const span = before < 0 ? 0 : (baseline - before) * 256
    list.clear()
    const entities = this.#entities
    const changedTicks = this.#changedTicks
    for (let slot = 0; slot < entities.length; slot++) {
      const isChanged = changedTicks[slot]! > baseline ? 1 : 0
      if (isChanged === 0 && !this.#asksOfAll) continue
      const entity = entities[slot]!
      if (changedTicks[slot]! <= before) {
        list.addRested(entity)
        continue
      }
      const { history } = entity
      const baseAt = history.find(baseline)
      const beforeAt = before < 0 ? -1 : history.find(before)
      list.add(entity, 0, baseAt, beforeAt, elapsed, span, isChanged)
    }
    const writer = this.#writer
    writer.reset()
    // Nothing but changed entities.
    writer.flag(false)
    this.#coder.write(writer, baseline, list, this.#tables.version)
    writer.align()
    this.#tick = tick
    this.#baseline = baseline
    this.#before = before
    this.#elapsed = elapsed
    this.#span = span
    return tableBytes + writer.byteLength
  }

  decode(): void {
    const reader = this.#reader.start(this.#writer.view())
    const { kind } = this.#scene
    const baseline = this.#baseline
    const isGood =
      readBody(reader, [kind], this) &&
      this.#decoder.read(reader, baseline, this, this.#tables.place)
    if (!isGood) throw new Error(`${this.name} cannot read what it wrote`)
    this.#baselines[this.#tick % HISTORY_TICKS] = baseline
  }

  show(out: Float64Array): void {
    for (let i = 0; i < this.#held.length; i++) {
      const { row, history } = this.#held[i]!
      this.#scene.show(row, history.newestOffset, out, i)
    }
  }

  changed(between: Between, slot: number): ChangedTarget {
    const held = this.#held[slot]!
    held.begin(this.#tick, this.#baseline, this.#before)
    this.#fill(between, held, held.baseAt)
    return held
  }

  known(between: Between, slot: number): Kind | null {
    const held = this.#held[slot]!
    this.#fill(between, held, held.history.find(this.#baseline))
    return held.kind
  }

  get slots(): number {
    return this.#held.length
  }

  #fill(between: Between, { history, offset }: Held, baseAt: number): void {
    between.row = history.rows
    between.at = offset
    between.base = history.rows
    between.baseAt = baseAt
    between.beforeAt = this.#before < 0 ? -1 : history.find(this.#before)
    between.elapsed = this.#elapsed
    between.span = this.#span
  }
}

/** Makes a stand. */
export function stand(scene: Scene, coding: Coding, name: string): WireCodec {
  return new Stand(scene, coding, name)
}
