import type { Holder } from './object-shape.ts'

/*
 * V8 optimises each place in the source for the fields that it has seen there, as long as they are few. With one place for all
 * fields, a server's tick took 1.6 to 2.3 times as long. A frame of 1000 entities took a quarter longer and boxed 25 kB of
 * numbers. So each field, and each group that a server compares, uses its own copy of the code. Copies are reused in turn when
 * there are more fields.
 */

type Key = string | symbol

/** Copies a number between a field of an object and a list. */
export interface NumberAccess {
  read(object: Holder, to: Float64Array, at: number): void
  write(object: Holder, from: Float64Array, at: number): void
}

export const GROUP_FIELDS = 4

/** Compares and reads `GROUP_FIELDS` fields at once. */
export interface FieldGroup {
  /**
   * Sets the first bit of `marks` for each object whose fields differ from `was`, which holds them from `at` on in rows of
   * `width`.
   */
  find(
    objects: readonly Holder[],
    was: ArrayLike<unknown>,
    at: number,
    width: number,
    marks: Uint8Array,
  ): void
  /** Writes the fields of an object to the first elements of `to`. */
  read(object: Holder, to: unknown[]): void
  /** The same for numbers. With one place for both kinds of lists, V8 boxes each number. */
  readNumbers(object: Holder, to: Float64Array): void
}

let nextAccess = 0
let nextGroup = 0

/** Returns a copy of the code that reads and writes a number, for the field `key`. */
export function numberAccess(key: Key): NumberAccess {
  return ACCESSES[nextAccess++ % ACCESSES.length]!(key)
}

/** Returns a copy of the code that compares and reads fields, for these four. */
export function fieldGroup(a: Key, b: Key, c: Key, d: Key): FieldGroup {
  return GROUPS[nextGroup++ % GROUPS.length]!(a, b, c, d)
}

// biome-ignore format: one copy a line
const ACCESSES: readonly ((key: Key) => NumberAccess)[] = [
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
  (k) => ({ read: (o, to, i) => void (to[i] = o[k] as number), write: (o, from, i) => void (o[k] = from[i]) }),
]

// biome-ignore format: one copy a line
const GROUPS: readonly ((a: Key, b: Key, c: Key, d: Key) => FieldGroup)[] = [
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
  (a, b, c, d) => ({ find: (os, was, at, w, marks) => { for (let n = 0, i = at; n < os.length; n++, i += w) { const o = os[n]!; if (o[a] !== was[i] || o[b] !== was[i + 1] || o[c] !== was[i + 2] || o[d] !== was[i + 3]) marks[n]! |= 1 } }, read: (o, to) => { to[0] = o[a]; to[1] = o[b]; to[2] = o[c]; to[3] = o[d] }, readNumbers: (o, to) => { to[0] = o[a] as number; to[1] = o[b] as number; to[2] = o[c] as number; to[3] = o[d] as number } }),
]
