import { GlissadeError } from '../base/error.ts'
import type { AnyGame } from './define-game.ts'
import type { Identity } from './infer.ts'
import type { ListElements } from './lists.ts'
import * as OP from './op.ts'
import { dequantize } from './quantize.ts'
import type { Column, Holder, Schema } from './schema.ts'

/** What every entity has besides its fields. */
const IDENTITY = ['id', 'kind', 'owner', 'mine']
/** The most characters of a text that an error shows. */
const SHOWN = 40
/** Receives numbers that nobody wants. */
const GATHERED = /* @__PURE__ */ new Int32Array(256)

/**
 * Whether a field can hold a value. What is true or false may be anything, because JavaScript knows what counts as true. NaN is a
 * number, unless numbers must be `inRange`, but for what rounding mends.
 */
export function fits(c: Column, value: unknown, inRange = false): boolean {
  if (c.list) return Array.isArray(value) && value.every((one) => fitsElement(c, one, inRange))
  switch (c.op) {
    case OP.flag:
    case OP.press:
      return true
    case OP.choice:
      return c.choices.includes(value as string)
    case OP.ref:
      return value === null || value === undefined || typeof value === 'number'
    case OP.text:
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    default:
      return typeof value === 'number' && (!inRange || isInRange(c, value))
  }
}

function fitsElement(c: Column, element: unknown, inRange: boolean): boolean {
  const { columns } = c.list as ListElements
  if (columns[0]!.part === '') return fits(columns[0]!, element, inRange)
  return isRecord(element) && columns.every((one) => fits(one, element[one.part], inRange))
}

function isInRange(c: Column, value: number): boolean {
  if (c.op === OP.bits) return (value & c.levels) === value
  const levels = (value - c.min) / c.step
  return c.op === OP.grid ? levels >= -0.5 && levels <= c.levels + 0.5 : Number.isFinite(value)
}

/** Throws `misuse` for values that no field can hold. */
export type CheckMoved = (schema: Schema, entity: Holder) => void

/** A value that an object had, and that its field cannot hold. */
export interface Misfit {
  readonly object: object
  readonly column: Column
  readonly value: unknown
}

/** Adds a misfit, unless the list has one of that field already, of whatever object: it is one mistake of the game. */
export function noteMisfit(
  misfits: Misfit[],
  object: object,
  column: Column,
  value: unknown,
): void {
  if (!misfits.some((one) => one.column === column)) misfits.push({ object, column, value })
}

/** The field of a misfit, such as `dot.mode`. */
export function misfitField({ object, column }: Misfit): string {
  const { kind = 'room' } = object as Partial<Identity>
  return `${kind}.${nameOf(column)}`
}

/** The error about a misfit. `of`: what has the field, if it is no entity. */
export function misfitError({ object, column: c, value }: Misfit, of = ''): GlissadeError {
  const { kind, id } = object as Partial<Identity>
  const whose = kind ? `${kind} ${id}: ` : of && `${of}: `
  return new GlissadeError(
    'misuse',
    `${whose}'${nameOf(c)}' is ${shown(value)}, but takes ${takes(c, value)}`,
  )
}

/**
 * Returns what checks each entity that `move` has moved; undefined for a game whose `move` can write nothing but numbers,
 * texts and what is true or false, because the check makes `Mover.move` box numbers.
 */
export function checkMovedOf({ kinds }: AnyGame): CheckMoved | undefined {
  const isChecked = ({ op }: Column) => op === OP.choice || op === OP.ref
  return kinds.some(({ schema }) => schema.columns.some(isChecked)) ? checkMoved : undefined
}

/** Throws `misuse` if `object` has a value that its field cannot hold, besides numbers. The field then has its default. */
function checkMoved({ every, columns }: Schema, object: Holder): void {
  for (let k = 0; k < every.length; k++) {
    const c = columns[every[k]!]!
    if (c.access || c.op === OP.text || fits(c, object[c.name])) continue
    const value = object[c.name]
    object[c.name] = defaultOf(c)
    throw misfitError({ object, column: c, value })
  }
}

/**
 * Returns why `object` could not be rounded after a step that failed with `error`: a number that is a BigInt, for example. The
 * field then has its default. Returns `error` if all numbers are numbers. `of`: as `misfitError` has it.
 */
export function explained(
  error: unknown,
  { every, columns }: Schema,
  object: Holder,
  of?: string,
): unknown {
  for (const i of every) {
    const c = columns[i]!
    if (!c.access && c.op !== OP.bits && c.op !== OP.ref) continue
    const holder = c.part === '' ? object : (object[c.name] as Holder)
    const key = c.part || c.name
    const value = holder[key]
    if (fits(c, value)) continue
    holder[key] = defaultOf(c)
    return misfitError({ object, column: c, value }, of)
  }
  return error
}

/** Does what `Schema.round` does. Throws `misuse` for a value that is no number, and the field then has its default. */
export function roundChecked(
  of: string,
  schema: Schema,
  object: Holder,
  row?: Int32Array,
  before?: Float64Array,
): void {
  try {
    schema.round(object, row, before)
  } catch (error) {
    throw explained(error, schema, object, of)
  }
}

/** Throws `misuse` if `object` has a value that is no number and should be one. The field then has its default. */
export function checkNumbers(of: string, schema: Schema, object: Holder): void {
  try {
    schema.gather(object, GATHERED, 0, null)
  } catch (error) {
    throw explained(error, schema, object, of)
  }
}

/** The default of a field. */
export function defaultOf(c: Column): unknown {
  if (c.op === OP.largest || c.op === OP.third) return Number(c.part === 'w')
  return c.list ? c.list.empty : dequantize(c, c.initial)
}

/**
 * Throws `misuse` if `given` cannot be the fields of an object of this schema, as `spawn`, `emit` and `drive` take them. A field
 * that is undefined counts as left out. `where`: the call, for the error's text. `isWhole`: whether vectors must not be left out.
 */
export function checkGiven(schema: Schema, given: unknown, where: string, isWhole = false): void {
  if (!isRecord(given))
    throw new GlissadeError(
      'misuse',
      `${where} needs an object with fields, but got ${shown(given)}`,
    )
  const byName = columnsByName(schema)
  for (const name of Object.keys(given)) {
    const columns = byName.get(name)
    // A game may pass on an entity.
    if (!columns && IDENTITY.includes(name)) continue
    if (!columns) throw unknownField(where, name, schema)
    const value = given[name]
    if (value === undefined) continue
    for (const c of columns) {
      const part = c.part === '' ? value : isRecord(value) ? value[c.part] : null
      // A vector may have some of its parts.
      if (part === undefined || fits(c, part)) continue
      throw new GlissadeError(
        'misuse',
        `${where}: '${nameOf(c)}' is ${shown(part)}, but takes ${takes(c, part)}`,
      )
    }
  }
  if (!isWhole) return
  for (const { name, part } of schema.columns)
    if (part !== '' && given[name as string] === undefined)
      throw new GlissadeError('misuse', `${where}: '${String(name)}' is missing`)
}

/** The columns of each field. A list has one, a vector one for each part. */
function columnsByName(schema: Schema): ReadonlyMap<string | symbol, readonly Column[]> {
  let byName = allByName.get(schema)
  if (!byName) {
    byName = new Map(schema.names.map((name) => [name, []]))
    for (const i of schema.every) {
      const c = schema.columns[i]!
      byName.get(c.name)?.push(c)
    }
    allByName.set(schema, byName)
  }
  return byName
}

const allByName = new WeakMap<Schema, Map<string | symbol, Column[]>>()

/** The error about a field that does not exist. */
export function unknownField(whose: string, name: string, { names }: Schema): GlissadeError {
  const known = names.length > 0 ? `the fields are ${names.join(', ')}` : 'it has no fields'
  return new GlissadeError('misuse', `${whose}: there is no field '${name}': ${known}`)
}

const nameOf = ({ name, part }: Column): string => (part ? `${String(name)}.${part}` : String(name))

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function takes(c: Column, value: unknown): string {
  if (c.list) return 'an array whose elements fit: to change a list, assign a new array'
  switch (c.op) {
    case OP.choice:
      return `one of ${c.choices.join(', ')}`
    case OP.ref:
      return isRecord(value) && 'id' in value
        ? `the id of an entity, or null: write its 'id'`
        : 'the id of an entity, or null'
    case OP.text:
      return 'a text'
    default:
      return 'a number'
  }
}

/** What a value looks like in an error. */
function shown(value: unknown): string {
  if (typeof value === 'string')
    return value.length > SHOWN ? `'${value.slice(0, SHOWN)}...'` : `'${value}'`
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) {
    const { kind, id } = value as Partial<Identity>
    return typeof kind === 'string' && typeof id === 'number' ? `${kind} ${id}` : 'an object'
  }
  return String(value)
}
