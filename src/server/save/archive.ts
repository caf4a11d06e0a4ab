import { GlissadeError } from '../../base/error.ts'
import { type Ms, SUBTICKS_PER_STEP, type SubTick, type Tick } from '../../base/units.ts'

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

/** The greatest number of a step, of a network tick, and of a moment of a room's time. They are reached after 270 years. */
export const MOST_TICK: Tick = 2 ** 40
export const MOST_NETWORK_TICK: Tick = 2 ** 31 - 1
const MOST_SUBTICK: SubTick = MOST_TICK * SUBTICKS_PER_STEP
/** The furthest from 0 that a moment of a clock, or any other measured number, can be. */
const MOST_MEASURED = 2 ** 53

/** A whole number. Throws `misuse` for one that is out of range. */
export function archiveWhole(archive: Archive, value: number, least: number, most: number): number {
  const whole = archive.number(value)
  return Number.isInteger(whole) && whole >= least && whole <= most ? whole : fail(archive)
}

/** A number, within 2^53 of 0. Throws `misuse` for any other. */
export function archiveFinite(archive: Archive, value: number): number {
  const finite = archive.number(value)
  return Math.abs(finite) <= MOST_MEASURED ? finite : fail(archive)
}

/** A moment of the room's time, or a span between two. Throws `misuse` for one that no room reaches. */
export function archiveSubTicks(archive: Archive, value: SubTick): SubTick {
  return archiveWhole(archive, value, -MOST_SUBTICK, MOST_SUBTICK)
}

/** A network tick, at most `latest`; -1: none. */
export function archiveNetworkTick(
  archive: Archive,
  tick: Tick,
  latest: Tick = MOST_NETWORK_TICK,
): Tick {
  return archiveWhole(archive, tick, -1, latest)
}

/** A moment of the process's clock that is known. */
export function archiveMs(archive: Archive, value: Ms): Ms {
  const ms = archive.ms(value)
  return Math.abs(ms) <= MOST_MEASURED ? ms : fail(archive)
}

/** The numbers of an array, in place. Its length stays as it is. */
export function archiveNumbers(
  archive: Archive,
  values: number[] | Int32Array | Float64Array,
  from = 0,
  to: number = values.length,
): void {
  for (let i = from; i < to; i++) values[i] = archiveFinite(archive, values[i]!)
}

/** No list of a room has more items. */
const MOST_ITEMS = 1_000_000

/** A list: its length, and each item by `each`, which returns the item, and gets undefined for one that is to be restored. */
export function archiveList<T, R>(
  archive: Archive,
  list: readonly T[],
  each: (item: T | undefined) => R,
): R[] {
  const count = archiveWhole(archive, list.length, 0, MOST_ITEMS)
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
export function unreadable(cause?: unknown): GlissadeError {
  const why = 'restore: these bytes are no saved room, or not all of it'
  return new GlissadeError('misuse', why, cause === undefined ? {} : { cause })
}

/** Returns what `read` returns. What else goes wrong in it, such as too little memory, is unreadable too. */
export function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof GlissadeError ? error : unreadable(error)
  }
}

/** Throws `misuse` unless something holds that is true of every room. */
export function check(archive: Archive, isSo: boolean): void {
  if (!isSo) fail(archive)
}

function fail(archive: Archive): never {
  if (archive.isRestoring) throw unreadable()
  throw new GlissadeError('misuse', 'save: the room is in a state that cannot be restored')
}
