import type { AnyGame } from '../../game/define-game.ts'
import * as OP from '../../game/op.ts'
import { dequantize, nearest, quantize, toNumber } from '../../game/quantize.ts'
import type { Column, Holder } from '../../game/schema.ts'
import { type Archive, archiveWhole, unreadable } from '../save/archive.ts'
import type { Entities } from '../world/entities.ts'
import type { Entity } from '../world/entity.ts'
import { isValue } from './field-values.ts'
import type { SavedEntity } from './saved-room.ts'

/** More kinds, columns or entities than any room has. */
const MOST_KINDS = 0xffff
const MOST_COLUMNS = 0xffff
const MOST_ENTITIES = 0xffff
const MOST_PLAYER = 0xffff

/** A field, or a part of one, as saved bytes describe it, so that a game with other fields can read it. */
interface SavedColumn {
  readonly name: string
  readonly part: string
  /** The grid of a number: how many steps above `min` it is. A `step` of 0: it is no number. */
  readonly min: number
  readonly step: number
}

/** An entity that was saved, and what the engine knows of it. */
export interface PlainEntity extends SavedEntity {
  readonly slot: number
  readonly generation: number
  readonly seed: number
}

/** Writes all entities with their fields, those of each kind in the order of spawning. */
export function writeEntities(archive: Archive, game: AnyGame, entities: Entities): void {
  archive.number(game.kinds.length)
  for (const kind of game.kinds) {
    const columns = columnsOf(kind.schema.columns, kind.schema.every)
    const list = entities.inOrder(kind)
    archive.text(kind.name)
    archive.number(columns.length)
    for (const c of columns) writeColumn(archive, savedColumn(c))
    archive.number(list.length)
    for (const entity of list) writeEntity(archive, entity, columns)
  }
}

function columnsOf(columns: readonly Column[], which: Int32Array): Column[] {
  return Array.from(which, (i) => columns[i]!).filter(({ name }) => typeof name === 'string')
}

function savedColumn(c: Column): SavedColumn {
  const { name, part } = c
  return {
    name: name as string,
    part,
    min: c.op === OP.grid ? c.min : 0,
    step: hasGrid(c) ? c.step : 0,
  }
}

function writeColumn(archive: Archive, { name, part, min, step }: SavedColumn): void {
  archive.text(name)
  archive.text(part)
  archive.number(min)
  archive.number(step)
}

function hasGrid({ op }: Column): boolean {
  return op === OP.grid || op === OP.angle
}

function writeEntity(archive: Archive, entity: Entity, columns: readonly Column[]): void {
  const { slot, generation, owner, seed, id, object } = entity
  archive.number(slot)
  archive.number(generation)
  archive.number(owner)
  if (archive.flag(seed !== id)) archive.number(seed)
  for (const c of columns) {
    const value = savedValue(c, c.part === '' ? object : (object[c.name] as Holder | null))
    if (hasGrid(c)) writeNumber(archive, c, value as number)
    else archive.data(value, `${entity.kind.name}.${String(c.name)}`)
  }
}

/** Returns the value of a column; if the game has put something else there in this step, what it becomes at its end. */
function savedValue(c: Column, holder: Holder | null): unknown {
  const value = holder?.[c.part || c.name]
  if (isValue(c, value)) return value
  if (c.list) return c.list.empty
  return c.op >= OP.largest
    ? 0
    : dequantize(c, quantize(c, typeof value === 'bigint' ? Number(value) : value))
}

/** A number that is on its grid takes as many bits as its place there needs. */
function writeNumber(archive: Archive, c: Column, value: number): void {
  const nearby = nearest(c, value)
  // The same number as a reader computes, which knows of an angle only its step.
  const steps = c.op === OP.angle ? Math.round(toNumber(c, nearby) / c.step) : nearby
  const isOnGrid = Object.is((c.op === OP.grid ? c.min : 0) + steps * c.step, value)
  if (archive.flag(isOnGrid)) archive.number(steps)
  else archive.number(value)
}

/** Reads what `writeEntities` wrote. `game`: the one that did; null: another one, or an earlier version of it. */
export function readEntities(archive: Archive, game: AnyGame | null): PlainEntity[] {
  const entities: PlainEntity[] = []
  const kinds = archiveWhole(archive, 0, 0, MOST_KINDS)
  if (game && kinds !== game.kinds.length) throw unreadable()
  for (let n = 0; n < kinds; n++) {
    const kind = archive.text('')
    const columns: SavedColumn[] = []
    for (let left = archiveWhole(archive, 0, 0, MOST_COLUMNS); left > 0; left--) {
      const [name, part] = [archive.text(''), archive.text('')]
      columns.push({ name, part, min: archive.number(0), step: archive.number(0) })
    }
    if (game && !isLike(game.kinds[n]!, kind, columns)) throw unreadable()
    for (let left = archiveWhole(archive, 0, 0, MOST_ENTITIES); left > 0; left--)
      entities.push(readEntity(archive, kind, columns))
  }
  return entities
}

function isLike(
  { name, schema }: AnyGame['kinds'][number],
  saved: string,
  columns: readonly SavedColumn[],
): boolean {
  const own = columnsOf(schema.columns, schema.every).map(savedColumn)
  return saved === name && JSON.stringify(columns) === JSON.stringify(own)
}

function readEntity(archive: Archive, kind: string, columns: readonly SavedColumn[]): PlainEntity {
  const slot = archiveWhole(archive, 0, 0, MOST_ENTITIES - 1)
  const generation = archiveWhole(archive, 0, 1, 255)
  const owner = archiveWhole(archive, 0, 0, MOST_PLAYER) || null
  const id = (generation << 16) | slot
  const seed = archive.flag(false) ? archiveWhole(archive, 0, -(2 ** 31), 2 ** 31 - 1) : 0
  // Maps, because a name may be one that every object has.
  const fields = new Map<string, unknown>()
  const vectors = new Map<string, Map<string, unknown>>()
  for (const { name, part, min, step } of columns) {
    const value = step === 0 ? archive.data(undefined, name) : readNumber(archive, min, step)
    if (part === '') fields.set(name, value)
    else vectors.set(name, (vectors.get(name) ?? new Map()).set(part, value))
  }
  for (const [name, parts] of vectors) fields.set(name, Object.fromEntries(parts))
  return { id, kind, owner, fields: Object.fromEntries(fields), slot, generation, seed }
}

function readNumber(archive: Archive, min: number, step: number): number {
  return archive.flag(false) ? min + archive.number(0) * step : archive.number(0)
}
