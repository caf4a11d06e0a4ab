import { GlissadeError } from '../../base/error.ts'
import type { Archive } from './archive.ts'

/** What a value in saved data is. Append only: saved rooms name the index. */
export const DATA_TYPES = [
  'undefined',
  'null',
  'false',
  'true',
  'number',
  'text',
  'bigint',
  'again',
  'object',
  'array',
  'map',
  'set',
  'date',
  'regexp',
  'error',
  'bytes',
  'entity',
  'gone',
  'player',
] as const

export type DataType = (typeof DATA_TYPES)[number]

type BytesType = abstract new (...args: never[]) => object

/** The constructors of values that consist of bytes. Append only. */
export const BYTES: readonly BytesType[] = [
  ArrayBuffer,
  DataView,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
]

/** What an object in the state of a room refers to. */
export type Reference =
  | { readonly type: 'entity'; readonly id: number }
  | { readonly type: 'player'; readonly id: number }
  /** An entity that has left the room. */
  | { readonly type: 'gone'; readonly id: number; readonly kind: string; readonly owner: number }

/** Tells what an object refers to; null for plain data. */
export interface References {
  referenceOf(object: object): Reference | null
}

/** What has been written: objects that come again keep their identity, so cycles are no problem. */
const WRITTEN = /* @__PURE__ */ new WeakMap<Archive, Map<object, number>>()

/** Writes a value to an archive. Throws `misuse`, which names the path, for a value that cannot be structured-cloned. */
export function writeData(
  archive: Archive,
  references: References,
  value: unknown,
  path: string,
): void {
  switch (typeof value) {
    case 'undefined':
      return writeType(archive, 'undefined')
    case 'boolean':
      return writeType(archive, value ? 'true' : 'false')
    case 'number':
      writeType(archive, 'number')
      archive.number(value)
      return
    case 'string':
      writeType(archive, 'text')
      archive.text(value)
      return
    case 'bigint':
      writeType(archive, 'bigint')
      archive.text(value.toString(36))
      return
    case 'object':
      if (value === null) return writeType(archive, 'null')
      return writeObject(archive, references, value, path)
    default:
      throw notData(path, `a ${typeof value}`)
  }
}

function writeType(archive: Archive, type: DataType): void {
  archive.number(DATA_TYPES.indexOf(type))
}

function writeObject(archive: Archive, references: References, value: object, path: string): void {
  let written = WRITTEN.get(archive)
  if (!written) WRITTEN.set(archive, (written = new Map()))
  const again = written.get(value)
  if (again !== undefined) {
    writeType(archive, 'again')
    archive.number(again)
    return
  }
  written.set(value, written.size)
  const reference = references.referenceOf(value)
  if (reference) return writeReference(archive, references, reference, value, path)
  if (Array.isArray(value)) {
    writeType(archive, 'array')
    archive.number(value.length)
    return writeFields(archive, references, value, path)
  }
  if (value instanceof Map) {
    writeType(archive, 'map')
    archive.number(value.size)
    for (const [key, item] of value) {
      writeData(archive, references, key, `${path}: the key ${named(key)}`)
      writeData(archive, references, item, `${path}.get(${named(key)})`)
    }
    return
  }
  if (value instanceof Set) {
    writeType(archive, 'set')
    archive.number(value.size)
    for (const item of value)
      writeData(archive, references, item, `${path}: the item ${named(item)}`)
    return
  }
  if (!writeLeaf(archive, value)) writePlain(archive, references, value, path)
}

/** Writes a value that holds no others. Returns false if it is none. */
function writeLeaf(archive: Archive, value: object): boolean {
  if (value instanceof Date) {
    writeType(archive, 'date')
    archive.number(value.getTime())
  } else if (value instanceof RegExp) {
    writeType(archive, 'regexp')
    archive.text(value.source)
    archive.text(value.flags)
  } else if (value instanceof Error) {
    writeType(archive, 'error')
    archive.text(value.name)
    archive.text(value.message)
  } else {
    const type = BYTES.findIndex((one) => Object.getPrototypeOf(value) === one.prototype)
    if (type < 0) return false
    writeType(archive, 'bytes')
    archive.number(type)
    const bytes = ArrayBuffer.isView(value)
      ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      : new Uint8Array(value as ArrayBuffer)
    archive.bytes(bytes)
  }
  return true
}

function writePlain(archive: Archive, references: References, value: object, path: string): void {
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype)
    throw notData(path, `a ${prototype.constructor?.name || 'class instance'}`)
  writeType(archive, 'object')
  writeFields(archive, references, value, path)
}

function writeReference(
  archive: Archive,
  references: References,
  reference: Reference,
  value: object,
  path: string,
): void {
  writeType(archive, reference.type)
  archive.number(reference.id)
  if (reference.type !== 'gone') return
  archive.text(reference.kind)
  archive.number(reference.owner)
  writeFields(archive, references, value, path)
}

/** Writes the enumerable properties of an object. Symbols are left out, as in a structured clone. */
function writeFields(archive: Archive, references: References, value: object, path: string): void {
  const entries = Object.entries(value)
  archive.number(entries.length)
  for (const [name, item] of entries) {
    archive.text(name)
    writeData(
      archive,
      references,
      item,
      Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`,
    )
  }
}

function named(key: unknown): string {
  return typeof key === 'object' && key !== null ? 'that is an object' : String(key)
}

function notData(path: string, what: string): GlissadeError {
  return new GlissadeError(
    'misuse',
    `save: ${path} is ${what}, which cannot be saved: keep plain data there`,
  )
}
