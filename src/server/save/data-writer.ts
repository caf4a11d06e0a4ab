import { GlissadeError } from '../../base/error.ts'
import type { Archive } from './archive.ts'
import {
  BYTES,
  DATA_TYPES,
  type DataType,
  ERRORS,
  MOST_TEXT,
  type Reference,
} from './data-types.ts'

export interface References {
  /** Tells what an object refers to; null for plain data. Throws `NotData` for one that cannot be saved where it is. */
  referenceOf(object: object): Reference | null
}

/** An object whose content is being written. */
interface Open {
  /** Whose fields have these names; null: `values` are the content of a map or a set. */
  readonly fields: object | null
  readonly values: readonly unknown[]
  readonly isMap: boolean
  /** How many have been written, or are being written. */
  begun: number
}

/** Why a value cannot be saved, before its path is known: it is `message`. */
export class NotData extends Error {}

/** A path longer than this is cut in its middle. */
const MOST_PATH = 300

/**
 * Writes values to an archive. Objects that come again keep their identity, also from one value to the next, so cycles are no
 * problem. Depth is none either, because it calls itself nowhere.
 */
export class DataWriter {
  readonly #archive: Archive
  readonly #references: References
  readonly #written = new Map<object, number>()

  constructor(archive: Archive, references: References) {
    this.#archive = archive
    this.#references = references
  }

  /**
   * Writes a value that can be structured-cloned. `path` is its name in errors. Throws `misuse`, with the path, for any other
   * value, and for one that is larger than a reader takes.
   */
  write(value: unknown, path: string): void {
    const open: Open[] = []
    try {
      this.#begin(value, open)
      for (let last = open.at(-1); last; last = open.at(-1)) {
        if (last.begun === last.values.length) open.pop()
        else this.#begin(this.#next(last), open)
      }
    } catch (error) {
      if (error instanceof GlissadeError) throw error
      throw notSaved(`${path}${pathOf(open)}`, error as Error)
    }
  }

  /** Returns the next value in an object, whose name is written first if it has one. */
  #next(open: Open): unknown {
    const given = open.values[open.begun++]
    if (!open.fields) return given
    this.#text(given as string)
    // A getter may throw.
    return (open.fields as Record<string, unknown>)[given as string]
  }

  /** Writes a value, or the beginning of an object, whose content then comes next. */
  #begin(value: unknown, open: Open[]): void {
    switch (typeof value) {
      case 'undefined':
        return this.#type('undefined')
      case 'boolean':
        return this.#type(value ? 'true' : 'false')
      case 'number':
        this.#type('number')
        this.#archive.number(value)
        return
      case 'string':
        this.#type('text')
        return this.#text(value)
      case 'bigint':
        this.#type('bigint')
        return this.#text(value.toString(16))
      case 'object':
        if (value === null) return this.#type('null')
        return this.#object(value, open)
      default:
        throw new NotData(`a ${typeof value}`)
    }
  }

  #type(type: DataType): void {
    this.#archive.number(DATA_TYPES.indexOf(type))
  }

  #text(text: string): void {
    if (text.length > MOST_TEXT)
      throw new NotData(`a text of ${text.length} characters, and the most is ${MOST_TEXT}`)
    this.#archive.text(text)
  }

  #object(value: object, open: Open[]): void {
    const again = this.#written.get(value)
    if (again !== undefined) {
      this.#type('again')
      this.#archive.number(again)
      return
    }
    this.#written.set(value, this.#written.size)
    const reference = this.#references.referenceOf(value)
    if (reference) return this.#reference(reference, value, open)
    const prototype: object | null = Object.getPrototypeOf(value)
    if (prototype === Object.prototype || prototype === null) {
      this.#type('object')
      return this.#fields(value, open)
    }
    // Lists of entities have a prototype of their own, but are arrays all the same.
    if (Array.isArray(value) && value.constructor === Array) {
      this.#type('array')
      this.#archive.number(value.length)
      return this.#fields(value, open)
    }
    if (prototype === Map.prototype)
      return this.#values('map', [...(value as Map<unknown, unknown>)].flat(), open)
    if (prototype === Set.prototype) return this.#values('set', [...(value as Set<unknown>)], open)
    this.#leaf(value, prototype)
  }

  /** Begins an object with its enumerable properties. Symbols are left out, as in a structured clone. */
  #fields(value: object, open: Open[]): void {
    const values = Object.keys(value)
    this.#archive.number(values.length)
    open.push({ fields: value, values, isMap: false, begun: 0 })
  }

  #values(type: 'map' | 'set', values: readonly unknown[], open: Open[]): void {
    const isMap = type === 'map'
    this.#type(type)
    this.#archive.number(isMap ? values.length / 2 : values.length)
    open.push({ fields: null, values, isMap, begun: 0 })
  }

  #reference(reference: Reference, value: object, open: Open[]): void {
    this.#type(reference.type)
    this.#archive.number(reference.id)
    if (reference.type !== 'gone') return
    this.#text(reference.kind)
    this.#archive.number(reference.owner)
    this.#fields(value, open)
  }

  /** Writes a value that holds no others. */
  #leaf(value: object, prototype: object): void {
    const archive = this.#archive
    if (prototype === Date.prototype) {
      this.#type('date')
      archive.number((value as Date).getTime())
    } else if (prototype === RegExp.prototype) {
      this.#type('regexp')
      this.#text((value as RegExp).source)
      this.#text((value as RegExp).flags)
    } else if (value instanceof Error) {
      this.#type('error')
      const kind = ERRORS.findIndex((one, n) => n > 0 && value instanceof one)
      archive.number(Math.max(0, kind))
      this.#text(String(value.name))
      this.#text(String(value.message))
    } else {
      const type = BYTES.findIndex((one) => prototype === one.prototype)
      if (type < 0) throw new NotData(`a ${prototype.constructor?.name || 'class instance'}`)
      this.#type('bytes')
      archive.number(type)
      archive.bytes(
        ArrayBuffer.isView(value)
          ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
          : new Uint8Array(value as ArrayBuffer),
      )
    }
  }
}

/** The way from the value to what is being written, with its middle left out if it is long. */
function pathOf(open: readonly Open[]): string {
  let path = ''
  let end = ''
  for (const one of open) if (path.length < MOST_PATH) path += stepOf(one)
  for (let n = open.length - 1; n >= 0 && end.length < MOST_PATH; n--) end = stepOf(open[n]!) + end
  return path.length < MOST_PATH
    ? path
    : `${path.slice(0, MOST_PATH / 2)} ... ${end.slice(-MOST_PATH / 2)}`
}

function stepOf({ fields, values, isMap, begun }: Open): string {
  const at = begun - 1
  if (at < 0) return ''
  const value = values[at]
  if (fields) return Array.isArray(fields) ? `[${value}]` : `.${value}`
  if (!isMap) return `: the item ${named(value)}`
  return at % 2 === 0 ? `: the key ${named(value)}` : `.get(${named(values[at - 1])})`
}

function named(key: unknown): string {
  return typeof key === 'object' && key !== null ? 'that is an object' : String(key).slice(0, 100)
}

function notSaved(path: string, error: Error): GlissadeError {
  if (error instanceof NotData) {
    const what = `save: ${path} is ${error.message}`
    return new GlissadeError('misuse', `${what}, which cannot be saved: keep plain data there`)
  }
  return new GlissadeError('misuse', `save: ${path} cannot be read: ${error.message}`, {
    cause: error,
  })
}
