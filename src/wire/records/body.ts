import { EXTRAPOLATION_BITS, MOST_EXTRAPOLATION } from '../../base/horizons.ts'
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

/** A copy of the extra state before. */
const BEFORE = /* @__PURE__ */ new Int32Array(256)

/** Writes that an entity left view `ticksAgo` network ticks ago, 127 at most. */
export function writeLeave(writer: BitWriter, slot: number, ticksAgo: number): void {
  writer.small(slot)
  writeRice(writer, u7(ticksAgo), 0, 7)
}

/** Writes how long a list of a body is. */
export function writeCount(writer: BitWriter, count: number): void {
  writeRice(writer, count, 0, 17)
}

/** Writes a record whole: the entity enters view, or its baseline is lost. `gap`: see WIRE.md. */
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
    writer.write(code, EXTRAPOLATION_BITS)
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

/** Where a changed entity's columns go: a row that holds a copy of its baseline, with its extrapolation code. */
export interface ChangedTarget extends RecordTarget {
  readonly kind: Kind
}

/** What reading a body calls, in the order of the body. A `null` for a target makes the packet malformed. */
export interface BodySink {
  /** Where the players' times go. */
  readonly times: PlayersSink
  /** Some events since the baseline are left out: they may come later, or never. */
  eventsLeftOut(): void
  /** An event comes: reads what `writeEvent` wrote. False when it is malformed. */
  event(reader: BitReader): boolean
  leave(slot: number, ticksAgo: number): void
  deferred(slot: number): void
  /** The lists are over: whether the view is the client's own. */
  lists(isOwnView: boolean): void
  /** The players are over too: entities follow. */
  players(): void
  /** An entity whole: where do its columns go? */
  whole(slot: number, generation: number, kind: Kind, owner: number): RecordTarget | null
  /** A known entity against its state of `distance` network ticks ago; 0: the body's. Sets what it is coded between. */
  changed(between: Between, slot: number, distance: number): ChangedTarget | null
  /**
   * For codings that ask of all: the kind of the entity of a slot if both ends hold a state of it as of the body's baseline.
   * Then it sets `between` but for the new state.
   */
  known(between: Between, slot: number): Kind | null
  /** No entity has this slot or one above it. */
  readonly slots: number
  /** Whether the view is the client's own, as the lists said. */
  readonly isOwnView: boolean
  /**
   * The target handed out last holds the entity's state of so many steps before the record's own time. The last one
   * of a record is that of 0 steps.
   */
  filled(slot: number, stepsBack: number): void
}

/**
 * Reads what stands before the changed entities. False when it is malformed; what was read before has reached the sink.
 * `isQuiet`: there is no body; the sink hears the same as of one without news.
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
    target.row[target.offset + schema.width] = reader.upTo(MOST_EXTRAPOLATION, EXTRAPOLATION_BITS)
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

/** The most network ticks ago that something may be. */
const MOST_TICKS_AGO = 127

/** Keeps a number within what `u7` can say. */
function u7(value: number): number {
  return value < 0 ? 0 : value > MOST_TICKS_AGO ? MOST_TICKS_AGO : value
}
