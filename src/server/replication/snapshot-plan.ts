import type { Ms } from '../../base/units.ts'
import type { BitWriter } from '../../wire/bits.ts'

/** What is decided about the snapshot of one client. A room has one plan, and fills it anew for each client. */
export interface SnapshotPlan {
  /** Its network tick, and the present. */
  tick: number
  nowMs: Ms
  /** The network ticks of its baseline, of the baseline's own baseline, and of the baseline of that; -1: none. */
  baseline: number
  before: number
  earlier: number
  /** Whether there is anything to tell in a body. */
  hasBody: boolean
  /** The most bytes that it may take, regardless of what is left of the client's byte budget. */
  mostBytes: number
}

/** Returns a plan in which nothing is decided. */
export function emptyPlan(): SnapshotPlan {
  return { tick: 0, nowMs: 0, baseline: -1, before: -1, earlier: -1, hasBody: false, mostBytes: 0 }
}

/** A body, aligned, and the bytes that it takes if it tells of everything. */
export interface CodedBody {
  readonly writer: BitWriter
  readonly wholeBytes: number
}
