import type { Kind } from '../../src/game/define-game.ts'
import { type BitReader, BitWriter, BitReader as Reader } from '../../src/wire/bits.ts'
import { type BodySink, type ChangedTarget, readBody } from '../../src/wire/body.ts'
import { ChangeList, type KnownEntity } from '../../src/wire/change-list.ts'
import type { ChangesReader, ChangesWriter, Coding } from '../../src/wire/coding.ts'
import { Between } from '../../src/wire/foretell.ts'
import { HISTORY_TICKS } from '../../src/wire/packets.ts'
import { BEHIND, planOf } from '../../src/wire/plan.ts'
import { wholeSteps } from '../../src/wire/player-line.ts'
import { RowHistory } from '../../src/wire/row-history.ts'
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
  offset = 0

  constructor(kind: Kind) {
    this.kind = kind
    this.schema = kind.schema
    this.history = new RowHistory(kind.schema.width + BEHIND)
  }

  get row(): Int32Array {
    return this.history.rows
  }

  putText(): number {
    return 0
  }
}

/** A reading end that takes nothing but changed entities. */
export class Quiet {
  readonly times: this = this
  readonly connected: BodySink['times']['connected'] = []
  readonly between: Between = new Between()
  knownSlot = -1
  filled(): void {}
  left(): void {}
  part(): void {}
  line(): boolean {
    return false
  }
  predicted(): number {
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
  readonly #held: Held[]
  /** By network tick: what it was coded against. */
  readonly #baselines = new Int32Array(HISTORY_TICKS).fill(-1)
  readonly #tables: ToldTables
  readonly isOwnView = false
  #tick = 0
  #baseline = -1

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
    this.#held = this.#entities.map(() => new Held(kind))
    for (const entity of this.#entities) entity.take(0, scene)
    for (const [i, held] of this.#held.entries()) {
      const at = held.history.push(0)
      held.row.set(this.#entities[i]!.row, at)
    }
  }

  stage(tick: number): void {
    for (const entity of this.#entities) entity.take(tick, this.#scene)
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
    for (let i = 0; i < this.#entities.length; i++) {
      const entity = this.#entities[i]!
      const isChanged = entity.changedTick > baseline ? 1 : 0
      if (isChanged === 0 && !this.#asksOfAll) continue
      if (entity.changedTick <= before) {
        list.addRested(entity)
        continue
      }
      const beforeAt = before < 0 ? -1 : entity.history.find(before)
      list.add(entity, 0, entity.history.find(baseline), beforeAt, elapsed, span, isChanged)
    }
    const writer = this.#writer
    writer.reset()
    // Nothing but changed entities.
    writer.flag(false)
    this.#coder.write(writer, baseline, list, this.#tables.version)
    writer.align()
    this.#tick = tick
    this.#baseline = baseline
    return tableBytes + writer.byteLength
  }

  decode(): void {
    const reader = this.#reader.start(this.#writer.view())
    const { kind } = this.#scene
    const isGood =
      readBody(reader, [kind], this) &&
      this.#decoder.read(reader, this.#baseline, this, this.#tables.place)
    if (!isGood) throw new Error(`${this.name} cannot read what it wrote`)
    this.#baselines[this.#tick % HISTORY_TICKS] = this.#baseline
  }

  show(out: Float64Array): void {
    for (let i = 0; i < this.#held.length; i++) {
      const { row, history } = this.#held[i]!
      this.#scene.show(row, history.newestOffset, out, i)
    }
  }

  changed(slot: number): ChangedTarget {
    const held = this.#held[slot]!
    held.offset = held.history.pushCopy(this.#tick, held.history.find(this.#baseline))
    // Only now: rows may have been moved to make room.
    this.#fill(held)
    this.between.at = held.offset
    return held
  }

  nextKnown(slot: number): Kind | null {
    const held = this.#held[slot]
    if (!held) return null
    this.knownSlot = slot
    this.#fill(held)
    return held.kind
  }

  #fill({ history }: Held): void {
    const { between } = this
    const before = this.#baselines[this.#baseline % HISTORY_TICKS]!
    between.row = history.rows
    between.base = history.rows
    between.baseAt = history.find(this.#baseline)
    between.beforeAt = before < 0 ? -1 : history.find(before)
    between.elapsed = (this.#tick - this.#baseline) * 256
    between.span = before < 0 ? 0 : (this.#baseline - before) * 256
  }
}

/** Makes a stand. */
export function stand(scene: Scene, coding: Coding, name: string): WireCodec {
  return new Stand(scene, coding, name)
}
