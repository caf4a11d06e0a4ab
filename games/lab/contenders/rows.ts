import { hermiteCurve } from 'glissade'
import type { Curve } from 'glissade/parts'
import { type MotionSnapshot, SHOWN, SHOWN_WIDTH, STATE, STATE_WIDTH } from 'glissade/score'

/** The columns of a row in the lab: an entity's state, and the server's time in the scorer's tracer with its even rate. */
const COLUMN = { x: 0, y: 1, vx: 2, vy: 3, tracer: 4, tracerRate: 5 } as const
/** How many numbers a row has. */
export const ROW_WIDTH = 6
/** The tracer is kept in units so large that no distance in it counts next to those of places. */
const TRACER_SCALE = 1e-6

/** Cubics with the sent velocities. */
export const SENT_CURVES: readonly Curve[] = [
  hermiteCurve(COLUMN.vx),
  hermiteCurve(COLUMN.vy),
  'step',
  'step',
  hermiteCurve(COLUMN.tracerRate),
  'step',
]

/** Straight lines. */
export const LINEAR_CURVES: readonly Curve[] = [
  'linear',
  'linear',
  'step',
  'step',
  'linear',
  'step',
]

/** Writes an entity's row of a snapshot to `row`. */
export function readRow(
  { states }: Pick<MotionSnapshot, 'states'>,
  entity: number,
  row: Float64Array,
): void {
  const at = entity * STATE_WIDTH
  row[COLUMN.x] = states[at + STATE.x]!
  row[COLUMN.y] = states[at + STATE.y]!
  row[COLUMN.vx] = states[at + STATE.vx]!
  row[COLUMN.vy] = states[at + STATE.vy]!
  row[COLUMN.tracer] = states[at + STATE.tracer]! * TRACER_SCALE
  row[COLUMN.tracerRate] = 1000 * TRACER_SCALE
}

/** Writes a row, or `null` for nothing, to an entity's place in what a player shows. */
export function showRow(row: Float64Array | null, entity: number, shown: Float64Array): void {
  const at = entity * SHOWN_WIDTH
  shown[at + SHOWN.x] = row ? row[COLUMN.x]! : Number.NaN
  shown[at + SHOWN.y] = row ? row[COLUMN.y]! : Number.NaN
  shown[at + SHOWN.tracer] = row ? row[COLUMN.tracer]! / TRACER_SCALE : Number.NaN
}
