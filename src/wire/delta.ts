import type { Kind } from '../game/define-game.ts'
import type { BitReader, BitWriter } from './bits.ts'
import {
  LooseRecord,
  type RecordSource,
  type RecordTarget,
  readChanged,
  readWhole,
  writeChanged,
  writeWhole,
} from './columns.ts'
import { clampS16, clampS20 } from './snapshot-head.ts'

/**
 * An entity to write: its numbers now, and who it is. Behind its columns a row has one number more: the carry, 0 to 7,
 * how far its movement may be carried on.
 */
export interface EntitySource extends RecordSource {
  readonly slot: number
  readonly generation: number
  readonly kind: Kind
  /** The player who owns it; 0 for the room. */
  readonly owner: number
  /** What else is told of its way since the network tick before; null: nothing. */
  readonly extras: ExtraStates | null
}

/** States of an entity from between two network ticks. */
export interface ExtraStates {
  /** How many, at most `MAX_EXTRAS`. */
  readonly count: number
  /** How many steps before the record's own time the `n`th is, the oldest being 0: 1 to `MAX_STEPS_BACK`. */
  stepsBack(n: number): number
  /** The `n`th, for use before the next call. */
  state(n: number): RecordSource
}

/** An event to write. */
export interface EventSource {
  readonly kind: Kind
  /** Low 16 bits of its number in the room. */
  readonly id: number
  readonly record: LooseRecord
  /** Who raised it; 0 for the room. */
  readonly player: number
  /** Low 16 bits of the input that raised it, and the how-manieth event of that input. */
  readonly input: number
  readonly index: number
}

/** Most events in one body. */
export const MAX_EVENTS = 255
/** Most extra states in a record. */
export const MAX_EXTRAS = 3
/** Most steps that an extra state lies before the record's own time. */
export const MAX_STEPS_BACK = 63

/** Writes how old a player's state is, how far it moved on since the network tick before, and the lag. */
export function writePlayer(
  writer: BitWriter,
  player: number,
  age: number,
  advance: number,
  lagMs: number,
): void {
  writer.write(player, 16)
  writer.write(clampS16(age), 16)
  writer.small(Math.min(0xffff, Math.max(0, advance)))
  writer.write(lagMs, 8)
}

/** Writes an event that was raised `age` subticks before this network tick. */
export function writeEvent(writer: BitWriter, event: EventSource, age: number): void {
  writer.write(event.kind.index, 8)
  writer.write(event.id, 16)
  writer.write(clampS20(age), 20)
  writer.write(event.player, 16)
  if (event.player > 0) {
    writer.write(event.input, 16)
    writer.write(event.index, 4)
  }
  const { schema } = event.kind
  writeWhole(writer, schema, schema.fine, 'fine', event.record)
}

/** Writes that an entity left view `ticksAgo` (0 to 127) network ticks ago. */
export function writeLeave(writer: BitWriter, slot: number, ticksAgo: number): void {
  writer.write(slot, 16)
  writer.write(ticksAgo, 7)
}

/** Writes a record whole: the entity enters view, or its baseline is lost. `gap`: see WIRE.md. */
export function writeWholeRecord(
  writer: BitWriter,
  entity: EntitySource,
  gap: number,
  bodyDistance: number,
): void {
  writer.small(gap)
  writer.flag(bodyDistance === 0)
  if (bodyDistance !== 0) writer.write(0, 7)
  writer.write(entity.generation, 8)
  writer.write(entity.kind.index, 8)
  writer.write(entity.owner, 16)
  writeStates(writer, entity, null, 0)
}

/** Writes a record against a baseline at the body's own distance. */
export function writeDeltaRecord(
  writer: BitWriter,
  entity: EntitySource,
  gap: number,
  base: Int32Array,
  baseOffset: number,
): void {
  writer.small(gap)
  writer.flag(true)
  writeStates(writer, entity, base, baseOffset)
}

/** Writes what a record tells of the entity's movement, its extra states and its own. Without `base`: whole. */
function writeStates(
  writer: BitWriter,
  entity: EntitySource,
  base: Int32Array | null,
  baseOffset: number,
): void {
  const { row, offset, extras } = entity
  const { schema } = entity.kind
  const carry = row[offset + schema.width]!
  const count = extras ? extras.count : 0
  const tells = count > 0 || carry !== (base ? base[baseOffset + schema.width] : 0)
  writer.flag(tells)
  if (tells) {
    writer.write(carry, 3)
    writer.write(count, 2)
  }
  let from = base
  let at = baseOffset
  for (let n = 0; n <= count; n++) {
    if (n < count) writer.write(extras!.stepsBack(n), 6)
    const state = n < count ? extras!.state(n) : entity
    if (from) writeChanged(writer, schema, schema.shared, 'coarse', state, from, at)
    else writeWhole(writer, schema, schema.entering, 'coarse', state)
    from = state.row
    at = state.offset
  }
}

/** What reading a body calls, in the order of the body. A `null` for a target makes the packet malformed. */
export interface BodySink {
  begin(distance: number): void
  player(player: number, age: number, advance: number, lagMs: number): void
  event(event: EventSource, age: number): void
  leave(slot: number, ticksAgo: number): void
  deferred(slot: number): void
  /** An entity whole: where do its columns go? */
  whole(slot: number, generation: number, kind: Kind, owner: number): RecordTarget | null
  /** A known entity against `distance`: a target that holds the baseline already, with its carry. */
  changed(slot: number, distance: number): RecordTarget | null
  /**
   * The target handed out last holds the entity's state of so many steps before the record's own time. The last one
   * of a record is that of 0 steps.
   */
  filled(slot: number, stepsBack: number): void
}

/** Reads a body to its end. False when it is malformed; what was read before that has reached the sink. */
export function readBody(
  reader: BitReader,
  kinds: readonly Kind[],
  events: readonly Kind[],
  sink: BodySink,
): boolean {
  const distance = reader.read(7)
  if (reader.failed) return false
  sink.begin(distance)
  for (let n = reader.small(0xffff); n > 0 && !reader.failed; n--)
    sink.player(reader.read(16), reader.signed(16), reader.small(0xffff), reader.upTo(250, 8))
  for (let n = reader.small(MAX_EVENTS); n > 0 && !reader.failed; n--)
    if (!readEvent(reader, events, sink)) return false
  for (let n = reader.small(0x10000); n > 0 && !reader.failed; n--)
    sink.leave(reader.read(16), reader.read(7))
  if (reader.flag())
    for (let n = reader.small(0x10000); n > 0 && !reader.failed; n--) sink.deferred(reader.read(16))
  let slot = -1
  for (let n = reader.small(0x10000); n > 0 && !reader.failed; n--) {
    slot += reader.small(0xffff) + 1
    if (slot > 0xffff || !readRecord(reader, kinds, slot, distance, sink)) return false
  }
  return reader.finished()
}

function readRecord(
  reader: BitReader,
  kinds: readonly Kind[],
  slot: number,
  bodyDistance: number,
  sink: BodySink,
): boolean {
  const distance = reader.flag() ? bodyDistance : reader.read(7)
  let target: RecordTarget | null
  if (distance === 0) {
    const generation = reader.read(8)
    const kind = kinds[reader.read(8)]
    const owner = reader.read(16)
    if (reader.failed || !kind || generation === 0) return false
    target = sink.whole(slot, generation, kind, owner)
  } else target = reader.failed ? null : sink.changed(slot, distance)
  if (!target) return false
  const { schema } = target
  let extras = 0
  if (reader.flag()) {
    target.row[target.offset + schema.width] = reader.read(3)
    extras = reader.read(2)
  }
  let isWhole = distance === 0
  for (let back = MAX_STEPS_BACK + 1; back > 0; isWhole = false) {
    const before = back
    // As a small integer: V8 boxes what may be any number.
    back = extras > 0 ? reader.read(6) | 0 : 0
    if (isWhole) readWhole(reader, schema.entering, 'coarse', target)
    else readChanged(reader, schema.shared, 'coarse', target)
    if (reader.failed || back >= before || (extras-- > 0 && back === 0)) return false
    sink.filled(slot, back)
  }
  return true
}

function readEvent(reader: BitReader, events: readonly Kind[], sink: BodySink): boolean {
  const kind = events[reader.read(8)]
  const id = reader.read(16)
  const age = reader.signed(20)
  const player = reader.read(16)
  const input = player > 0 ? reader.read(16) : 0
  const index = player > 0 ? reader.read(4) : 0
  if (reader.failed || !kind) return false
  const record = new LooseRecord(kind.schema)
  readWhole(reader, kind.schema.fine, 'fine', record)
  if (reader.failed) return false
  sink.event({ kind, id, record, player, input, index }, age)
  return true
}

/** Writes an owned entity's state for its owner, whole. */
export function writeOwnedWhole(writer: BitWriter, entity: EntitySource): void {
  writer.write(entity.slot, 16)
  writer.flag(true)
  writer.write(entity.generation, 8)
  writer.write(entity.kind.index, 8)
  const { schema } = entity.kind
  writeWhole(writer, schema, schema.fine, 'fine', entity)
}

/** Writes an owned entity's state for its owner, against the body's baseline. */
export function writeOwnedDelta(
  writer: BitWriter,
  entity: EntitySource,
  base: Int32Array,
  baseOffset: number,
): void {
  writer.write(entity.slot, 16)
  writer.flag(false)
  const { schema } = entity.kind
  writeChanged(writer, schema, schema.fine, 'fine', entity, base, baseOffset)
}
