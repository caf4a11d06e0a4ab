import { GlissadeError } from '../../base/error.ts'
import { Hash } from '../../base/hash.ts'
import { misuse } from '../../base/settings.ts'
import type { Ms, Tick } from '../../base/units.ts'
import { type AnyGame, ROOM_KIND } from '../../game/define-game.ts'
import { identify } from '../../game/identify.ts'
import { PLAYERS_KIND } from '../../game/roster.ts'
import type { Holder } from '../../game/schema.ts'
import type { ResumeKey } from '../../wire/packets/handshake.ts'
import {
  type Archive,
  type Archived,
  archiveFinite,
  archiveWhole,
  MOST_TICK,
  reading,
  unreadable,
} from '../save/archive.ts'
import type { Reference } from '../save/data-types.ts'
import { NotData, type References } from '../save/data-writer.ts'
import { SaveReader } from '../save/save-reader.ts'
import { MOST_BYTES, SaveWriter } from '../save/save-writer.ts'
import type { SavedPlayer } from '../save/saved-player.ts'
import type { Entities } from '../world/entities.ts'
import type { Player } from '../world/world.ts'
import { checkValues } from './field-values.ts'
import { type PlainEntity, readEntities, writeEntities } from './plain-entities.ts'
import type { SavedEntity, SavedRoom } from './saved-room.ts'

/** The first bytes of a saved room: `GLSR`. */
const MAGIC = 0x52534c47
/** The version of the format of saved rooms, which comes next. A change of the format raises it. */
export const SAVE_VERSION = 3
/** The greatest number of a player. */
const MOST_PLAYER = 0xffff
/** Bytes of the hash at the end. */
const HASH_BYTES = 4

/** A player with the key to the place. */
interface Seat {
  readonly player: Player
  readonly resumeKey: ResumeKey
}

/** The parts of a room that even another version of the game restores. They are restored before there is anything else. */
export interface FirstParts {
  readonly listing: Archived
  readonly openSeats: Archived
}

/** A room, as far as it is saved. The rest of its state passes through `archive`. */
export interface SaveableRoom extends Archived, FirstParts {
  readonly id: string
  readonly game: AnyGame
  readonly nowMs: Ms
  readonly tick: Tick
  readonly entities: Entities
  readonly players: readonly Player[]
  readonly places: ReadonlyMap<number, Seat>
}

/** Returns a room as bytes. `state`: what is saved of `world.state`. Throws `misuse` for a state that is no plain data. */
export function saveRoom(room: SaveableRoom, state: unknown): Uint8Array {
  const { game, entities, players } = room
  const references = referencesOf(entities, players)
  const writer = new SaveWriter(references)
  const { bits } = writer
  bits.write(MAGIC, 32)
  bits.write(SAVE_VERSION, 8)
  bits.write(game.schemaHash, 32)
  writer.text(game.name)
  writer.text(room.id)
  writer.number(room.nowMs)
  writer.number(room.tick)
  archiveFirst(room, writer)
  writer.number(players.length)
  for (const { id, profile, account } of players) {
    writer.number(id)
    checkValues(game.profileSchema, profile, `save: players[${id}].profile`, true)
    writer.data(profile, `players[${id}].profile`)
    writer.data(account, `players[${id}].account`)
    for (const half of room.places.get(id)!.resumeKey) bits.write(half, 32)
  }
  entities.mend()
  writeEntities(writer, game, entities)
  references.isIn = 'world.state'
  writer.data(state, 'world.state')
  room.archive(writer)
  bits.align()
  writer.checkSize()
  bits.write(hashOf(bits.bytes.subarray(0, bits.byteLength)), 32)
  return bits.toBytes()
}

function archiveFirst({ listing, openSeats }: FirstParts, archive: Archive): void {
  listing.archive(archive)
  openSeats.archive(archive)
}

function hashOf(bytes: Uint8Array): number {
  return new Hash().bytes(bytes).value
}

/** `isIn`: what is being written. There are neither entities nor players when anything before the state is restored. */
interface StateReferences extends References {
  isIn: 'players' | 'world.state'
}

function referencesOf(entities: Entities, players: readonly Player[]): StateReferences {
  return {
    isIn: 'players',
    referenceOf(object): Reference | null {
      const reference = referenceOf(object, entities, players)
      if (!reference || this.isIn === 'world.state') return reference
      throw new NotData(`${reference.type === 'player' ? 'a player' : 'an entity'} of the room`)
    },
  }
}

function referenceOf(
  object: object,
  entities: Entities,
  players: readonly Player[],
): Reference | null {
  if ((players as readonly object[]).includes(object))
    return { type: 'player', id: (object as Player).id }
  const known = entities.identityOf(object)
  if (!known) return null
  const { id, kind, owner } = known
  const isLiving = entities.get(id)?.object === object
  return isLiving ? { type: 'entity', id } : { type: 'gone', id, kind, owner: owner ?? 0 }
}

/** What is read of a saved room before there is a room to put it in. */
export interface OpenedSave {
  readonly id: string
  readonly tick: Tick
  readonly players: readonly SavedPlayer[]
  readonly entities: readonly PlainEntity[]
  /** Whether the room was saved by a game with the same schema, so that everything can be restored. */
  readonly isSameGame: boolean
  readonly reader: SaveReader
  /** Finds what references in the state mean. Set before the state is read. */
  readonly referents: { resolve(reference: Reference): object | undefined }
}

/**
 * Reads the first part of a saved room, and restores `parts`. Throws `misuse` for other bytes, and for a room of a game with
 * another name.
 */
export function openSave(
  game: AnyGame,
  bytes: Uint8Array,
  nowMs: Ms,
  parts: FirstParts,
): OpenedSave {
  return reading(() => opened(game, bytes, nowMs, parts))
}

function opened(game: AnyGame, bytes: Uint8Array, nowMs: Ms, parts: FirstParts): OpenedSave {
  if (bytes.length > MOST_BYTES) throw unreadable()
  const body = bytes.subarray(0, Math.max(0, bytes.length - HASH_BYTES))
  const referents: OpenedSave['referents'] = { resolve: () => undefined }
  const reader = new SaveReader(bytes, { resolve: (reference) => referents.resolve(reference) })
  const { bits } = reader
  if (bits.read(32) !== MAGIC) throw unreadable()
  const version = bits.read(8)
  if (version !== SAVE_VERSION)
    throw new GlissadeError(
      'misuse',
      `restore: this room has format ${version}, not ${SAVE_VERSION}`,
    )
  const hash = new DataView(bytes.buffer, bytes.byteOffset + body.length, HASH_BYTES)
  if (hash.getUint32(0, true) !== hashOf(body)) throw unreadable()
  const isSameGame = bits.read(32) === game.schemaHash
  const name = reader.text()
  if (name !== game.name) misuse('restore: the saved room', `one of '${name}'`, `of '${game.name}'`)
  const id = reader.text()
  reader.shiftMs = nowMs - archiveFinite(reader, 0)
  const tick = archiveWhole(reader, 0, 0, MOST_TICK)
  archiveFirst(parts, reader)
  const players: SavedPlayer[] = []
  for (let left = archiveWhole(reader, 0, 0, MOST_PLAYER); left > 0; left--) {
    const player = archiveWhole(reader, 0, 1, MOST_PLAYER)
    const profile = reader.data(undefined, 'profile') as object
    const account = reader.data(undefined, 'account')
    players.push({ id: player, profile, account, resumeKey: [bits.read(32), bits.read(32)] })
  }
  const entities = readEntities(reader, isSameGame ? game : null)
  return { id, tick, players, entities, isSameGame, reader, referents }
}

/** Returns a saved room as plain data, after `openSave`. */
export function plainRoom({ tick, players, entities, reader, referents }: OpenedSave): SavedRoom {
  const room = entities.find(({ kind }) => kind === ROOM_KIND)?.fields ?? {}
  const plain = entities
    .filter(({ kind }) => kind !== ROOM_KIND && kind !== PLAYERS_KIND)
    .map(({ id, kind, owner, fields }) => ({ id, kind, owner, fields }))
  referents.resolve = (reference) => plainObject(reference, plain, players)
  const state = reader.data(undefined, 'world.state')
  return { tick, room, entities: plain, players: [...players], state }
}

function plainObject(
  { type, id }: Reference,
  entities: readonly SavedEntity[],
  players: readonly SavedPlayer[],
): object | undefined {
  if (type === 'player') return players.find((player) => player.id === id)
  if (type === 'entity') return entities.find((entity) => entity.id === id)
  return { id }
}

/** Returns the object that a reference means in a restored room. */
export function referentIn(
  reference: Reference,
  game: AnyGame,
  entities: Entities,
  players: readonly Player[],
): object | undefined {
  const { type, id } = reference
  if (type === 'player') return players.find((player) => player.id === id)
  if (type === 'entity') return entities.get(id)?.object
  const kind = game.kinds.find(({ name }) => name === reference.kind)
  if (!kind) return undefined
  const object: Holder = kind.schema.create()
  identify(object, { id, kind: kind.name, owner: reference.owner || null, mine: false })
  return object
}
