import { EXTRAPOLATION_CODE_BITS, MOST_EXTRAPOLATION_CODE } from '../../base/horizons.ts'
import type { Kind } from '../../game/define-game.ts'
import type { BitReader, BitWriter } from '../bits.ts'
import { MAX_EVENTS, MAX_STEPS_BACK } from '../limits.ts'
import {
  type RecordSource,
  type RecordTarget,
  readChanged,
  readWhole,
  writeChanged,
  writeWhole,
} from './columns.ts'
import type { EntitySource } from './entity-source.ts'
import type { Between } from './expected-value.ts'
import { type PlayersSink, readPlayers } from './players.ts'
import { writeRice } from './room-bits.ts'

/** A copy of the previous extra state. */
const BEFORE = /* @__PURE__ */ new Int32Array(256)

/** Writes that an entity left the view `ticksAgo` network ticks ago, at most 127. */
export function writeLeave(writer: BitWriter, slot: number, ticksAgo: number): void {
  writer.small(slot)
  writeRice(writer, u7(ticksAgo), 0, 7)
}

/** Writes the length of a list in a body. */
export function writeCount(writer: BitWriter, count: number): void {
  writeRice(writer, count, 0, 17)
}

/** Writes a whole record, for an entity that enters the view or whose baseline is lost. `gap`: see WIRE.md. */
export function writeWholeRecord(writer: BitWriter, entity: EntitySource, gap: number): void {
  const { row, offset, extras, kind } = entity
  const { schema } = kind
  writer.small(gap)
  writer.write(entity.generation, 8)
  writeRice(writer, kind.index, 1, 8)
  writer.small(entity.owner)
  const code = row[offset + schema.width]!
  const count = extras ? extras.count : 0
  writer.flag(count > 0 || code !== 0)
  if (count > 0 || code !== 0) {
    writer.write(code, EXTRAPOLATION_CODE_BITS)
    writer.write(count, 2)
  }
  for (let n = 0; n <= count; n++) {
    if (n < count) writer.write(extras!.stepsBack(n), 6)
    const state: RecordSource = n < count ? extras!.state(n) : entity
    if (n === 0) writeWhole(writer, schema, schema.entering, 'coarse', state)
    else writeChanged(writer, schema, schema.shared, 'coarse', state, BEFORE, 0)
    if (n < count) for (let i = 0; i < schema.width; i++) BEFORE[i] = state.row[state.offset + i]!
  }
}

/** The row for a changed entity's columns, which holds a copy of the baseline and its extrapolation code. */
export interface ChangedTarget extends RecordTarget {
  readonly kind: Kind
}

/** The callbacks of reading a body, in the order of the body. A null target makes the packet malformed. */
export interface BodySink {
  /** Receives the players' times. */
  readonly times: PlayersSink
  /** Some events since the baseline are left out. They may come later, or never. */
  eventsLeftOut(): void
  /** Reads an event, as `writeEvent` wrote it. Returns false when it is malformed. */
  event(reader: BitReader): boolean
  leave(slot: number, ticksAgo: number): void
  deferred(slot: number): void
  /** The lists are complete. `isOwnView`: whether the view is the client's own. */
  lists(isOwnView: boolean): void
  /** The players are complete too. Entities follow. */
  players(): void
  /** Returns the target for the columns of an entity that is sent whole. */
  whole(slot: number, generation: number, kind: Kind, owner: number): RecordTarget | null
  /**
   * Returns the target for a known entity, and sets `between`. The entity is coded against its state of `distance` network
   * ticks ago; 0: the body's baseline.
   */
  changed(between: Between, slot: number, distance: number): ChangedTarget | null
  /**
   * For codings with `asksOfAll`: returns the kind of the entity in a slot if both ends hold a state of it as of the body's
   * baseline, and sets `between` except for the new state.
   */
  known(between: Between, slot: number): Kind | null
  /** No entity has this slot or a higher one. */
  readonly slots: number
  /** Whether the view is the client's own, as passed to `lists`. */
  readonly isOwnView: boolean
  /**
   * The last target now holds the entity's state of `stepsBack` steps before the record's own time. The last state of a
   * record is the state of 0 steps.
   */
  filled(slot: number, stepsBack: number): void
}

/**
 * Reads the part of a body before the changed entities. Returns false when it is malformed; the sink has then received the
 * part that was read. `isQuiet`: there is no body, and the sink gets the same calls as for a body without news.
 */
export function readBody(
  reader: BitReader,
  kinds: readonly Kind[],
  sink: BodySink,
  isQuiet = false,
): boolean {
  const tellsMore = !isQuiet && reader.flag()
  if (tellsMore && reader.flag() && !readLists(reader, sink)) return false
  sink.lists(isQuiet ? sink.isOwnView : tellsMore && reader.flag())
  if (!readPlayers(reader, sink.times, tellsMore)) return false
  sink.players()
  let slot = -1
  const whole = tellsMore && reader.flag() ? reader.small(0x10000) : 0
  for (let n = whole; n > 0 && !reader.failed; n--) {
    slot += reader.small(0xffff) + 1
    if (slot > 0xffff || !readWholeRecord(reader, kinds, slot, sink)) return false
  }
  return !reader.failed
}

function readLists(reader: BitReader, sink: BodySink): boolean {
  for (let n = readCount(reader); n > 0 && !reader.failed; n--) sink.times.left(reader.read(16))
  if (reader.flag()) sink.eventsLeftOut()
  const eventCount = readCount(reader)
  if (eventCount > MAX_EVENTS) return false
  for (let n = eventCount; n > 0 && !reader.failed; n--) if (!sink.event(reader)) return false
  for (let n = readCount(reader); n > 0 && !reader.failed; n--)
    sink.leave(reader.small(0xffff), reader.rice(0, 7))
  let slot = -1
  for (let n = readCount(reader); n > 0 && !reader.failed; n--) {
    slot += reader.small(0xffff) + 1
    if (slot > 0xffff) return false
    sink.deferred(slot)
  }
  return !reader.failed
}

function readCount(reader: BitReader): number {
  return reader.rice(0, 17)
}

function readWholeRecord(
  reader: BitReader,
  kinds: readonly Kind[],
  slot: number,
  sink: BodySink,
): boolean {
  const generation = reader.read(8)
  const kind = kinds[reader.rice(1, 8)]
  const owner = reader.small(0xffff)
  if (reader.failed || !kind || generation === 0) return false
  const target = sink.whole(slot, generation, kind, owner)
  if (!target) return false
  const { schema } = target
  let extras = 0
  if (reader.flag()) {
    target.row[target.offset + schema.width] = reader.upTo(
      MOST_EXTRAPOLATION_CODE,
      EXTRAPOLATION_CODE_BITS,
    )
    extras = reader.read(2)
  }
  let isFirst = true
  for (let back = MAX_STEPS_BACK + 1; back > 0; isFirst = false) {
    const earlier = back
    back = extras > 0 ? reader.read(6) : 0
    if (isFirst) readWhole(reader, schema.entering, 'coarse', target)
    else readChanged(reader, schema.shared, 'coarse', target)
    if (reader.failed || back >= earlier || (extras-- > 0 && back === 0)) return false
    sink.filled(slot, back)
  }
  return true
}

/** The most network ticks that a leave may lie back. */
const MOST_TICKS_AGO = 127

/** Limits a number to the range of 7 bits. */
function u7(value: number): number {
  return value < 0 ? 0 : value > MOST_TICKS_AGO ? MOST_TICKS_AGO : value
}
