import type { Curve } from '../../motion/curves.ts'
import { hermiteCurve } from '../../motion/hermite-curve.ts'
import { Track, type TrackOptions } from '../../motion/track.ts'
import type { Playout } from '../../time/playout/playout.ts'
import type { MotionContender, MotionScene } from '../measures/player.ts'
import { COLUMN } from './track-foresight.ts'
import { TrackPlayer } from './track-player.ts'

/** Options of `playoutContender`: those of a `Track` except its columns, and a choice of curve. */
export interface PlayoutContenderOptions extends Omit<TrackOptions, 'curves' | 'fadeMs'> {
  /**
   * How places move between snapshots: `sent` is the cubic with the sent velocities, `hermite` is the cubic whose slopes come
   * from the places, and `linear` is the straight line. Default `sent`.
   */
  readonly curve?: 'sent' | 'hermite' | 'linear' | undefined
}

/**
 * Makes a contender of Glissade's own parts, to score settings of your own: a `Track` for each entity, all at the render time
 * of the `Playout` that `makePlayout` returns for the scene. Throws `misuse` for settings that a `Track` refuses.
 */
export function playoutContender(
  name: string,
  makePlayout: (scene: MotionScene) => Playout,
  options: PlayoutContenderOptions = {},
): MotionContender {
  const { curve = 'sent', ...rest } = options
  const trackOptions: TrackOptions = { ...rest, curves: curvesOf(curve) }
  // Wrong settings throw here, not in the middle of a score.
  new Track(trackOptions)
  return {
    name,
    about: `a Playout and Tracks, ${curve}, extrapolated ${options.extrapolateMs ?? 100} ms`,
    create: (scene) => new TrackPlayer(scene, makePlayout(scene), trackOptions, 'none'),
  }
}

function curvesOf(curve: 'sent' | 'hermite' | 'linear'): readonly Curve[] {
  const place = (velocity: number): Curve =>
    curve === 'linear' ? curve : hermiteCurve(curve === 'sent' ? velocity : undefined)
  const tracer = place(COLUMN.tracerRate)
  return [place(COLUMN.vx), place(COLUMN.vy), 'step', 'step', tracer, 'step']
}
