import type { AnyGame } from '../../game/define-game.ts'
import * as OP from '../../game/op.ts'
import { nearest, toNumber } from '../../game/quantize.ts'
import type { Column, Holder } from '../../game/schema.ts'
import { type Archive, unreadable } from '../save/archive.ts'
import type { Entities } from '../world/entities.ts'
import type { Entity } from '../world/entity.ts'
import type { SavedEntity } from './saved-room.ts'

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
    for (const c of columns) writeColumn(archive, c)
    archive.number(list.length)
    for (const entity of list) writeEntity(archive, entity, columns)
  }
}

function columnsOf(columns: readonly Column[], which: Int32Array): Column[] {
  return Array.from(which, (i) => columns[i]!).filter(({ name }) => typeof name === 'string')
}

function writeColumn(archive: Archive, c: Column): void {
  archive.text(c.name as string)
  archive.text(c.part)
  archive.number(c.op === OP.grid ? c.min : 0)
  archive.number(hasGrid(c) ? c.step : 0)
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
    const holder = c.part === '' ? object : (object[c.name] as Holder)
    const value = holder[c.part || c.name]
    if (hasGrid(c)) writeNumber(archive, c, value as number)
    else archive.data(value, `${entity.kind.name}.${String(c.name)}`)
  }
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

/** Reads what `writeEntities` wrote. */
export function readEntities(archive: Archive): PlainEntity[] {
  const entities: PlainEntity[] = []
  for (let kinds = archive.number(0); kinds > 0; kinds--) {
    const kind = archive.text('')
    const columns: SavedColumn[] = []
    for (let left = archive.number(0); left > 0; left--) {
      const [name, part] = [archive.text(''), archive.text('')]
      columns.push({ name, part, min: archive.number(0), step: archive.number(0) })
    }
    for (let left = archive.number(0); left > 0; left--)
      entities.push(readEntity(archive, kind, columns))
  }
  return entities
}

function readEntity(archive: Archive, kind: string, columns: readonly SavedColumn[]): PlainEntity {
  const slot = archive.number(0)
  const generation = archive.number(0)
  const owner = archive.number(0) || null
  if (!(slot >= 0 && slot < 0xffff && generation > 0 && generation < 256)) throw unreadable()
  const id = (generation << 16) | slot
  const seed = archive.flag(false) ? archive.number(0) : 0
  const fields: Record<string, unknown> = {}
  for (const { name, part, min, step } of columns) {
    const value = step === 0 ? archive.data(undefined, name) : readNumber(archive, min, step)
    if (part === '') fields[name] = value
    else {
      fields[name] ??= {}
      ;(fields[name] as Record<string, unknown>)[part] = value
    }
  }
  return { id, kind, owner, fields, slot, generation, seed }
}

function readNumber(archive: Archive, min: number, step: number): number {
  return archive.flag(false) ? min + archive.number(0) * step : archive.number(0)
}
