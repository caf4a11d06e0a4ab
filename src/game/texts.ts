import type { Holder } from './object-shape.ts'

/** How a list becomes the text that it travels as, and back. */
export interface ListCode {
  /** What both ends must agree on of its elements. */
  readonly name: string
  readonly empty: readonly unknown[]
  /** `mostUnits`: the longest text. */
  toText(value: unknown, mostUnits: number): string
  fromText(text: string): readonly unknown[]
}

/** What texts need to know of a `Column`. */
interface TextColumn {
  readonly name: string | symbol
  readonly seen: string
  /** Its most characters. */
  readonly levels: number
  /** What turns it into a list and back; null: it is a text. */
  readonly list: ListCode | null
}

/** Texts of a field kept for states not shown yet; a power of two. */
const KEPT = 8

/** What a field holds for a text that came. */
export const fieldValue = (c: TextColumn, text: string): unknown =>
  c.list ? c.list.fromText(text) : text

/** The texts of a record: their columns, and the place of each column among them, or -1. */
interface Texts {
  readonly columns: readonly TextColumn[]
  readonly texts: Int32Array
  readonly textIndex: Int32Array
}

/** What `text()` brings along, so that a page without texts bundles none of it. */
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
 * The number that a text's column gets: `count`, or the next one where it is no longer `texts[index]`, which it becomes.
 * Cuts the text of `object` to its length; a list is left alone.
 */
export function countText(
  c: TextColumn,
  object: Holder,
  texts: string[],
  index: number,
  count: number,
): number {
  let value = c.list ? c.list.toText(object[c.name], c.levels) : String(object[c.name])
  if (value.length > c.levels) {
    value = value.slice(0, c.levels)
    object[c.name] = value
  }
  if (value === texts[index]) return count
  // As every page gets it: on its grid, and no longer than it may be.
  if (c.list) object[c.name] = c.list.fromText(value)
  texts[index] = value
  return (count + 1) & 0x7fffffff
}

/** The texts that bodies have told of an entity, the newest of each field. Rows hold how often each has changed. */
export class HeardTexts {
  readonly #schema: Texts
  /** What the field holds for each of the newest texts. */
  readonly #values: unknown[][]
  readonly #counts: Int32Array

  constructor(schema: Texts) {
    this.#schema = schema
    this.#counts = new Int32Array(schema.texts.length)
    this.#values = Array.from(schema.texts, (column) =>
      new Array<unknown>(KEPT).fill(fieldValue(schema.columns[column]!, '')),
    )
  }

  /** Takes the newest text of a field, and returns the number that its column gets. */
  put(index: number, value: string): number {
    const count = this.#counts[index]! + 1
    this.#counts[index] = count
    const { columns, texts } = this.#schema
    this.#values[index]![count & (KEPT - 1)] = fieldValue(columns[texts[index]!]!, value)
    return count
  }

  /** What the field of a column holds as of a row that has this count, if that is one of the newest. */
  at(column: number, count: number): unknown {
    return this.#values[this.#schema.textIndex[column]!]![count & (KEPT - 1)]!
  }

  /** Copies the counts of one row to another. */
  keep(from: Int32Array, at: number, to: Int32Array, offset: number): void {
    for (const column of this.#schema.texts) to[offset + column] = from[at + column]!
  }

  /** Sets the texts of `object` that everybody is told of, as of a row with these numbers. */
  show(object: Holder, numbers: Float64Array): void {
    const { columns, texts } = this.#schema
    for (let k = 0; k < texts.length; k++) {
      const column = texts[k]!
      const { name, seen } = columns[column]!
      if (seen !== 'own' && seen !== 'hidden') object[name] = this.at(column, numbers[column]!)
    }
  }
}

/** The texts of an entity of the local player: what `move` reads, what its owner alone is told, and what is shown. */
export class OwnedTexts {
  readonly #schema: Texts
  readonly #state: Holder
  readonly #shown: Holder
  readonly #values: unknown[] = []
  #heard: HeardTexts | undefined

  /** `state`: what `move` works on; `shown`: what the page sees. */
  constructor(schema: Texts, state: Holder, shown: Holder) {
    this.#schema = schema
    this.#state = state
    this.#shown = shown
  }

  /** Takes a text. What is only told is not shown yet: see `showTold`. */
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

  /** Takes those that bodies tell, as of the row that begins at `at`. */
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

  /** Shows those that only the server writes, as of the row that begins at `at`. */
  showTold(row: Int32Array, at: number): void {
    for (const column of this.#schema.texts) {
      const { name, seen } = this.#schema.columns[column]!
      if (seen === 'told' && this.#heard)
        this.#shown[name] = this.#heard.at(column, row[at + column]!)
    }
  }

  /** Adds to another view of the entity those that only its owner gets. */
  overlay(object: Holder): void {
    const { columns, texts } = this.#schema
    for (let k = 0; k < texts.length; k++) {
      const { name, seen } = columns[texts[k]!]!
      const value = this.#values[k]
      if ((seen === 'own' || seen === 'once') && value !== undefined) object[name] = value
    }
  }
}
