import type { Holder } from './object-shape.ts'

/** Moves one number between a plain object and a typed array. Free of allocation. */
export interface NumberAccess {
  /** Writes the number that `object` holds to `to[at]`; what is no number becomes NaN. */
  read(object: Holder, to: Float64Array, at: number): void
  /** Sets the number of `object` from `from[at]`. */
  write(object: Holder, from: Float64Array, at: number): void
}

/**
 * The access to the field `key` of objects of one shape. V8 boxes a fractional number (16 bytes) wherever one line
 * of code stores or loads fields of many names. It learns by place in the source, not by closure, so each column
 * gets a place of its own out of these; when all are taken they are shared, which costs the boxes, nothing else.
 */
export function numberAccess(key: string | symbol): NumberAccess {
  const place = PLACES[nextPlace]!
  nextPlace = (nextPlace + 1) % PLACES.length
  return place(key)
}

/** The same for a field of whole numbers: small ones need no box, and so no place of their own. */
export const wholeAccess = (key: string | symbol): NumberAccess => ({
  read: (object, to, at) => {
    to[at] = object[key] as number
  },
  write: (object, from, at) => {
    object[key] = asWhole(from[at]!)
  },
})

/**
 * A whole number as V8 keeps small ones: what comes out of a Float64Array may be boxed, and a field that once held a box
 * is loaded into a new one ever after.
 */
export function asWhole(value: number): number {
  const small = value | 0
  return small === value ? small : value
}

let nextPlace = 0

// biome-ignore format: one place a line
const PLACES: readonly ((key: string | symbol) => NumberAccess)[] = [
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
  (k) => ({ read: (o, a, i) => void (a[i] = o[k] as number), write: (o, a, i) => void (o[k] = a[i]) }),
]
