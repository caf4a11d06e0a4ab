import { expect } from 'vitest'
import { gameEvents } from '../client/timeline/events.ts'
import { defineGame } from '../game/define-game.ts'
import { bits, flag, hidden, int, number, once, oneOf, own, press, text } from '../game/field.ts'
import { BitReader, BitWriter } from './bits.ts'

/**
 * Golden packets: every packet of docs/WIRE.md field by field, as the page describes it, with the resulting bytes. The few
 * lines below put the bits together, and share nothing with the code under test. When a golden changes, the format version
 * must too.
 */
export const game = defineGame({
  name: 'golden',
  profile: { name: text(8), level: int({ max: 9 }) },
  input: { right: flag(), jump: press(), aim: bits(4) },
  entities: {
    wall: { open: flag() },
    rock: {
      x: number({ max: 100, step: 0.5, coarse: 2 }),
      face: oneOf('left', 'right', 'up'),
      ammo: own(int({ max: 9 })),
      tag: once(text(4)),
      secret: hidden(int({ max: 3 })),
    },
  },
  events: gameEvents({
    ring: { at: int({ max: 5 }) },
    boom: { power: int({ max: 15 }), word: text(5) },
  }),
})

/** The name of a field, and its bits in the order they are sent. */
export type Part = readonly [field: string, bits: string]

/** A packet, or a part of one, as fields and as bytes. */
export interface Golden {
  readonly hex: string
  readonly parts: readonly Part[]
}

/** `un`: lowest bit first. */
export function u(value: number, count: number): string {
  return Array.from({ length: count }, (_, i) => Math.floor(value / 2 ** i) % 2).join('')
}

/** `sn`: two's complement. */
export function s(value: number, count: number): string {
  return u(value < 0 ? value + 2 ** count : value, count)
}

/** `small`: groups of 4 bits, each followed by whether another group comes. */
export function small(value: number): string {
  const more = value > 15
  return u(value % 16, 4) + (more ? `1${small(Math.floor(value / 16))}` : '0')
}

/** `signed`: `small` of twice a number, or of -2v - 1 for a negative one. */
export function signed(value: number): string {
  return small(folded(value))
}

/** `rice(k)` of a number from 0, in `count` bits if it is large. */
export function rice(value: number, k: number, count: number): string {
  const ones = Math.floor(value / 2 ** k)
  return ones < 12 ? `${'1'.repeat(ones)}0${u(value, k)}` : '1'.repeat(12) + u(value, count)
}

/** A difference in `rice(k)`. */
export function told(value: number, k: number, count: number): string {
  return rice(folded(value), k, count)
}

function folded(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value
}

/** `text(n)`: the length in UTF-16 units, then `0 u7` or `1 u16` for each. */
export function chars(value: string, count: number): string {
  const units = value.split('').map((unit) => unit.charCodeAt(0))
  return (
    u(units.length, count) + units.map((c) => (c < 128 ? `0${u(c, 7)}` : `1${u(c, 16)}`)).join('')
  )
}

/** The bytes of `parts` as hexadecimal digits, the last byte filled with zeros. */
export function packed(parts: readonly Part[]): string {
  const all = parts.map(([, bits]) => bits).join('')
  return (all.match(/.{1,8}/g) ?? [])
    .map((byte) => Number.parseInt([...byte.padEnd(8, '0')].reverse().join(''), 2))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

/** Returns the fields of a golden with another number in the first field of that name. */
export function spoiled({ parts }: Golden, field: string, value: number): Part[] {
  const at = parts.findIndex(([name]) => name === field)
  return parts.map((part, i) => (i === at ? [field, u(value, part[1].length)] : part))
}

/** The bytes of a golden. */
export function bytesOf({ hex }: Golden): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

export const hello: Golden = {
  hex: '01474c53440a98badcfe86b33736b232f7801888ecbd7935f1ac682440002000e000000060d148008000a0670519a0f5be0e70',
  parts: [
    ['type', u(1, 8)],
    ['magic', u(0x44534c47, 32)],
    ['format version', u(10, 8)],
    ['schema hash', u(0xfedcba98, 32)],
    ['game name', chars('golden', 6)],
    ['room id', chars('b 2', 7)],
    ['resume key', u(0x89abcdef, 32) + u(0x01234567, 32)],
    ['messages received', u(0x10002, 32)],
    ['goes on', '1'],
    ['newest snapshot used', u(0x80000003, 32)],
    ['newest input applied', u(0x12345, 32)],
    ['token', chars('t€', 12)],
    ['profile.name', chars('Zoë', 8)],
    ['profile.level: 0 to 9', u(7, 4)],
  ],
}

export const welcome: Golden = {
  hex: '020a341201000080c8efbeadde0df0edfe036220b201000180feffffff',
  parts: [
    ['type', u(2, 8)],
    ['format version', u(10, 8)],
    ['player', u(0x1234, 16)],
    ['now, in whole steps', u(0x80000001, 32)],
    ['now, subticks beyond', u(200, 8)],
    ['resume key', u(0xdeadbeef, 32) + u(0xfeedf00d, 32)],
    ['room id', chars('b 2', 7)],
    ['messages received', u(0x20003, 32)],
    ['goes on', '1'],
    ['newest input received', u(0xfffffffe, 32)],
  ],
}

export const report: Golden = {
  hex: '097800feff',
  parts: [
    ['type', u(9, 8)],
    ['delay, in ms', u(120, 16)],
    ['corrections', u(0xfffe, 16)],
  ],
}

export const close: Golden = {
  hex: '030409ccf901c881a095d5d19501',
  parts: [
    ['type', u(3, 8)],
    ['reason: kicked, from 0 the 4th', u(4, 8)],
    ['words', chars('für heute', 8)],
  ],
}

export const message: Golden = {
  hex: '04feff020112007b2261223aa2df0044fa',
  parts: [
    ['type', u(4, 8)],
    ['sequence', u(0xfffe, 16)],
    ['message id', u(0x0102, 16)],
    ['is tied to a moment', '0'],
    ['JSON', chars('{"a":"ß"}', 14)],
  ],
}

export const tiedMessage: Golden = {
  hex: '04feff02019b5713007b2261223aa2df0044fa',
  parts: [
    ['type', u(4, 8)],
    ['sequence', u(0xfffe, 16)],
    ['message id', u(0x0102, 16)],
    ['is tied to a moment', '1'],
    ['the moment', u(0xabcd, 16)],
    ['JSON', chars('{"a":"ß"}', 14)],
  ],
}

export const input: Golden = {
  hex: '0501809b5707000000110e46008031ea8482da83fe9fe07fa200',
  parts: [
    ['type', u(5, 8)],
    ['sequence', u(0x8001, 16)],
    ['has received a packet', u(1, 1)],
    ['newest sequence received', u(0xabcd, 16)],
    ['those before it', u(0x80000003, 32)],
    ['last message received in order', u(0x0708, 16)],
    ['count of inputs', small(3)],
    ['id of the newest', u(1, 16)],
    ['the newest snapshot received is on display', '0'],
    ['how many network ticks older the newest on display is', small(3)],
    ['the new inputs were made in one frame', '1'],
    ['the own time on display, in 32nds of a step before the newest input', u(0x51, 8)],
    ['tells a moment', '1'],
    ['- of a player', small(0x0203)],
    ['- from the newest snapshot on display, in half milliseconds', s(-300, 12)],
    ['tells another', '1'],
    ['- of the room', small(0)],
    ['- of entities with this horizon', u(5, 3)],
    ['- from the newest snapshot on display, in half milliseconds', s(2047, 12)],
    ['tells another', '0'],
    ['the client is at rest', '1'],
    ['how many of the newest are like the one before', small(0)],
    [
      'input 65535, against the defaults: right held, 31 jumps so far, aim 9',
      `1${u(1, 1)}1${u(31, 5)}1${u(9, 4)}`,
    ],
    ['input 0: the same', '000'],
    ['input 1: let go, one jump more: 0, for the count goes round', `1${u(0, 1)}10`],
  ],
}

/** On an ordered link all packets before the newest came. */
export const orderedInput: Golden = {
  hex: '0501809b57110e020000c003',
  parts: [
    ['type', u(5, 8)],
    ['sequence', u(0x8001, 16)],
    ['has received a packet', u(1, 1)],
    ['newest sequence received', u(0xabcd, 16)],
    ['last message received in order', u(0x0708, 16)],
    ['count of inputs', small(1)],
    ['id of the newest', u(0, 16)],
    ['the newest snapshot received is on display', '0'],
    ['nothing is on display', small(0)],
    ['the client is at rest', '0'],
    ['input 0, against the defaults: 7 jumps so far', `01${u(7, 5)}0`],
  ],
}

/** Nothing is received, shown or done. */
export const bareInput: Golden = {
  hex: '050000000000',
  parts: [
    ['type', u(5, 8)],
    ['sequence', u(0, 16)],
    ['has received a packet', u(0, 1)],
    ['last message received in order', u(0, 16)],
    ['count of inputs', small(0)],
  ],
}

/** The goldens of this file by name. */
export const goldens: Readonly<Record<string, Golden>> = {
  hello,
  welcome,
  close,
  report,
  message,
  tiedMessage,
  input,
  orderedInput,
  bareInput,
}

/** Reads a packet after its type, or a part of one. Returns null when it is malformed. */
export type Read = (reader: BitReader) => unknown

/** Returns the bytes of a whole packet, which its writer begins and ends itself. */
export function written(write: (writer: BitWriter) => void): string {
  const writer = new BitWriter(1)
  writer.write(0x55, 7)
  write(writer)
  return Buffer.from(writer.bytes.subarray(0, writer.byteLength)).toString('hex')
}

/** Returns the bytes of a part of a packet, filled up with zeros. */
export function hexOf(write: (writer: BitWriter) => void): string {
  const writer = new BitWriter(1)
  write(writer)
  return Buffer.from(writer.toBytes()).toString('hex')
}

/** Reads a packet that begins with its type. */
export function readHex(hex: string, read: Read): unknown {
  const reader = new BitReader().start(Buffer.from(hex, 'hex'))
  reader.read(8)
  return read(reader)
}

/**
 * Expects a golden to be read as `expected`, to its last bit. Expects it to be rejected when it is shorter, when a byte
 * follows, and when a bit after its end is set. `type`: its first byte; null for a body, which has none.
 */
export function expectRead(
  packet: Golden,
  type: number | null,
  read: Read,
  expected: unknown,
): void {
  const bytes = bytesOf(packet)
  const readAll = (bytes: Uint8Array) => {
    const reader = new BitReader().start(bytes)
    if (type !== null && reader.read(8) !== type) return null
    const value = read(reader)
    if (value !== null) expect(reader.finished()).toBe(true)
    return value
  }
  expect(readAll(bytes)).toEqual(expected)
  for (let length = 0; length < bytes.length; length++)
    expect(readAll(bytes.subarray(0, length))).toBeNull()
  expect(readAll(Uint8Array.of(...bytes, 0))).toBeNull()
  const used = packet.parts.reduce((sum, [, bits]) => sum + bits.length, 0)
  for (let bit = used; bit < bytes.length * 8; bit++) {
    const changed = bytes.slice()
    changed[bit >> 3]! |= 1 << (bit & 7)
    expect(readAll(changed)).toBeNull()
  }
}
