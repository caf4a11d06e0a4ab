import { DISCONNECT_REASONS, type DisconnectReason } from '../../base/error.ts'
import type { Ms } from '../../base/units.ts'
import type { BitReader, BitWriter } from '../bits.ts'
import { MAX_MESSAGE } from '../limits.ts'
import * as PACKET from './packet.ts'

/** Raised whenever a bit on the wire changes its meaning, see docs/WIRE.md. */
export const FORMAT_VERSION = 10

export function writeClose(writer: BitWriter, reason: DisconnectReason, detail: string): void {
  writer.reset()
  writer.write(PACKET.close, 8)
  writer.write(DISCONNECT_REASONS.indexOf(reason), 8)
  writer.text(detail.slice(0, 255), 8)
  writer.align()
}

/** The content of a CLOSE packet. */
export interface Closing {
  readonly reason: DisconnectReason
  readonly detail: string
}

/** Reads a CLOSE packet after its type. Returns null when it is malformed. Allocates. */
export function readClose(reader: BitReader): Closing | null {
  const reason = DISCONNECT_REASONS[reader.upTo(DISCONNECT_REASONS.length - 1, 8)]
  const detail = reader.text(255, 8)
  return reader.finished() && reason ? { reason, detail } : null
}

/** Writes a RESYNC packet, which asks for a complete snapshot. */
export function writeResync(writer: BitWriter): void {
  writer.reset()
  writer.write(PACKET.resync, 8)
}

/** Writes a REPORT packet: how far behind the newest data others are shown, and corrections. Values are cut off at 65,535. */
export function writeReport(writer: BitWriter, delayMs: Ms, corrections: number): void {
  writer.reset()
  writer.write(PACKET.report, 8)
  writer.write(Math.min(Math.round(delayMs), 0xffff), 16)
  writer.write(Math.min(corrections, 0xffff), 16)
}

/** Writes a MESSAGE packet. `step`: low 16 bits of the message's whole step; -1: none, as for a client's message. */
export function writeMessage(
  writer: BitWriter,
  sequence: number,
  id: number,
  json: string,
  step = -1,
): void {
  writer.reset()
  writer.write(PACKET.message, 8)
  writer.write(sequence, 16)
  writer.write(id, 16)
  writer.flag(step >= 0)
  if (step >= 0) writer.write(step, 16)
  writer.text(json, 14)
  writer.align()
}

/** The content of a MESSAGE packet before its text. */
export interface MessageHead {
  readonly sequence: number
  readonly id: number
  /** Low 16 bits of the whole step that the message belongs to; -1: none. */
  readonly step: number
  /** The length of its JSON in UTF-16 units. */
  readonly length: number
}

/** The content of a MESSAGE packet. */
export interface MessagePacket extends Omit<MessageHead, 'length'> {
  readonly json: string
}

/** Reads the head of a MESSAGE packet after its type. Returns null when it is malformed. The text comes next. Allocates. */
export function readMessageHead(reader: BitReader): MessageHead | null {
  const sequence = reader.read(16)
  const id = reader.read(16)
  const step = reader.flag() ? reader.read(16) : -1
  const length = reader.upTo(MAX_MESSAGE, 14)
  return reader.failed ? null : { sequence, id, step, length }
}

/** Reads the text of a MESSAGE packet after its head. Returns null when it is malformed. Allocates. */
export function readMessageText(reader: BitReader, length: number): string | null {
  const json = reader.units(length)
  return reader.finished() ? json : null
}

/** Reads a MESSAGE packet after its type. Returns null when it is malformed. Allocates. */
export function readMessage(reader: BitReader): MessagePacket | null {
  const head = readMessageHead(reader)
  if (!head) return null
  const { sequence, id, step, length } = head
  const json = readMessageText(reader, length)
  return json === null ? null : { sequence, id, step, json }
}
