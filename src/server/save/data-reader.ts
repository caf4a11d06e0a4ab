import { type Archive, archiveWhole, unreadable } from './archive.ts'
import { BYTES, DATA_TYPES, ERRORS, type Reference } from './data-types.ts'

/** Finds what a saved reference means in the restored room. */
export interface Referents {
  /** Returns a living entity or a player; undefined if there is none. Returns a new object for an entity that is gone. */
  resolve(reference: Reference): object | undefined
}

/** An object whose content is being read. */
interface Open {
  /** How many values are left to read. */
  left: number
  /** Whether each of them has a name. */
  readonly isNamed: boolean
  put(value: unknown, name: string): void
  /** Called when all have been read, also what they hold. */
  readonly end?: () => void
}

/** No object has more properties, and no map or set more items. */
const MOST_ITEMS = 2 ** 26
/** The most that the length of an array can be. */
const MOST_LENGTH = 2 ** 32 - 1
/** An array whose length exceeds what it holds by more than this is kept as a table. */
const MOST_HOLES = 1000

/** Reads the values that a `DataWriter` wrote, in the same order. Throws `misuse` for anything else. Calls itself nowhere. */
export class DataReader {
  readonly #archive: Archive
  readonly #referents: Referents
  readonly #read: object[] = []

  constructor(archive: Archive, referents: Referents) {
    this.#archive = archive
    this.#referents = referents
  }

  read(): unknown {
    const open: Open[] = []
    const value = this.#begin(open)
    for (let last = open.at(-1); last; last = open.at(-1)) {
      if (last.left === 0) {
        open.pop()
        last.end?.()
        continue
      }
      last.left--
      const name = last.isNamed ? this.#archive.text('') : ''
      last.put(this.#begin(open), name)
    }
    return value
  }

  /** Reads a value, or the beginning of an object, whose content then comes next. */
  #begin(open: Open[]): unknown {
    const archive = this.#archive
    const type = DATA_TYPES[archive.number(0)]
    switch (type) {
      case 'undefined':
        return undefined
      case 'null':
        return null
      case 'false':
        return false
      case 'true':
        return true
      case 'number':
        return archive.number(0)
      case 'text':
        return archive.text('')
      case 'bigint':
        return bigintOf(archive.text(''))
      case 'again':
        return this.#read[archive.number(0)] ?? fail()
      case 'entity':
      case 'player':
        return this.#keep(this.#referents.resolve({ type, id: archive.number(0) }) ?? fail())
      case undefined:
        return fail()
      default:
        return this.#object(type, open)
    }
  }

  /** Notes an object before what it holds, which may refer to it. */
  #keep<T extends object>(object: T): T {
    this.#read.push(object)
    return object
  }

  #object(type: string, open: Open[]): object {
    const archive = this.#archive
    switch (type) {
      case 'object':
        return this.#fields(this.#keep({}), open)
      case 'array':
        return this.#array(open)
      case 'map': {
        const map = this.#keep(new Map<unknown, unknown>())
        let key: unknown
        let isKey = false
        const put = (value: unknown): void => {
          isKey = !isKey
          if (isKey) key = value
          else map.set(key, value)
        }
        open.push({ left: 2 * this.#count(), isNamed: false, put })
        return map
      }
      case 'set': {
        const set = this.#keep(new Set<unknown>())
        open.push({ left: this.#count(), isNamed: false, put: (value) => set.add(value) })
        return set
      }
      case 'gone':
        return this.#gone(open)
      case 'date':
        return this.#keep(new Date(archive.number(0)))
      case 'regexp':
        return this.#keep(regexpOf(archive.text(''), archive.text('')))
      case 'error':
        return this.#error()
      default:
        return this.#keep(this.#bytes())
    }
  }

  #count(): number {
    return archiveWhole(this.#archive, 0, 0, MOST_ITEMS)
  }

  #fields<T extends object>(into: T, open: Open[], end?: () => void): T {
    const put = (value: unknown, name: string): void => define(into, name, value)
    open.push({ left: this.#count(), isNamed: true, put, ...(end && { end }) })
    return into
  }

  #array(open: Open[]): unknown[] {
    const array: unknown[] = this.#keep([])
    const length = archiveWhole(this.#archive, 0, 0, MOST_LENGTH)
    this.#fields(array, open)
    // Makes it a table, so that what it does not hold takes no space.
    if (length > open.at(-1)!.left + MOST_HOLES) array.length = MOST_LENGTH
    array.length = length
    return array
  }

  /** An entity that is gone has identity, and the fields that it had when the room was saved. */
  #gone(open: Open[]): object {
    const archive = this.#archive
    const id = archive.number(0)
    const reference = {
      type: 'gone',
      id,
      kind: archive.text(''),
      owner: archive.number(0),
    } as const
    const gone = this.#keep(this.#referents.resolve(reference) ?? fail())
    const fields: Record<string, unknown> = {}
    // A vector takes its parts when it is set, so they have to be there by then.
    this.#fields(fields, open, () => {
      for (const [name, value] of Object.entries(fields)) {
        if (Object.hasOwn(IDENTITY, name)) continue
        const isVector = Object.hasOwn(gone, name) && typeof value === 'object' && value !== null
        if (isVector) (gone as Record<string, unknown>)[name] = value
        else define(gone, name, value)
      }
    })
    return gone
  }

  #error(): Error {
    const archive = this.#archive
    const Kind = ERRORS[archive.number(0)] ?? fail()
    const name = archive.text('')
    const error = this.#keep(new Kind(archive.text('')))
    if (error.name !== name)
      Object.defineProperty(error, 'name', { value: name, writable: true, configurable: true })
    return error
  }

  #bytes(): object {
    const archive = this.#archive
    const type = BYTES[archive.number(0)] ?? fail()
    const buffer = archive.bytes(new Uint8Array(0)).buffer as ArrayBuffer
    if (type === ArrayBuffer) return buffer
    const { BYTES_PER_ELEMENT: size = 1 } = type as { readonly BYTES_PER_ELEMENT?: number }
    if (buffer.byteLength % size !== 0) fail()
    return new (type as unknown as new (buffer: ArrayBuffer) => object)(buffer)
  }
}

/** Fields that an entity's object has from the engine. */
const IDENTITY = { id: 0, kind: 0, owner: 0, mine: 0 }

/** Adds a property, not by an assignment, because '__proto__' would set the prototype. */
function define(object: object, name: string, value: unknown): void {
  const property = { value, writable: true, enumerable: true, configurable: true }
  if (!Reflect.defineProperty(object, name, property)) fail()
}

function bigintOf(text: string): bigint {
  if (!/^-?[0-9a-f]+$/.test(text)) fail()
  const isNegative = text.startsWith('-')
  const value = BigInt(`0x${isNegative ? text.slice(1) : text}`)
  return isNegative ? -value : value
}

function regexpOf(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags)
  } catch {
    return fail()
  }
}

function fail(): never {
  throw unreadable()
}
