import type { Ms } from '../../base/units.ts'
import type { MotionScene } from '../score/player.ts'

/**
 * Decides which moment of the server's time is shown: one half of an opponent, the other being the curve through the
 * snapshots (`InterpolationBuffer`). It sees when snapshots came and what time they carry, never what is in them.
 * Unlike a `Playout` it may run backwards, where the engine it is made after does.
 */
export interface RenderRule {
  /** Called once, before all else. */
  begin(scene: MotionScene): void
  /** A snapshot true at `stampMs` of the server's clock came at `arrivedAtMs` of the client's; in any order. */
  arrived(stampMs: Ms, arrivedAtMs: Ms): void
  /** The server's time to show in the frame at `nowMs` of the client's clock; NaN before the first snapshot. */
  frame(nowMs: Ms): Ms
}
