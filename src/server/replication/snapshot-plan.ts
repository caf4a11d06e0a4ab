import type { Ms } from '../../base/units.ts'
import type { BitWriter } from '../../wire/bits.ts'

/** What is decided about the snapshot of one client. A room has one plan, and fills it anew for each client. */
export interface SnapshotPlan {
  /** Its network tick, and the present. */
  tick: number
  nowMs: Ms
  /** The network ticks of its baseline, and of the baseline's own baseline; -1: none. */
  baseline: number
  before: number
  /** Whether there is anything to tell in a body. */
  hasBody: boolean
  /** Most bytes that it may take. */
  longest: number
}

/** Returns a plan in which nothing is decided. */
export function emptyPlan(): SnapshotPlan {
  return { tick: 0, nowMs: 0, baseline: -1, before: -1, hasBody: false, longest: 0 }
}

/** A body, aligned, and the bytes that it takes if it tells of everything. */
export interface CodedBody {
  readonly writer: BitWriter
  readonly wholeBytes: number
}
