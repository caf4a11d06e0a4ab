import type { Seconds } from '../base/units.ts'
import { angleDifference, type Curve, isRotation, velocityOf } from './curves.ts'

/** The default half-life of an offset. */
const HALF_LIFE_SECONDS: Seconds = 0.08
/** At an offset of this many units (radians for angles) the decay is twice as fast as at a small one. */
const FASTER_AT_UNITS = 16
const FASTER_AT_RADIANS = 1
/** Less than this cannot be seen and counts as zero: a thousandth of a unit or of a radian. */
const NOTHING = 0.001
/** An error of more units than this is shown at once, because easing it would look like a flight. */
const GIVE_UP_UNITS = 64
/** The half-life and the limit for movement that was extrapolated wrongly. */
const RETURN_HALF_LIFE_SECONDS: Seconds = 0.02
const RETURN_GIVE_UP_UNITS = 350
/** How fast the eye follows a returning picture: in proportion to the picture's own speed, plus a speed at rest. */
const FOLLOWED = 1.5
const FOLLOWED_UNITS_PER_SECOND = 90
/**
 * The limit at any speed: at 60 frames per second, 6 units beyond the normal step, which hardly looks like a jump. While the
 * moment shown runs faster, the distance that this adds to a step counts towards the limit, but a quarter always remains.
 */
const MOST_FOLLOWED_UNITS_PER_SECOND = 360
const LEAST_SHARE_FOLLOWED = 0.25
/** The limit is never slower than would bring the picture back in this time. */
const FOLLOWED_SECONDS = 0.5

/** The limits of a decay: the seconds that pass, and the most units that the offset may change in them. */
const limits = /* @__PURE__ */ new Float64Array(2)

/**
 * Hides a correction of the truth from the eye. The simulation is corrected at once, and the picture keeps the difference as an
 * offset that decays (half-life 80 ms, faster while large) to exactly 0. Linear and smooth columns, angles and rotations are
 * eased. `step` columns and functions change at once because the values in between are unknown. So do columns that hold the
 * velocity of another. If any eased column is off by more than 64 units, all columns change at once because a picture shows one
 * moment. So make a velocity that no other column names a `step`: its errors, often of hundreds, would end the easing. The
 * offset of a quaternion is the difference of its parts, with the sign that makes it small; the picture has unit length. The
 * sum over frames does not depend on the frame rate. (Glenn Fiedler, "State Synchronization"; Quake III, cg_predict.) Nothing
 * allocates after construction. All calls may be made in frames.
 */
export class ErrorOffset {
  readonly #curves: readonly Curve[]
  readonly #columns: number
  /**
   * The offsets. With quaternions, they are followed by the pictures that they were last added to: their signs may change
   * between frames.
   */
  readonly #offsets: Float64Array
  #units = 0
  #radians = 0
  readonly #halfLifeSeconds: Seconds
  readonly #giveUpUnits: number

  /**
   * One curve per column; those of rotations come in fours. `halfLifeSeconds`: above 0, default 0.08. `giveUpUnits`: above 0,
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
   * offset applied, nothing jumps. Angles and quaternions go the short way. An offset above `giveUpUnits` in any column, or
   * NaN, clears all.
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

  /** Lets the offset decay for `dtSeconds` (>= 0). */
  decay(dtSeconds: Seconds): void {
    limits[0] = dtSeconds
    limits[1] = Number.POSITIVE_INFINITY
    this.#decay(limits)
  }

  /**
   * Does what `decay` does, but no faster than the eye can follow: 1.5 times the distance from `before` to `picture`, both
   * without offset, plus 90 units per second. The limit is at most 360 units per second, less what a faster moment adds to the
   * distance. It is at least a quarter of that 360, and always enough to be back in half a second. `time[0]` is the seconds
   * that pass, `time[1]` how far the moment shown moves in each: passing fractional numbers would cost 16 bytes per entity.
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

  /** Adds the offset to a picture, in place. Without an offset the picture stays equal to the bit. */
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

  /** Forgets the offset, for example after a teleport, a gap or a respawn. */
  clear(): void {
    this.#offsets.fill(0)
    this.#units = 0
    this.#radians = 0
  }

  /** Whether there is an offset. */
  get active(): boolean {
    return this.#units > 0 || this.#radians > 0
  }

  /** The length of the offset: the root of the sum of the squares of the linear and smooth columns, in their units. */
  get units(): number {
    return this.#units
  }

  /** Decays by the exact solution of x' = -rate x (1 + x / fast), so that one long frame equals many short ones. */
  #decay(limits: Float64Array): void {
    const dtSeconds = limits[0]!
    const mostUnits = limits[1]!
    if (!this.active || !(dtSeconds > 0)) return
    // The factor becomes 0 after a long sleep, when its inverse would be infinite.
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
      // The parts of a quaternion are those of half the angle.
      if (isRotation(curve)) this.#radians = Math.max(this.#radians, 2 * size)
      else if (curve === 'angle') this.#radians = Math.max(this.#radians, size)
      else squares += size ** 2
    }
    this.#units = Math.sqrt(squares)
  }
}

/** Makes an offset for a picture that was extrapolated wrongly. It returns quickly, but no faster than the eye follows. */
export function returnOffset(curves: readonly Curve[]): ErrorOffset {
  return new ErrorOffset(curves, RETURN_HALF_LIFE_SECONDS, RETURN_GIVE_UP_UNITS)
}

/** Whether the offset of a column is in radians. */
const isTurn = (curve: Curve | undefined): boolean => curve === 'angle' || isRotation(curve)
