import type { Ms } from '../../base/units.ts'
import type { Curve } from '../../motion/curves.ts'
import { hermiteCurve } from '../../motion/hermite-curve.ts'
import { LeastCostDelay } from '../../time/playout/least-cost-delay.ts'
import { COLUMN } from '../opponents/track-foresight.ts'
import { type Foresight, TrackPlayer } from '../opponents/track-player.ts'
import type { MotionContender } from './player.ts'

/** The curves of places and their velocities, and of the tracer. */
const CURVES: readonly Curve[] = [
  hermiteCurve(COLUMN.vx),
  hermiteCurve(COLUMN.vy),
  'step',
  'step',
  hermiteCurve(COLUMN.tracerRate),
  'step',
]
/** How much of the past is held: as much as a session holds of players. */
const HELD_SECONDS = 3
/** Longer than any lane's limit, so that the render clock decides when a picture stands still. */
const EXTRAPOLATE_MS: Ms = 400

/**
 * The engine's default clock, tracks and lanes, with what the server says of each entity: how far it can be extrapolated, and
 * extra states between two snapshots that the curve would miss. Unlike a session, it has no fields on a grid and no age of
 * inputs.
 */
export const glissade: MotionContender = /* @__PURE__ */ contender(
  'glissade',
  'uses the least-cost delay and Hermite curves, and extrapolates each entity as far as the server says',
  'server',
)

/** The engine's parts without its server: they measure from arriving snapshots how far each entity can be extrapolated. */
export const glissadeAlone: MotionContender = /* @__PURE__ */ contender(
  'glissade-alone',
  'works like glissade, but without a Glissade server: it measures from arriving snapshots how far to extrapolate',
  'arrivals',
)

/** Pure interpolation: it shows nothing that has not arrived. */
export const glissadeInterpolation: MotionContender = /* @__PURE__ */ contender(
  'glissade-interpolation',
  'uses the least-cost delay and Hermite curves, and never extrapolates',
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
