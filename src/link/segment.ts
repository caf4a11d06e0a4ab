import type { Ms } from '../base/units.ts'

/** Bytes that TCP sends in one packet. */
export class Segment {
  /** The segment holds the bytes of the stream from `first` to before `end`. */
  first = 0
  end = 0
  /** When it was sent, for the last time. */
  sentAtMs: Ms = 0
  /** How often it was sent again. */
  repeats = 0
  /** Whether it has arrived before an earlier one. */
  isSacked = false
  isLost = false
  /** Whether a repeat of the lost segment is under way. */
  isRepeated = false
}
