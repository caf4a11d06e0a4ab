import type { Ms } from '../../base/units.ts'
import type { Curve } from '../../motion/curves.ts'
import { hermiteCurve } from '../../motion/hermite-curve.ts'
import { LeastCostDelay } from '../../time/playout/least-cost-delay.ts'
import { COLUMN } from '../opponents/track-foresight.ts'
import { type Foresight, TrackPlayer } from '../opponents/track-player.ts'
import type { MotionContender } from './player.ts'

/** Places with their velocities, and the tracer. */
const CURVES: readonly Curve[] = [
  hermiteCurve(COLUMN.vx),
  hermiteCurve(COLUMN.vy),
  'step',
  'step',
  hermiteCurve(COLUMN.tracerRate),
  'step',
]
/** As much of the past as a session holds of players. */
const HELD_SECONDS = 3
/** Longer than any lane's wall: the render clock decides when a picture stands still. */
const EXTRAPOLATE_MS: Ms = 400

/**
 * The engine's default clock, tracks and lanes, and what the server says of each entity: how far it can be
 * extrapolated, and its states between two snapshots, where the curve would miss them. What a session has beside,
 * fields on a grid and the age of inputs, is not in it.
 */
export const glissade: MotionContender = /* @__PURE__ */ contender(
  'glissade',
  'least-cost delay, Hermite curves, each entity extrapolated as far as the server says',
  'server',
)

/** The parts used alone: how far each entity can be extrapolated is measured from what arrives. */
export const glissadeAlone: MotionContender = /* @__PURE__ */ contender(
  'glissade-alone',
  'as glissade, without a Glissade server: it measures from what arrives how far to extrapolate',
  'arrivals',
)

/** Pure interpolation: nothing is shown that has not arrived. */
export const glissadeInterpolation: MotionContender = /* @__PURE__ */ contender(
  'glissade-interpolation',
  'least-cost delay and Hermite curves, no extrapolation',
  'arrivals',
  0,
)

function contender(
  name: string,
  about: string,
  foresight: Foresight,
  extrapolateMs?: Ms,
): MotionContender {
  return {
    name,
    about,
    create(scene) {
      const tracks = {
        curves: CURVES,
        capacity: 2 ** Math.max(5, Math.ceil(Math.log2(HELD_SECONDS * scene.sendHz))),
        extrapolateMs: extrapolateMs ?? EXTRAPOLATE_MS,
      }
      return new TrackPlayer(scene, new LeastCostDelay({ extrapolateMs }), tracks, foresight)
    },
  }
}
