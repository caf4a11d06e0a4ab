import type { NamedCurve } from '../game/field.ts'
import { ACCELERATION_MS, steadyAcceleration } from './acceleration.ts'
import type { BracketRows, BracketSlopes, Curve, SmoothCurve } from './curves.ts'
import { hermite, isSmooth, velocityOf } from './curves.ts'
import { COLUMNS } from './samples.ts'
import { freezeSlopes } from './slopes.ts'

/**
 * A smooth curve. `velocity` is the column of the sent velocities, in units per second. They must match the position's
 * movement: the velocity of an entity that pushes against a wall shows as a bump. Default -1: slopes are computed from the
 * samples, and the curve never leaves their range. As the `curve` of a field it needs no argument, because the field names its
 * `velocity`.
 */
export function hermiteCurve(velocity = -1): NamedCurve {
  const curve: SmoothCurve = { name: 'hermite', velocity, withVelocity: hermiteCurve, slopes }
  return curve
}

const slopes = (curves: readonly Curve[]): BracketSlopes => new Slopes(curves)

/** The smooth columns of a bracket between its samples and beyond. Free of allocation. */
class Slopes implements BracketSlopes {
  readonly hasVelocities: boolean
  readonly #curves: readonly Curve[]

  constructor(curves: readonly Curve[]) {
    this.#curves = curves
    this.hasVelocities = curves.some((curve) => velocityOf(curve) >= 0)
  }

  freeze({ samples, isBroken }: BracketRows, place: number): void {
    freezeSlopes(samples, place, isBroken, this.#curves)
  }

  write(
    piece: Float64Array,
    from: number,
    to: number,
    weight: Float64Array,
    out: Float64Array,
    outAt: number,
  ): void {
    const curves = this.#curves
    const alpha = weight[0]!
    let slope = to + curves.length
    for (let i = 0; i < curves.length; i++) {
      if (!isSmooth(curves[i])) continue
      const start = piece[slope++]!
      const end = piece[slope++]!
      out[outAt + i] = hermite(piece[from + i]!, start, piece[to + i]!, end, alpha)
    }
  }

  extrapolate(
    { samples, before, from, to }: BracketRows,
    reach: Float64Array,
    out: Float64Array,
  ): void {
    const { values } = samples
    const reachMs = reach[0]!
    const fastMs = Math.min(reachMs, ACCELERATION_MS)
    let slope = to + this.#curves.length
    for (let i = 0; i < this.#curves.length; i++) {
      const curve = this.#curves[i]
      if (!isSmooth(curve)) continue
      out[i] = values[to + i]! + values[slope + 1]! * reachMs
      slope += 2
      const { velocity } = curve
      if (before < 0 || velocity < 0) continue
      const acceleration = steadyAcceleration(
        values[before + velocity]!,
        values[from + velocity]!,
        values[to + velocity]!,
        (values[from - COLUMNS]! - values[before - COLUMNS]!) / 1000,
        (values[to - COLUMNS]! - values[from - COLUMNS]!) / 1000,
      )
      out[i]! += (acceleration / 1e6) * fastMs * (reachMs - fastMs / 2)
    }
  }
}
