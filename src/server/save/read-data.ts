import { type Archive, unreadable } from './archive.ts'
import { BYTES, DATA_TYPES, type Reference } from './write-data.ts'

/** Finds what a saved reference means in the restored room. */
export interface Referents {
  /** Returns a living entity or a player; undefined if there is none. Returns a new object for an entity that is gone. */
  resolve(reference: Reference): object | undefined
}

const READ = /* @__PURE__ */ new WeakMap<Archive, object[]>()

/** Reads a value that `writeData` wrote. */
export function readData(archive: Archive, referents: Referents, path: string): unknown {
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
    case undefined:
      throw unreadable()
    default:
      return readObject(archive, referents, type, path)
  }
}

function readObject(archive: Archive, referents: Referents, type: string, path: string): object {
  let read = READ.get(archive)
  if (!read) READ.set(archive, (read = []))
  const next = () => readData(archive, referents, path)
  if (type === 'again') {
    const object = read[archive.number(0)]
    if (!object) throw unreadable()
    return object
  }
  // Before what it holds, which may refer to it.
  const keep = <T extends object>(object: T): T => {
    read.push(object)
    return object
  }
  switch (type) {
    case 'array': {
      const array: unknown[] = keep([])
      array.length = countOf(archive)
      return readFields(archive, referents, array, path)
    }
    case 'map': {
      const map = keep(new Map<unknown, unknown>())
      for (let left = countOf(archive); left > 0; left--) map.set(next(), next())
      return map
    }
    case 'set': {
      const set = keep(new Set<unknown>())
      for (let left = countOf(archive); left > 0; left--) set.add(next())
      return set
    }
    case 'date':
      return keep(new Date(archive.number(0)))
    case 'regexp':
      return keep(new RegExp(archive.text(''), archive.text('')))
    case 'error': {
      const name = archive.text('')
      const Kind = ERRORS.find((one) => one.name === name) ?? Error
      return keep(new Kind(archive.text('')))
    }
    case 'bytes':
      return keep(readBytes(archive))
    case 'object':
      return readFields(archive, referents, keep({}), path)
    default:
      return readReference(archive, referents, type, path, keep)
  }
}

function readReference(
  archive: Archive,
  referents: Referents,
  type: string,
  path: string,
  keep: (object: object) => object,
): object {
  const id = archive.number(0)
  if (type === 'entity' || type === 'player') {
    const found = referents.resolve({ type, id })
    if (!found) throw unreadable()
    return keep(found)
  }
  const gone = referents.resolve({
    type: 'gone',
    id,
    kind: archive.text(''),
    owner: archive.number(0),
  })
  if (!gone) throw unreadable()
  keep(gone)
  const fields = readFields(archive, referents, {}, path) as Record<string, unknown>
  for (const [name, value] of Object.entries(fields))
    if (!(name in IDENTITY)) (gone as Record<string, unknown>)[name] = value
  return gone
}

/** As in a structured clone, an error of another name becomes a plain one. */
const ERRORS = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]

/** Fields that an entity's object has from the engine. */
const IDENTITY = { id: 0, kind: 0, owner: 0, mine: 0 }

function readFields(archive: Archive, referents: Referents, into: object, path: string): object {
  for (let left = countOf(archive); left > 0; left--) {
    const name = archive.text('')
    const value = readData(archive, referents, `${path}.${name}`)
    // Not by an assignment, because '__proto__' would set the prototype.
    Object.defineProperty(into, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
  }
  return into
}

function readBytes(archive: Archive): object {
  const type = BYTES[archive.number(0)]
  if (!type) throw unreadable()
  const buffer = archive.bytes(new Uint8Array(0)).buffer as ArrayBuffer
  if (type === ArrayBuffer) return buffer
  return new (type as unknown as new (buffer: ArrayBuffer) => object)(buffer)
}

function bigintOf(text: string): bigint {
  const isNegative = text.startsWith('-')
  let value = 0n
  for (const digit of isNegative ? text.slice(1) : text)
    value = value * 36n + BigInt(Number.parseInt(digit, 36))
  return isNegative ? -value : value
}

/** Reads a count. Each counted thing takes a bit at least, so no count can exceed the bytes by far. */
function countOf(archive: Archive): number {
  const count = archive.number(0)
  if (!(Number.isInteger(count) && count >= 0 && count <= 2 ** 26)) throw unreadable()
  return count
}
