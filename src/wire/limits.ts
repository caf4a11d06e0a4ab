// What the wire can say at most. Both ends, and everything in this folder, go by these.

/** Most inputs in one packet. */
export const MAX_INPUTS = 128

/** Network ticks of history: a baseline is at most one less old. */
export const HISTORY_TICKS = 128

/** Greatest length of a message's JSON in UTF-16 units. */
export const MAX_MESSAGE = 16_383

/** Most events in one body. */
export const MAX_EVENTS = 255

/** Most extra states in a record. */
export const MAX_EXTRAS = 3

/** Most steps that an extra state lies before the record's own time. */
export const MAX_STEPS_BACK = 63

/** The furthest from 0 that 20 bits with a sign say. */
export const S20 = 0x7ffff

/** Keeps a number within what 20 bits with a sign say. */
export function clampS20(value: number): number {
  return value > S20 ? S20 : value < -S20 ? -S20 : value
}
