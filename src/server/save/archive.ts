import { GlissadeError } from '../../base/error.ts'
import type { Ms } from '../../base/units.ts'

/**
 * Saves or restores. Each part of a room has one function for both directions, which passes every number of its state through an
 * archive: `this.#left = archive.number(this.#left)`. `SaveWriter` writes the value and returns it. `SaveReader` ignores the
 * value, and returns what was written. So the two directions cannot differ. Allocates.
 */
export interface Archive {
  /** Whether values come from the saved bytes. */
  readonly isRestoring: boolean
  flag(value: boolean): boolean
  /** Any number, to the bit. Small whole numbers are short. */
  number(value: number): number
  /** A whole number of 32 bits that is usually near 0. */
  offset(value: number): number
  /** A moment of the process's clock. The restored room may have another clock, so it is moved with the present. */
  ms(value: Ms): Ms
  text(value: string): string
  bytes(value: Uint8Array): Uint8Array
  /** Data that can be structured-cloned. `path` is its name in errors. Entities and players in it stay themselves. */
  data(value: unknown, path: string): unknown
}

/** Something that saves and restores its state. */
export interface Archived {
  archive(archive: Archive): void
}

/** The numbers of an array, in place. Its length stays as it is. */
export function archiveNumbers(
  archive: Archive,
  values: number[] | Int32Array | Float64Array,
  from = 0,
  to: number = values.length,
): void {
  for (let i = from; i < to; i++) values[i] = archive.number(values[i]!)
}

/** No list of a room has more items. */
const MOST_ITEMS = 1_000_000

/** A list: its length, and each item by `each`, which returns the item, and gets undefined for one that is to be restored. */
export function archiveList<T, R>(
  archive: Archive,
  list: readonly T[],
  each: (item: T | undefined) => R,
): R[] {
  const count = archive.number(list.length)
  if (!(count >= 0 && count <= MOST_ITEMS)) throw unreadable()
  const items: R[] = []
  for (let i = 0; i < count; i++) items.push(each(archive.isRestoring ? undefined : list[i]))
  return items
}

/** A number that is usually as expected. */
export function archiveExpected(archive: Archive, value: number, expected: number): number {
  return archive.flag(value === expected) ? expected : archive.number(value)
}

/** A whole number that is usually close to the expected one. */
export function archiveNear(archive: Archive, value: number, expected: number): number {
  return archive.flag(value === expected) ? expected : expected + archive.number(value - expected)
}

/** The error for bytes that no room was saved as. */
export function unreadable(): GlissadeError {
  return new GlissadeError('misuse', 'restore: these bytes are no saved room, or not all of it')
}
