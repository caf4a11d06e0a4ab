import type { Seconds } from '../base/units.ts'
import { angleDifference, type Curve, isRotation, velocityOf } from './curves.ts'

/** How an offset dies away, unless told otherwise. */
const HALF_LIFE_SECONDS: Seconds = 0.08
/** At an offset of this many units (radians for angles) the decay is twice as fast as at a small one. */
const FASTER_AT_UNITS = 16
const FASTER_AT_RADIANS = 1
/** What no eye can see is zero: a thousandth of a unit or of a radian. */
const NOTHING = 0.001
/** An error of more units than this is shown at once: easing it would be a flight, not a correction. */
const GIVE_UP_UNITS = 64
/** The same where movement was extrapolated wrongly. */
const RETURN_HALF_LIFE_SECONDS: Seconds = 0.02
const RETURN_GIVE_UP_UNITS = 350
/** How fast the eye follows a picture that returns, by its own speed and at rest. */
const FOLLOWED = 1.5
const FOLLOWED_UNITS_PER_SECOND = 90
/**
 * The limit at any speed: at 60 frames per second, 6 units beyond the normal step, which is hardly seen as a jump. While
 * the moment shown hurries, what that adds to the step counts towards the limit, but a quarter always remains.
 */
const MOST_FOLLOWED_UNITS_PER_SECOND = 360
const LEAST_SHARE_FOLLOWED = 0.25
/** And never slower than would bring it back in this time. */
const FOLLOWED_SECONDS = 0.5

/** What a decay has to keep to: the seconds that pass, and how many units it may go in them. */
const limits = /* @__PURE__ */ new Float64Array(2)

/**
 * Hides a correction of the truth from the eye: the simulation is corrected at once, the picture keeps the difference as an
 * offset that dies away (half-life 80 ms, faster while large), and in the end is exactly 0. Linear and smooth columns, angles
 * and rotations are eased; `step` columns and functions change at once, as nobody knows what lies between their values, and
 * so do columns that hold the velocity of another. When any eased column is off by more than 64 units, all columns change at
 * once, because a picture shows one moment. So make a velocity that no other column names a `step`: its errors, often of
 * hundreds, would end the easing. The offset of a quaternion is the difference of its parts, with the sign that makes it
 * small; what is shown has unit length. The sum over frames does not depend on the frame rate. (Glenn Fiedler, "State
 * Synchronization"; Quake III, cg_predict.) Nothing allocates after construction; all calls are made for frames.
 */
export class ErrorOffset {
  readonly #curves: readonly Curve[]
  readonly #columns: number
  /**
   * The offsets; with quaternions, behind them the pictures that they were last added to: their signs may change
   * between frames.
   */
  readonly #offsets: Float64Array
  #units = 0
  #radians = 0
  readonly #halfLifeSeconds: Seconds
  readonly #giveUpUnits: number

  /**
   * One curve per column; those of rotations come in fours. `halfLifeSeconds` above 0, default 0.08; `giveUpUnits` above 0,
   * default 64.
   */
  constructor(
    curves: readonly Curve[],
    halfLifeSeconds: Seconds = HALF_LIFE_SECONDS,
    giveUpUnits: number = GIVE_UP_UNITS,
  ) {
    this.#halfLifeSeconds = halfLifeSeconds
    this.#giveUpUnits = giveUpUnits
    const velocities = curves.map(velocityOf)
    const isStep = (curve: Curve, i: number) =>
      velocities.includes(i) || typeof curve === 'function'
    this.#curves = curves.some(isStep)
      ? curves.map((curve, i) => (isStep(curve, i) ? 'step' : curve))
      : curves
    this.#columns = curves.length
    this.#offsets = new Float64Array(curves.length * (curves.some(isRotation) ? 2 : 1))
  }

  /**
   * Adds the difference between two pictures of the same moment, before and after a correction, both without offset. With the
   * offset applied, nothing jumps. Angles and quaternions go the short way. An offset of more than 64 units in any column, or
   * one that is not a number, clears all.
   */
  add(oldPicture: ArrayLike<number>, newPicture: ArrayLike<number>): void {
    const offsets = this.#offsets
    for (let i = 0; i < this.#columns; i++) {
      const curve = this.#curves[i]
      if (isRotation(curve)) {
        curve.addOffset(offsets, i, oldPicture, newPicture)
        i += 3
      } else if (curve === 'angle')
        offsets[i] = angleDifference(newPicture[i]!, oldPicture[i]! + offsets[i]!)
      else if (curve !== 'step') offsets[i]! += oldPicture[i]! - newPicture[i]!
    }
    this.#measure()
  }

  /** Lets the offset die away for `dtSeconds` (>= 0). */
  decay(dtSeconds: Seconds): void {
    limits[0] = dtSeconds
    limits[1] = Number.POSITIVE_INFINITY
    this.#decay(limits)
  }

  /**
   * Does what `decay` does, no faster than the eye can follow: 1.5 times the way from `before` to `picture`, both without
   * offset, plus 90 units per second. The limit is at most 360 per second less the way that hurry added, at least a quarter of
   * that 360, and always enough to be back in half a second. `time`: the seconds that pass, and behind them how far the moment
   * shown moves on in each; an array, for a fraction handed over by itself would cost every entity 16 bytes.
   */
  decayFollowed(
    picture: ArrayLike<number>,
    before: ArrayLike<number>,
    time: Readonly<Float64Array>,
  ): void {
    if (!this.active) return
    const dtSeconds = time[0]!
    let squares = 0
    for (let i = 0; i < this.#columns; i++) {
      const curve = this.#curves[i]
      if (curve === 'step' || isTurn(curve)) continue
      squares += (picture[i]! - before[i]!) ** 2
    }
    const step = Math.sqrt(squares)
    const followed = FOLLOWED * step + FOLLOWED_UNITS_PER_SECOND * dtSeconds
    const hurry = Math.max(1, time[1]!)
    const hurried = step * (1 - 1 / hurry)
    const mostFollowed = (MOST_FOLLOWED_UNITS_PER_SECOND * dtSeconds) / hurry
    const slowest = Math.max(
      LEAST_SHARE_FOLLOWED * mostFollowed,
      (this.#units / FOLLOWED_SECONDS) * dtSeconds,
    )
    limits[0] = dtSeconds
    limits[1] = Math.max(Math.min(followed, mostFollowed - hurried), slowest)
    this.#decay(limits)
  }

  /** Adds the offset to a picture, in place. Without offset it is left as it is, to the bit. */
  apply(values: Float64Array): void {
    if (!this.active) return
    for (let i = 0; i < this.#columns; i++) {
      const curve = this.#curves[i]
      if (isRotation(curve)) {
        if (this.#radians > 0) curve.applyOffset(this.#offsets, i, values)
        i += 3
      } else values[i]! += this.#offsets[i]!
    }
  }

  /** Forgets the offset: after a teleport, a gap, a new life. */
  clear(): void {
    this.#offsets.fill(0)
    this.#units = 0
    this.#radians = 0
  }

  /** True while there is an offset. */
  get active(): boolean {
    return this.#units > 0 || this.#radians > 0
  }

  /** How long the offset is: the root of the sum of the squares of the linear and smooth columns, in their units. */
  get units(): number {
    return this.#units
  }

  /** By the exact solution of x' = -rate x (1 + x / fast), so that one long frame does what many short ones do. */
  #decay(limits: Float64Array): void {
    const dtSeconds = limits[0]!
    const mostUnits = limits[1]!
    if (!this.active || !(dtSeconds > 0)) return
    // Falls to 0 in a long sleep, where its inverse would be infinite.
    const decay = Math.exp((-Math.LN2 / this.#halfLifeSeconds) * dtSeconds)
    let unitsKept = decay / (1 + (this.#units / FASTER_AT_UNITS) * (1 - decay))
    let radiansKept = decay / (1 + (this.#radians / FASTER_AT_RADIANS) * (1 - decay))
    unitsKept = Math.max(unitsKept, 1 - mostUnits / this.#units)
    if (!(this.#units * unitsKept >= NOTHING)) unitsKept = 0
    if (this.#radians * radiansKept < NOTHING) radiansKept = 0
    for (let i = 0; i < this.#columns; i++) {
      this.#offsets[i]! *= isTurn(this.#curves[i]) ? radiansKept : unitsKept
    }
    this.#units *= unitsKept
    this.#radians *= radiansKept
  }

  #measure(): void {
    const offsets = this.#offsets
    let squares = 0
    this.#radians = 0
    for (let i = 0; i < this.#columns; i++) {
      const curve = this.#curves[i]
      const size = Math.abs(offsets[i]!)
      if (!(size <= this.#giveUpUnits)) return this.clear()
      // A quaternion's parts are those of half the angle.
      if (isRotation(curve)) this.#radians = Math.max(this.#radians, 2 * size)
      else if (curve === 'angle') this.#radians = Math.max(this.#radians, size)
      else squares += size ** 2
    }
    this.#units = Math.sqrt(squares)
  }
}

/** One for a picture that was extrapolated wrongly: it returns at once almost, but no faster than the eye follows. */
export function returnOffset(curves: readonly Curve[]): ErrorOffset {
  return new ErrorOffset(curves, RETURN_HALF_LIFE_SECONDS, RETURN_GIVE_UP_UNITS)
}

/** Whether a column is off by radians. */
const isTurn = (curve: Curve | undefined): boolean => curve === 'angle' || isRotation(curve)
