import type { AnyGame } from '../../game/define-game.ts'
import type { BitReader, BitWriter } from '../bits.ts'
import { LooseRecord, objectOf, readWhole, writeWhole } from '../records/columns.ts'
import * as PACKET from './packet.ts'
import { FORMAT_VERSION } from './packets.ts'

const MAGIC = 0x44534c47

/** The key with which a client resumes as the same player: two halves of 32 bits; zeros for none. */
export type ResumeKey = readonly [number, number]

/** Returns a key as text for a page to store: its halves in decimal, with a dot in between. */
export const keyToText = (key: ResumeKey): string => key.join('.')

/** Returns the key of such a text, zeros for the empty text; null when the text is not a key. */
export function keyOfText(text: string): ResumeKey | null {
  const written = text || '0.0'
  const [a = '', b = ''] = written.split('.')
  const key = [Number(a) >>> 0, Number(b) >>> 0] as const
  return keyToText(key) === written ? key : null
}

/** What a client has of an earlier connection of its player. A page that has reloaded has nothing. */
export interface Held {
  /** The last message of the server that it has received in order; 0: none. */
  readonly messages: number
  /** The newest snapshot that it has used, as a network tick; -1: none. */
  readonly tick: number
  /** The newest input that the server has applied, as far as the client knows. */
  readonly applied: number
}

/** A client without an earlier connection. */
export const NOTHING_HELD: Held = { messages: 0, tick: -1, applied: 0 }

/** The content of a client's first packet. */
export interface Hello {
  readonly hash: number
  readonly game: string
  readonly room: string
  readonly resumeKey: ResumeKey
  readonly held: Held
  readonly token: string
}

/** The content of a server's answer. */
export interface Welcome {
  readonly player: number
  readonly nowSubTicks: number
  readonly resumeKey: ResumeKey
  readonly room: string
  /** The last message of the player that the server has received in order; 0: none. */
  readonly messages: number
  /** The newest input that the server has received, after which the client goes on; -1: it begins anew with input 1. */
  readonly received: number
}

/** The first part of a HELLO, or why it cannot be read. */
export type HelloResult = Hello | 'version' | 'bad-packet'

/** Writes a HELLO. `profile` is an object of the game's profile fields; long texts are cut to their limits. */
export function writeHello(writer: BitWriter, game: AnyGame, hello: Hello, profile: object): void {
  writer.reset()
  writer.write(PACKET.hello, 8)
  writer.write(MAGIC, 32)
  writer.write(FORMAT_VERSION, 8)
  writer.write(hello.hash, 32)
  writer.text(hello.game, 6)
  writer.text(hello.room, 7)
  writer.write(hello.resumeKey[0], 32)
  writer.write(hello.resumeKey[1], 32)
  const { messages, tick, applied } = hello.held
  writer.write(messages, 32)
  writer.flag(tick >= 0)
  if (tick >= 0) {
    writer.write(tick, 32)
    writer.write(applied, 32)
  }
  writer.text(hello.token, 12)
  const schema = game.profileSchema
  writeWhole(writer, schema, schema.fine, 'fine', new LooseRecord(schema).take(profile))
  writer.align()
}

/** Reads a HELLO after its type, up to the profile. The game's definition is needed for the profile's columns. */
export function readHello(reader: BitReader): HelloResult {
  if (reader.read(32) !== MAGIC) return 'bad-packet'
  if (reader.read(8) !== FORMAT_VERSION) return reader.failed ? 'bad-packet' : 'version'
  const hash = reader.read(32)
  const game = reader.text(63, 6)
  const room = reader.text(127, 7)
  const resumeKey = [reader.read(32), reader.read(32)] as const
  const messages = reader.read(32)
  const goesOn = reader.flag()
  const tick = goesOn ? reader.read(32) : -1
  const held = { messages, tick, applied: goesOn ? reader.read(32) : 0 }
  const token = reader.text(4095, 12)
  return reader.failed ? 'bad-packet' : { hash, game, room, resumeKey, held, token }
}

/** Reads the profile at the end of a HELLO of `game`. Returns null when it is malformed. */
export function readProfile(reader: BitReader, game: AnyGame): object | null {
  const record = new LooseRecord(game.profileSchema)
  readWhole(reader, game.profileSchema.fine, 'fine', record)
  return reader.finished() ? objectOf(record) : null
}

export function writeWelcome(writer: BitWriter, welcome: Welcome): void {
  writer.reset()
  writer.write(PACKET.welcome, 8)
  writer.write(FORMAT_VERSION, 8)
  writer.write(welcome.player, 16)
  writer.write(Math.floor(welcome.nowSubTicks / 256), 32)
  writer.write(welcome.nowSubTicks % 256, 8)
  writer.write(welcome.resumeKey[0], 32)
  writer.write(welcome.resumeKey[1], 32)
  writer.text(welcome.room, 7)
  writer.write(welcome.messages, 32)
  writer.flag(welcome.received >= 0)
  if (welcome.received >= 0) writer.write(welcome.received, 32)
  writer.align()
}

/** Reads a WELCOME after its type. Returns null when it is malformed. */
export function readWelcome(reader: BitReader): Welcome | null {
  if (reader.read(8) !== FORMAT_VERSION) return null
  const player = reader.read(16)
  const nowSubTicks = reader.read(32) * 256 + reader.read(8)
  const resumeKey = [reader.read(32), reader.read(32)] as const
  const room = reader.text(127, 7)
  const messages = reader.read(32)
  const received = reader.flag() ? reader.read(32) : -1
  return reader.finished() ? { player, nowSubTicks, resumeKey, room, messages, received } : null
}
