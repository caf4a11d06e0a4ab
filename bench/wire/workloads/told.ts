import type { AnyGame, Kind } from '../../../src/game/define-game.ts'
import * as OP from '../../../src/game/op.ts'
import type { Column } from '../../../src/game/schema.ts'
import type { Actor } from './cast.ts'

/** One value of an entity that everybody is told: a text, or a number of a grid. */
export interface ToldValue {
  /** The field's name, and behind it which part of a vector or a rotation. */
  readonly name: string
  /** Null for a number. */
  readonly textLength: number | null
  /** What the whole number 0 stands for, how far neighbours are apart, and the greatest of them. */
  readonly min: number
  readonly step: number
  readonly levels: number
}

/** What everybody is told of an entity: choices by their place, flags as 0 and 1. */
export type Told = Readonly<Record<string, number | string>>

/** Another package that brings the same states to a client, update by update: both of its ends. */
export interface ScenePeer {
  /** Whose, and how, as it stands in tables. */
  readonly name: string
  /** An entity has come, or what is told of it has changed. */
  put(id: number, kind: string, told: Told): void
  /** An entity has gone. */
  drop(id: number, kind: string): void
  /** Makes the update and takes it in at the other end; gives its bytes. */
  update(): number
  /** What the other end now holds: by kind and id. */
  held(kind: string, id: number): Told | undefined
}

/** Makes one that holds nothing yet, for kinds by name. */
export type MakeScenePeer = (kinds: ReadonlyMap<string, readonly ToldValue[]>) => ScenePeer

/** Steps of a part of a rotation where it goes as a plain number from -1 to 1. */
const ROTATION_LEVELS = 0xffff

/** The values of each kind of a game. */
export function toldKinds({ kinds }: AnyGame): Map<string, readonly ToldValue[]> {
  return new Map(kinds.map((kind) => [kind.name, columnsOf(kind).map(([c]) => toldValueOf(c))]))
}

/** What a scene says of an actor, not rounded, one for each of `columnsOf`: flags as 0 and 1, choices by their place. */
export function flatOf(kind: Kind, { values }: Actor): (number | string)[] {
  return columnsOf(kind).map(([c]) => {
    const field = values[String(c.name)]!
    if (c.part !== '') return (field as Record<string, number>)[c.part]!
    if (c.op === OP.text) return field as string
    return c.op === OP.choice ? c.choices.indexOf(field as string) : Number(field)
  })
}

/** What everybody is told of an actor, rounded as the game says. */
export function toldOf(kind: Kind, actor: Actor): Told {
  const flat = flatOf(kind, actor)
  return Object.fromEntries(columnsOf(kind).map(([c], n) => [nameOf(c), rounded(c, flat[n]!)]))
}

function rounded(c: Column, value: number | string): number | string {
  if (typeof value === 'string') return value
  const { min, step, levels } = toldValueOf(c)
  if (c.op !== OP.angle) return min + Math.round((value - min) / step) * step
  const whole = Math.round(value / step) & levels
  return (whole > levels >> 1 ? whole - levels - 1 : whole) * step
}

function toldValueOf(c: Column): ToldValue {
  const textLength = c.op === OP.text ? c.levels : null
  const value = { name: nameOf(c), textLength }
  if (isTurned(c)) return { ...value, min: -1, step: 2 / ROTATION_LEVELS, levels: ROTATION_LEVELS }
  if (c.op === OP.angle) return { ...value, min: -Math.PI, step: c.step, levels: c.levels }
  const isGrid = c.op === OP.grid
  return { ...value, min: isGrid ? c.min : 0, step: isGrid ? c.step : 1, levels: c.levels }
}

/** Whether a column is a part of a rotation. */
export function isTurned({ op }: Column): boolean {
  return op === OP.largest || op === OP.third
}

const COLUMNS = new WeakMap<Kind, [Column, number][]>()

/** The columns of a game's own fields, each with its place. */
export function columnsOf(kind: Kind): [Column, number][] {
  const known = COLUMNS.get(kind)
  if (known) return known
  const all = kind.schema.columns.map((c, i): [Column, number] => [c, i])
  const own = all.filter(([c]) => typeof c.name === 'string')
  COLUMNS.set(kind, own)
  return own
}

/** A column's name in a flat record. */
export function nameOf({ name, part }: Column): string {
  return String(name) + part.toUpperCase()
}
