import type { Kind } from '../../src/game/define-game.ts'
import { BitReader, BitWriter } from '../../src/wire/bits.ts'
import type { ChangesReader, ChangesWriter, Coding } from '../../src/wire/coding/coding.ts'
import { type BodySink, type ChangedTarget, readBody } from '../../src/wire/records/body.ts'
import { ChangeList } from '../../src/wire/records/change-list.ts'
import type { Between } from '../../src/wire/records/expected-value.ts'
import { planOf } from '../../src/wire/records/plan.ts'
import type { ViewsCodec } from './codec.ts'
import { Held, Quiet, type Scene, Standing } from './stand.ts'
import { ToldTables } from './told-tables.ts'
import { WIDTH } from './workload.ts'

/** One network tick in subticks: here each has one step. */
const TICK = 256

/** One client: what it holds of the entities that it sees. Each update is coded against the one before. */
class Viewer extends Quiet implements BodySink {
  readonly isOwnView = true
  readonly slots = 0
  readonly #scene: Scene
  readonly #held = new Map<number, Held>()
  readonly decoder: ChangesReader
  readonly #reader = new BitReader()
  #tick = 0

  constructor(scene: Scene, coding: Coding, seen: Uint16Array, entities: readonly Standing[]) {
    super()
    this.#scene = scene
    this.decoder = coding.reader([planOf(scene.kind.schema, scene.stepHz)])
    for (const slot of seen) this.#held.set(slot, new Held(scene.kind, entities[slot]!))
  }

  /** Takes in the body of a tick. */
  read(bytes: Uint8Array, tick: number, place: number): void {
    this.#tick = tick
    const reader = this.#reader.start(bytes)
    const isGood =
      readBody(reader, [this.#scene.kind], this) && this.decoder.read(reader, tick - 1, this, place)
    if (!isGood) throw new Error(`the update of tick ${tick} cannot be read`)
  }

  /** Writes what an entity is as of the newest update, at its place among all. */
  show(slot: number, out: Float64Array): void {
    const { row, history } = this.#held.get(slot)!
    this.#scene.show(row, history.newestOffset, out, slot)
  }

  changed(between: Between, slot: number): ChangedTarget | null {
    const held = this.#held.get(slot)
    if (!held) return null
    const { history } = held
    const before = this.#tick - 2
    held.begin(this.#tick, this.#tick - 1, before)
    between.at = held.offset
    between.row = between.base = history.rows
    between.baseAt = held.baseAt
    between.beforeAt = before < 0 ? -1 : history.find(before)
    between.elapsed = TICK
    between.span = before < 0 ? 0 : TICK
    return held
  }

  known(): Kind | null {
    return null
  }
}

/**
 * The bodies of clients who each see some of the entities, all coded against the tick before. Rounding and comparing what
 * has been set is done in `stage`: setters that note changes do as much.
 */
export function standViews(
  scene: Scene,
  seen: readonly Uint16Array[],
  coding: Coding,
  name: string,
): ViewsCodec {
  const entities = Array.from(
    { length: scene.entities },
    (_, slot) => new Standing(slot, scene.kind),
  )
  for (const entity of entities) entity.take(0, scene)
  const coder = coding.writer([planOf(scene.kind.schema, scene.stepHz)], scene.stepHz)
  const viewers = seen.map((slots) => new Viewer(scene, coding, slots, entities))
  const told = new ToldTables(
    coder,
    viewers.map(({ decoder }) => decoder),
  )
  const list = new ChangeList()
  list.isOwnView = true
  // Views overlap: what is written of an entity for one serves others.
  list.keeps = true
  const writer = new BitWriter(4096)
  const shown = new Float64Array(scene.entities * WIDTH)
  const found = new Found(scene.entities)
  let tick = 0
  let tableBytes = 0
  return {
    name,
    stage: (now) => {
      tick = now
      for (const entity of entities) entity.take(tick, scene)
    },
    begin: () => {
      coder.begin(tick)
      tableBytes = told.send()
    },
    encode: (client) => {
      write(writer, coder, list, entities, found, seen[client]!, tick, told.version)
      return tableBytes + writer.byteLength
    },
    decode: (client) => viewers[client]!.read(writer.view(), tick, told.place),
    show: (client, entity, out) => {
      viewers[client]!.show(entity, shown)
      out.set(shown.subarray(entity * WIDTH, (entity + 1) * WIDTH))
    },
  }
}

/** Where the states stand that an entity is coded between: found for the first client of a tick, as in a room. */
class Found {
  /** By slot: the tick, where the base begins, and the one before. */
  readonly #kept: Int32Array

  constructor(entities: number) {
    this.#kept = new Int32Array(entities * 3)
  }

  /** Adds an entity to the list of a tick. */
  add(list: ChangeList, entity: Standing, tick: number): void {
    const kept = this.#kept
    const at = entity.slot * 3
    if (kept[at] !== tick) {
      kept[at] = tick
      kept[at + 1] = entity.history.find(tick - 1)
      kept[at + 2] = tick < 2 ? -1 : entity.history.find(tick - 2)
    }
    list.add(entity, 0, kept[at + 1]!, kept[at + 2]!, TICK, tick < 2 ? 0 : TICK)
  }
}

function write(
  writer: BitWriter,
  coder: ChangesWriter,
  list: ChangeList,
  entities: readonly Standing[],
  found: Found,
  slots: Uint16Array,
  tick: number,
  version: number,
): void {
  list.clear()
  for (let n = 0; n < slots.length; n++) {
    const entity = entities[slots[n]!]!
    if (entity.changedTick === tick) found.add(list, entity, tick)
  }
  writer.reset()
  // No lists; a view of the client's own; no new timelines, players as expected, nothing told whole.
  writer.flag(true)
  writer.flag(false)
  writer.flag(true)
  for (let flags = 0; flags < 3; flags++) writer.flag(false)
  coder.write(writer, tick - 1, list, version)
  writer.align()
}
