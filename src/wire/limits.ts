// Limits of the wire format, for both ends and everything in this folder.

/** The most inputs in one packet. */
export const MAX_INPUTS = 128

/** The most moments on display that an INPUT packet tells. */
export const MOST_MOMENTS = 4

/** The length of the history. A baseline is at most `HISTORY_TICKS - 1` network ticks old. */
export const HISTORY_TICKS = 128

/** The greatest length of a message's JSON in UTF-16 units. */
export const MAX_MESSAGE = 16_383

/** The most events in one body. */
export const MAX_EVENTS = 255

/** The most extra states in a record. */
export const MAX_EXTRAS = 3

/** The most steps from an extra state to its record's own time. */
export const MAX_STEPS_BACK = 63

/** The greatest magnitude of a signed number of 20 bits. */
export const S20 = 0x7ffff

/** Limits a number to the range of a signed number of 20 bits. */
export function clampS20(value: number): number {
  return value > S20 ? S20 : value < -S20 ? -S20 : value
}
