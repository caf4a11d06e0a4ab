import type { SnapshotCoding } from '../game/define-game.ts'
import type { BitReader, BitWriter } from './bits.ts'
import type { BodySink } from './body.ts'
import type { ChangeList } from './change-list.ts'
import type { RowPlan } from './plan.ts'

/** Network ticks for which what was learnt by a body is kept at most: a baseline that is older is gone on from anew. */
export const KEPT_TICKS = 32

/** How the changed entities of bodies become bits. Made by `packed` or `dense`; a game takes one. */
export interface Coding extends SnapshotCoding {
  /**
   * Whether it is told of every entity that both ends hold a state of, and not just of the changed: the lists it writes
   * are of all of them, and it walks them by `BodySink.nextKnown`. Views of a client's own are never told so.
   */
  readonly asksOfAll: boolean
  /** The server's end, for a room. */
  writer(plans: readonly RowPlan[]): ChangesWriter
  /** The client's, for a session. */
  reader(plans: readonly RowPlan[]): ChangesReader
}

/** Writes changed entities. */
export interface ChangesWriter {
  /** The newest network tick from which on bodies tell something of the coding itself; -1: none. */
  readonly newsTick: number
  /** A network tick begins. `oldest`: of bodies before that nobody's baselines are, or what they have learnt is not needed. */
  begin(tick: number, oldest: number): void
  /**
   * Writes the changed entities of network tick `tick` against `baseline`, which was coded against `before`; -1: none. The
   * last thing in a body. `state` is what it returned for the body of that baseline, 0 for none; what it returns stands for
   * what it has learnt: bodies with the same `state`, `baseline` and `before` are the same.
   */
  write(
    writer: BitWriter,
    tick: number,
    baseline: number,
    before: number,
    list: ChangeList,
    state: number,
  ): number
}

/** Reads changed entities. */
export interface ChangesReader {
  /** Reads them to the end of the packet. False when they are malformed. */
  read(reader: BitReader, tick: number, baseline: number, before: number, sink: BodySink): boolean
}
