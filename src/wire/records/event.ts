import type { Kind } from '../../game/define-game.ts'
import type { BitReader, BitWriter } from '../bits.ts'
import { clampS20 } from '../limits.ts'
import { LooseRecord, readWhole, writeWhole } from './columns.ts'
import type { EventSource } from './entity-source.ts'
import { writeRice } from './room-bits.ts'

/** Writes an event that was raised `age` subticks before this network tick. */
export function writeEvent(writer: BitWriter, event: EventSource, age: number): void {
  writeRice(writer, event.kind.index, 1, 8)
  writer.write(event.id, 16)
  writer.write(clampS20(age), 20)
  writer.small(event.player)
  if (event.player > 0) {
    writer.write(event.input, 16)
    writer.write(event.index, 4)
  }
  const { schema } = event.kind
  writeWhole(writer, schema, schema.fine, 'fine', event.record)
}

/**
 * Reads an event, and calls `take` with it. Returns false, without a call, when it is malformed. `kinds`: the kinds of the
 * game's events. A function of its own, so that a game without events does not bundle it.
 */
export function readEvent(
  reader: BitReader,
  kinds: readonly Kind[],
  take: (event: EventSource, age: number) => void,
): boolean {
  const kind = kinds[reader.rice(1, 8)]
  const id = reader.read(16)
  // The highest bit is the sign.
  const age = (reader.read(20) << 12) >> 12
  const player = reader.small(0xffff)
  const input = player > 0 ? reader.read(16) : 0
  const index = player > 0 ? reader.read(4) : 0
  if (reader.failed || !kind) return false
  const record = new LooseRecord(kind.schema)
  readWhole(reader, kind.schema.fine, 'fine', record)
  if (reader.failed) return false
  take({ kind, id, record, player, input, index }, age)
  return true
}
