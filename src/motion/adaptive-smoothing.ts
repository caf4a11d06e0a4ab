import { above0 } from '../base/settings.ts'
import type { Ms, Seconds } from '../base/units.ts'
import { type Curve, checkCurves } from './curves.ts'
import { ErrorRecord } from './error-record.ts'
import { SmoothingFactor } from './smoothing-factor.ts'

/** The factors that are tried out all the time. */
const FACTORS: readonly number[] = [0.03, 0.05, 0.08, 0.13, 0.2, 0.33, 0.6, 1]
/** The factor before any error is known: the default of `SmoothingFactor`. */
const FIRST_FACTOR = 0.2
/** The place of the picture on display among those that are recorded. */
const SHOWN = FACTORS.length
/** A picture that only stands still and jumps is as bad as one that moves evenly, this far behind. */
const PRICE_SECONDS: Seconds = 1
/** The factor goes to the best one with this time constant, so that its change cannot be seen. */
const CHANGE_SECONDS: Seconds = 0.5

/** Settings of an `AdaptiveSmoothing`. */
export interface AdaptiveSmoothingOptions {
  /** How each column moves towards its target, and between two states. */
  readonly curves: readonly Curve[]
  /** How far the recorded errors reach back: after this time, an error counts for a third. Above 0, default 5. */
  readonly seconds?: Seconds | undefined
  /** As in `SmoothingFactor`. Default: never. */
  readonly snapUnits?: number | undefined
}

/**
 * A `SmoothingFactor` that adjusts itself to the interpolation error. It follows the target with eight factors from 0.03 to 1 at
 * once, shows none of them, and records how far each is from the truth and how unevenly each moves, as `InterpolationError`
 * does. The factor on display goes to the one with the least mean error, plus what the truth covers in a second times the
 * unevenness. It grows where the picture lags too far behind, and shrinks where the picture jerks. The result does not depend on
 * the frame rate. It takes the time and the memory of many `SmoothingFactor`s: for more than a few entities, let one of them set
 * the `factor` of all. Nothing allocates after construction. All methods may be called in frames.
 */
export class AdaptiveSmoothing {
  readonly #record: ErrorRecord
  readonly #tried: readonly SmoothingFactor[]
  readonly #shown: SmoothingFactor
  readonly #picture: Float64Array

  /** Throws `misuse` when a setting is out of its range, and when the curves make no record. */
  constructor({ curves, seconds = 5, snapUnits }: AdaptiveSmoothingOptions) {
    const made = (factor: number) => new SmoothingFactor({ curves, factor, snapUnits })
    this.#tried = FACTORS.map(made)
    this.#shown = made(FIRST_FACTOR)
    const pictures = FACTORS.length + 1
    this.#record = new ErrorRecord(checkCurves(curves), pictures, above0(seconds, 'seconds'))
    this.#picture = new Float64Array(curves.length)
  }

  /**
   * Notes the state of `stampMs` that has arrived, in any order. `isBroken`: the entity was teleported there, so that until
   * `stampMs` it was where the state before says.
   */
  arrived(stampMs: Ms, values: ArrayLike<number>, isBroken = false): void {
    this.#record.arrived(stampMs, values, isBroken)
  }

  /**
   * Moves towards `target` for `dtSeconds`, as `SmoothingFactor.follow` does, and writes the result to `out`, which may be
   * `target` itself. `timeMs`: the moment of the server's time that the frame is to show. On top of a `Track` this is the render
   * time. Where the target is the newest state, it is the time of a `FixedDelay(0)`. Times must grow; in a frame whose time is
   * NaN, nothing is recorded. Call once per frame.
   */
  follow(timeMs: Ms, target: ArrayLike<number>, dtSeconds: Seconds, out: Float64Array): void {
    const record = this.#record
    const isRecorded = !Number.isNaN(timeMs)
    if (isRecorded) record.begin(timeMs, dtSeconds)
    for (let i = 0; i < FACTORS.length; i++) {
      this.#tried[i]!.follow(target, dtSeconds, this.#picture)
      if (isRecorded) record.take(i, this.#picture)
    }
    this.#shown.follow(target, dtSeconds, this.#picture)
    for (let i = 0; i < this.#picture.length; i++) out[i] = this.#picture[i]!
    if (!isRecorded) return
    record.take(SHOWN, this.#picture)
    record.end()
    if (dtSeconds > 0) this.#adjust(dtSeconds)
  }

  /** The factor of the next frame. */
  get factor(): number {
    return this.#shown.factor
  }

  /** The mean distance of the picture to the truth, in units. NaN before the first frame whose truth is known. */
  get meanUnits(): number {
    return this.#record.units[SHOWN]!
  }

  /** How unevenly the picture moved, as in `InterpolationError`. */
  get unevenness(): number {
    return this.#record.unevenness[SHOWN]!
  }

  /** Goes to the next target at once, and forgets all states and frames, but not the means: for use after a gap. */
  clear(): void {
    this.#record.clear()
    for (let i = 0; i < FACTORS.length; i++) this.#tried[i]!.clear()
    this.#shown.clear()
  }

  #adjust(dtSeconds: Seconds): void {
    const { units, unevenness, speed } = this.#record
    let best = FIRST_FACTOR
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < FACTORS.length; i++) {
      const cost = units[i]! + PRICE_SECONDS * speed * unevenness[i]!
      if (!(cost < least)) continue
      least = cost
      best = FACTORS[i]!
    }
    const share = 1 - Math.exp(-dtSeconds / CHANGE_SECONDS)
    this.#shown.factor += (best - this.#shown.factor) * share
  }
}
