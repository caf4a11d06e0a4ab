import { MOST_REST, REST_BITS } from '../../game/fine-steps.ts'
import * as OP from '../../game/op.ts'
import type { Schema } from '../../game/schema.ts'
import { fieldValue } from '../../game/texts.ts'
import type { BitReader, BitWriter } from '../bits.ts'

/** The source of a record's numbers and texts for writing. */
export interface RecordSource {
  readonly row: Int32Array
  readonly offset: number
  /** The texts in the order of their columns. */
  readonly texts: readonly string[]
}

/** The destination of a record's numbers and texts for reading. */
export interface RecordTarget {
  readonly schema: Schema
  readonly row: Int32Array
  readonly offset: number
  /** Keeps a text, and returns the number for its column. */
  putText(index: number, value: string): number
}

/** The grid of a row: `fine` for the owner, `coarse` for everybody. */
export type Grid = 'fine' | 'coarse'

/** Writes every column listed in `which`. Free of allocation. */
export function writeWhole(
  writer: BitWriter,
  schema: Schema,
  which: Int32Array,
  grid: Grid,
  from: RecordSource,
): void {
  for (let k = 0; k < which.length; k++) writeColumn(writer, schema, which[k]!, grid, from)
}

/** Writes a flag for every column listed in `which`, and the columns that differ from `base`. Free of allocation. */
export function writeChanged(
  writer: BitWriter,
  schema: Schema,
  which: Int32Array,
  grid: Grid,
  from: RecordSource,
  base: Int32Array,
  baseOffset: number,
): void {
  for (let k = 0; k < which.length; k++) {
    const i = which[k]!
    const changed = from.row[from.offset + i] !== base[baseOffset + i]
    writer.flag(changed)
    if (changed) writeColumn(writer, schema, i, grid, from)
  }
}

/** Whether any column listed in `which` differs between two rows. */
export function anyChanged(
  which: Int32Array,
  row: Int32Array,
  offset: number,
  base: Int32Array,
  baseOffset: number,
): boolean {
  for (let k = 0; k < which.length; k++) {
    const i = which[k]!
    if (row[offset + i] !== base[baseOffset + i]) return true
  }
  return false
}

/** Reads what `writeWhole` wrote. */
export function readWhole(
  reader: BitReader,
  which: Int32Array,
  grid: Grid,
  to: RecordTarget,
): void {
  for (let k = 0; k < which.length; k++) readColumn(reader, which[k]!, grid, to)
}

/** Reads what `writeChanged` wrote, into a row that holds the baseline. */
export function readChanged(
  reader: BitReader,
  which: Int32Array,
  grid: Grid,
  to: RecordTarget,
): void {
  for (let k = 0; k < which.length; k++) if (reader.flag()) readColumn(reader, which[k]!, grid, to)
}

/**
 * Writes the rests of an owner's row: see fine-steps.ts. Without `base` all of them, else a flag for each, and those that
 * differ.
 */
export function writeRests(
  writer: BitWriter,
  { width, ownWidth }: Schema,
  row: Int32Array,
  base: Int32Array | null,
  baseOffset: number,
): void {
  for (let i = width; i < ownWidth; i++) {
    const isSame = base !== null && row[i] === base[baseOffset + i]
    if (base) writer.flag(!isSame)
    if (!isSame) writer.write(row[i]! + MOST_REST, REST_BITS)
  }
}

/** Reads what `writeRests` wrote. */
export function readRests(reader: BitReader, isWhole: boolean, to: RecordTarget): void {
  const { width, ownWidth } = to.schema
  for (let i = width; i < ownWidth; i++)
    if (isWhole || reader.flag()) to.row[to.offset + i] = reader.read(REST_BITS) - MOST_REST
}

function writeColumn(
  writer: BitWriter,
  schema: Schema,
  i: number,
  grid: Grid,
  from: RecordSource,
): void {
  const c = schema.columns[i]!
  if (c.op === OP.text) writer.text(from.texts[schema.textIndex[i]!] ?? '', 8)
  else writer.write(from.row[from.offset + i]!, grid === 'fine' ? c.bits : c.coarseBits)
}

export function readColumn(reader: BitReader, i: number, grid: Grid, to: RecordTarget): void {
  const c = to.schema.columns[i]!
  if (c.op === OP.text)
    to.row[to.offset + i] = to.putText(to.schema.textIndex[i]!, reader.text(c.levels, 8))
  else if (grid === 'fine') to.row[to.offset + i] = reader.upTo(c.levels, c.bits)
  else to.row[to.offset + i] = reader.upTo(c.coarseLevels, c.coarseBits)
}

/** A single record on the fine grid, such as a profile or the fields of an event. Holds one row; texts are kept as they are. */
export class LooseRecord implements RecordSource, RecordTarget {
  declare readonly schema: Schema
  declare readonly row: Int32Array
  readonly offset = 0
  readonly texts: string[] = []

  constructor(schema: Schema) {
    this.schema = schema
    this.row = new Int32Array(schema.width)
  }

  putText(index: number, value: string): number {
    this.texts[index] = value
    return 0
  }

  /** Copies the fields of an object, rounded to their grid. */
  take(object: object): this {
    this.schema.gather(object as Record<string, unknown>, this.row, 0, this.texts)
    return this
  }
}

/** Returns a new object with a record's fields. */
export function objectOf({ schema, row, texts }: LooseRecord): Record<string | symbol, unknown> {
  const object = schema.create()
  schema.scatter(row, 0, object)
  for (let i = 0; i < schema.width; i++) {
    const text = schema.textIndex[i]!
    const c = schema.columns[i]!
    if (text >= 0) object[c.name] = fieldValue(c, texts[text] ?? '')
  }
  return object
}
