import { above0, from0, misuse } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import { type Curve, checkCurves, velocityOf } from './curves.ts'
import type { ErrorOffset } from './error-offset.ts'

/** Settings of a `DeadReckoning`, the same on both ends. */
export interface DeadReckoningOptions {
  /**
   * The curve of a position names the column of its velocity, `hermiteCurve(column)`; at least one curve does. Other columns
   * stand still; of these, only `step` columns are sent as soon as they change.
   */
  readonly curves: readonly Curve[]
  /** How far the true positions, all together, may be from the estimate before they are sent. At least 0. */
  readonly thresholdUnits: number
  /** The longest time without an update, above 0. Default 1000. The estimate moves on for at most twice as long. */
  readonly maxSilenceMs?: Ms | undefined
  /** Receiver: eases what an update changes, so that nothing jumps. Made with the same curves. Default: none. */
  readonly offset?: ErrorOffset | undefined
}

/**
 * Dead reckoning: both ends extrapolate an entity from the state and the velocity sent last, and the sender stays silent while
 * that is close enough to the truth. Use one on the sender for each entity (`shouldSend`), and one on the receiver (`received`,
 * `estimate`). If nothing is lost, the receiver is never further off than the threshold at the moments that the sender checked
 * (IEEE 1278, "Distributed Interactive Simulation"). Times are the sender's on both ends. Nothing allocates after construction.
 * All methods may be called in frames and steps.
 */
export class DeadReckoning {
  readonly #columns: number
  readonly #curves: readonly Curve[]
  readonly #thresholdUnits: number
  readonly #maxSilenceMs: Ms
  readonly #offset: ErrorOffset | undefined
  readonly #state: Float64Array
  readonly #estimate: Float64Array
  readonly #again: Float64Array
  #stateMs: Ms = Number.NaN
  #estimatedMs: Ms = Number.NaN
  #sent = 0

  /** Throws `misuse` for numbers out of range, and when no curve names a velocity. */
  constructor({ curves, thresholdUnits, maxSilenceMs = 1000, offset }: DeadReckoningOptions) {
    if (!checkCurves(curves).some((curve) => velocityOf(curve) >= 0))
      misuse('curves', 'without a velocity', 'a list with a hermiteCurve(column)')
    const columns = curves.length
    this.#columns = columns
    this.#curves = curves
    this.#thresholdUnits = from0(thresholdUnits, 'thresholdUnits')
    this.#maxSilenceMs = above0(maxSilenceMs, 'maxSilenceMs')
    this.#offset = offset
    this.#state = new Float64Array(columns)
    this.#estimate = new Float64Array(columns)
    this.#again = new Float64Array(columns)
  }

  /**
   * Sender: whether the state `values` at `timeMs` has to be sent. True the first time, when a `step` column has changed, when
   * the positions are off their estimate by more than the threshold, and after `maxSilenceMs`. If it is true, you must send the
   * state: the estimate starts from it on both ends. Call once per step.
   */
  shouldSend(timeMs: Ms, values: ArrayLike<number>): boolean {
    let isDue = !(timeMs - this.#stateMs < this.#maxSilenceMs)
    this.#reckon(timeMs, this.#estimate)
    let square = 0
    for (let i = 0; i < this.#columns; i++) {
      const off = values[i]! - this.#estimate[i]!
      if (typeof this.#curves[i] === 'object') square += off * off
      else if (this.#curves[i] === 'step' && off !== 0) isDue = true
    }
    if (square > this.#thresholdUnits * this.#thresholdUnits) isDue = true
    if (!isDue) return false
    this.#begin(timeMs, values)
    this.#sent++
    return true
  }

  /** Receiver: reads an update of `timeMs`. Ignores an update that is not newer than the last. */
  received(timeMs: Ms, values: ArrayLike<number>): void {
    if (!Number.isNaN(this.#stateMs) && !(timeMs > this.#stateMs)) return
    this.#begin(timeMs, values)
    if (!this.#offset || Number.isNaN(this.#estimatedMs)) return
    this.#reckon(this.#estimatedMs, this.#again)
    this.#offset.add(this.#estimate, this.#again)
    // Another update may come before the next frame, so the offset now starts from this picture.
    this.#estimate.set(this.#again)
  }

  /**
   * Writes the position at `timeMs` according to the last update, plus the rest of the eased difference, and returns true.
   * Without an update it returns false and leaves `out` alone. Times must grow. Call once per frame.
   */
  estimate(timeMs: Ms, out: Float64Array): boolean {
    if (Number.isNaN(this.#stateMs)) return false
    this.#reckon(timeMs, this.#estimate)
    for (let i = 0; i < this.#columns; i++) out[i] = this.#estimate[i]!
    this.#offset?.decay((timeMs - this.#estimatedMs) / 1000)
    this.#offset?.apply(out)
    this.#estimatedMs = timeMs
    return true
  }

  /** How often `shouldSend` was true. */
  get sent(): number {
    return this.#sent
  }

  #begin(stateMs: Ms, values: ArrayLike<number>): void {
    for (let i = 0; i < this.#columns; i++) this.#state[i] = values[i]!
    this.#stateMs = stateMs
  }

  /**
   * Extrapolates the last state to `timeMs`, even to a time before it, because an update may be older than the last picture.
   */
  #reckon(timeMs: Ms, out: Float64Array): void {
    const state = this.#state
    const seconds = Math.min(timeMs - this.#stateMs, 2 * this.#maxSilenceMs) / 1000
    for (let i = 0; i < this.#columns; i++) {
      const velocity = velocityOf(this.#curves[i])
      if (velocity < 0) out[i] = state[i]!
      else out[i] = state[i]! + state[velocity]! * seconds
    }
  }
}
