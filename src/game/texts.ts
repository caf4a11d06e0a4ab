import { cutText } from '../base/characters.ts'
import type { Holder } from './object-shape.ts'

/** Converts a list to the text that is sent, and back. */
export interface ListCode {
  /** What both ends must agree on about its elements. */
  readonly name: string
  readonly empty: readonly unknown[]
  /** `mostUnits` is the length of the longest text. */
  toText(value: unknown, mostUnits: number): string
  fromText(text: string): readonly unknown[]
}

interface TextColumn {
  readonly name: string | symbol
  readonly seen: string
  /** The most characters. */
  readonly levels: number
  /** Converts the text to a list and back. Null if the field is a text. */
  readonly list: ListCode | null
}

/** How many texts of a field are kept for states not shown yet. A power of two. */
const KEPT = 8

/** The value of a field whose text is `text`. */
export const fieldValue = (c: TextColumn, text: string): unknown =>
  c.list ? c.list.fromText(text) : text

/** The columns of a record, which of them are texts, and the index of each column among the texts, or -1. */
interface Texts {
  readonly columns: readonly TextColumn[]
  readonly texts: Int32Array
  readonly textIndex: Int32Array
}

/** The code that `text()` brings along, so that a page without texts bundles none of it. */
export interface TextCode {
  gather(schema: Texts, object: Holder, row: Int32Array, offset: number, texts: string[]): void
  heard(schema: Texts): HeardTexts
  owned(schema: Texts, state: Holder, shown: Holder): OwnedTexts
}

export const textCode: TextCode = {
  gather({ columns, texts: which }, object, row, offset, texts) {
    for (let k = 0; k < which.length; k++) {
      const at = offset + which[k]!
      row[at] = countText(columns[which[k]!]!, object, texts, k, row[at]!)
    }
  },
  heard: (schema) => new HeardTexts(schema),
  owned: (schema, state, shown) => new OwnedTexts(schema, state, shown),
}

/**
 * Returns the number of a text's column: `count`, or the next number if the text differs from `texts[index]`. Writes the text
 * to `texts[index]`. Cuts a text of `object` to its length, and rounds and cuts a changed list.
 */
export function countText(
  c: TextColumn,
  object: Holder,
  texts: string[],
  index: number,
  count: number,
): number {
  let value = c.list ? c.list.toText(object[c.name], c.levels) : String(object[c.name])
  if (value.length > c.levels) object[c.name] = value = cutText(value, c.levels)
  if (value === texts[index]) return count
  // Every page gets the list rounded to its grid and cut to its length, so `object` holds the same.
  if (c.list) object[c.name] = c.list.fromText(value)
  texts[index] = value
  return (count + 1) & 0x7fffffff
}

/** The newest texts of an entity that snapshots' bodies have brought. Rows hold how often each field has changed. */
export class HeardTexts {
  readonly #schema: Texts
  /** The values of the field for its newest texts. */
  readonly #values: unknown[][]
  readonly #counts: Int32Array

  constructor(schema: Texts) {
    this.#schema = schema
    this.#counts = new Int32Array(schema.texts.length)
    this.#values = Array.from(schema.texts, (column) =>
      new Array<unknown>(KEPT).fill(fieldValue(schema.columns[column]!, '')),
    )
  }

  /** Adds the newest text of a field, and returns the number that its column gets. */
  put(index: number, value: string): number {
    const count = this.#counts[index]! + 1
    this.#counts[index] = count
    const { columns, texts } = this.#schema
    this.#values[index]![count & (KEPT - 1)] = fieldValue(columns[texts[index]!]!, value)
    return count
  }

  /** Returns the value of a text column in a row with this count, if that is one of the newest. */
  at(column: number, count: number): unknown {
    return this.#values[this.#schema.textIndex[column]!]![count & (KEPT - 1)]!
  }

  /** Copies the counts of one row to another. */
  keep(from: Int32Array, at: number, to: Int32Array, offset: number): void {
    for (const column of this.#schema.texts) to[offset + column] = from[at + column]!
  }

  /** Sets the texts of `object` that everybody gets, as of a row with these numbers. */
  show(object: Holder, numbers: Float64Array): void {
    const { columns, texts } = this.#schema
    for (let k = 0; k < texts.length; k++) {
      const column = texts[k]!
      const { name, seen } = columns[column]!
      if (seen !== 'own' && seen !== 'hidden') object[name] = this.at(column, numbers[column]!)
    }
  }
}

/** The texts of an entity of the local player: for `move`, for the owner alone, and for the page. */
export class OwnedTexts {
  readonly #schema: Texts
  readonly #state: Holder
  readonly #shown: Holder
  readonly #values: unknown[] = []
  #heard: HeardTexts | undefined

  /** `state` is what `move` works on; `shown` is what the page sees. */
  constructor(schema: Texts, state: Holder, shown: Holder) {
    this.#schema = schema
    this.#state = state
    this.#shown = shown
  }

  /** Sets a text. Texts that only the server writes are not shown yet: see `showTold`. */
  put(index: number, value: string): number {
    return this.#set(index, fieldValue(this.#schema.columns[this.#schema.texts[index]!]!, value))
  }

  #set(index: number, value: unknown): number {
    const { name, seen } = this.#schema.columns[this.#schema.texts[index]!]!
    this.#values[index] = value
    this.#state[name] = value
    if (seen !== 'told') this.#shown[name] = value
    return 0
  }

  /** Sets the texts that bodies have brought, as of the row that begins at `at`. */
  take(heard: HeardTexts, row: Int32Array, at: number): void {
    const { columns, texts } = this.#schema
    this.#heard = heard
    for (let k = 0; k < texts.length; k++) {
      const column = texts[k]!
      const { seen } = columns[column]!
      if (seen !== 'all' && seen !== 'told') continue
      const value = heard.at(column, row[at + column]!)
      if (this.#values[k] !== value) this.#set(k, value)
    }
  }

  /** Shows the texts that only the server writes, as of the row that begins at `at`. */
  showTold(row: Int32Array, at: number): void {
    for (const column of this.#schema.texts) {
      const { name, seen } = this.#schema.columns[column]!
      if (seen === 'told' && this.#heard)
        this.#shown[name] = this.#heard.at(column, row[at + column]!)
    }
  }

  /** Adds the texts that only the owner gets to another view of the entity. */
  overlay(object: Holder): void {
    const { columns, texts } = this.#schema
    for (let k = 0; k < texts.length; k++) {
      const { name, seen } = columns[texts[k]!]!
      const value = this.#values[k]
      if ((seen === 'own' || seen === 'once') && value !== undefined) object[name] = value
    }
  }
}
