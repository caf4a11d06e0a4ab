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

/** The constructors of errors that are kept. Those of other errors become the first one. Append only. */
export const ERRORS: readonly ErrorConstructor[] = [
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
]

/** The most characters of a text. */
export const MOST_TEXT: number = 2 ** 24 - 1

/** What an object in the state of a room refers to. */
export type Reference =
  | { readonly type: 'entity'; readonly id: number }
  | { readonly type: 'player'; readonly id: number }
  /** An entity that has left the room. */
  | { readonly type: 'gone'; readonly id: number; readonly kind: string; readonly owner: number }
