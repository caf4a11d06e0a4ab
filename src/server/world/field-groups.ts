import { asWhole } from '../../game/number-access.ts'
import type { Holder } from '../../game/schema.ts'

/** Fields that are read together. */
export const KEYS = 4

type Key = string | symbol

/** What reads `KEYS` fields of objects of one shape. Free of allocation. */
export interface FieldGroup {
  /**
   * Sets the first bit of `to` for objects whose fields differ from `was`, which has them from `at` on in rows of `width`.
   */
  find(
    objects: readonly Holder[],
    width: number,
    was: ArrayLike<unknown>,
    at: number,
    to: Uint8Array,
  ): void
  /** Writes the fields of an object to the first places of `to`. */
  read(object: Holder, to: Float64Array | unknown[]): void
  /** Sets the fields of an object, which are numbers, from those in `was` from `at` on. */
  write(object: Holder, was: Float64Array, at: number): void
}

/** A group of its own for fields of these names. */
export function fieldGroup(a: Key, b: Key, c: Key, d: Key): FieldGroup {
  const place = PLACES[nextPlace]!
  nextPlace = (nextPlace + 1) % PLACES.length
  return place(a, b, c, d)
}

let nextPlace = 0

/**
 * V8 learns for each place in the source which shapes come by, and reads fast if they are few. As in number-access.ts, each
 * group gets its own place. When all are taken, groups share them: that is slower, and otherwise the same.
 */
// biome-ignore format: one place a line
const PLACES: readonly ((a: Key, b: Key, c: Key, d: Key) => FieldGroup)[] = [
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
  (a, b, c, d) => ({ find: (os, w, was, at, to) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) to[n]! |= 1 } }, read: (o, to) => { to[0] = o[a] as never; to[1] = o[b] as never; to[2] = o[c] as never; to[3] = o[d] as never }, write: (o, was, i) => { o[a] = asWhole(was[i]!); o[b] = asWhole(was[i + 1]!); o[c] = asWhole(was[i + 2]!); o[d] = asWhole(was[i + 3]!) } }),
]
