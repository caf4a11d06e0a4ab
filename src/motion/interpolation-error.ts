import { above0 } from '../base/settings.ts'
import type { Ms, Seconds } from '../base/units.ts'
import { type Curve, checkCurves } from './curves.ts'
import { ErrorRecord } from './error-record.ts'

/** Settings of an `InterpolationError`. */
export interface InterpolationErrorOptions {
  /** How each column moves between two states. Only the distance in `linear` and smooth columns is measured. */
  readonly curves: readonly Curve[]
  /** How far the mean reaches back: after this time, an error counts for a third. Above 0, default 5. */
  readonly seconds?: Seconds | undefined
}

/**
 * Records how wrong the picture of one entity was, on average over time. Nobody knows the truth when a frame is drawn. As soon
 * as newer states have arrived, the curve between the two states around the moment of that frame says where the entity was, and
 * the distance to the place that was shown is the error of that frame. Frames wait for their truth for up to 256 frames, and
 * are left out after that. The means do not depend on the frame rate. Nothing allocates after construction. All methods may be
 * called in frames.
 */
export class InterpolationError {
  readonly #record: ErrorRecord

  /** Throws `misuse` when `seconds` is out of range, and when the curves make no record. */
  constructor({ curves, seconds = 5 }: InterpolationErrorOptions) {
    this.#record = new ErrorRecord(checkCurves(curves), 1, above0(seconds, 'seconds'))
  }

  /**
   * Notes the state of `stampMs` that has arrived, in any order. `isBroken`: the entity was teleported there, so that until
   * `stampMs` it was where the state before says.
   */
  arrived(stampMs: Ms, values: ArrayLike<number>, isBroken = false): void {
    this.#record.arrived(stampMs, values, isBroken)
  }

  /**
   * Notes that a frame was to show the moment `timeMs` of the server's time, and showed `picture`, `dtSeconds` after the frame
   * before. Times must grow. Call once per frame; a NaN as time is ignored.
   */
  shown(timeMs: Ms, picture: ArrayLike<number>, dtSeconds: Seconds): void {
    if (Number.isNaN(timeMs)) return
    this.#record.begin(timeMs, dtSeconds)
    this.#record.take(0, picture)
    this.#record.end()
  }

  /** The mean distance to the truth, in units. NaN before the first frame whose truth is known. */
  get meanUnits(): number {
    return this.#record.units[0]!
  }

  /**
   * How unevenly the picture moved, on average: 0 for a picture whose every step is as long as that of the truth, however far
   * behind it is, and 1 for one that stands still or jumps all the time. NaN before the second frame whose truth is known.
   */
  get unevenness(): number {
    return this.#record.unevenness[0]!
  }

  /** Forgets all states and frames, but not the means: for use after a gap, or for another entity of the same sort. */
  clear(): void {
    this.#record.clear()
  }
}
