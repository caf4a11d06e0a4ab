import type { Ms } from '../../base/units.ts'
import type { Playout } from '../../time/playout/playout.ts'
import type { MotionContender, MotionScene } from '../measures/player.ts'
import { InterpolationBuffer, type InterpolationOptions } from './interpolation-buffer.ts'

/**
 * Decides which moment of the server's time is shown. It is one half of an opponent; the curve through the snapshots
 * (`InterpolationBuffer`) is the other. It sees when snapshots came and what time they carry, never their contents. Unlike a
 * `Playout`, it may run backwards if the engine's rule does.
 */
export interface RenderRule {
  /** Notes that a snapshot of `stampMs` on the server's clock came at `arrivedAtMs` on the client's; in any order. */
  arrived(stampMs: Ms, arrivedAtMs: Ms): void
  /** Returns the server's time to show in the frame at `nowMs` of the client's clock; NaN before the first snapshot. */
  frame(nowMs: Ms): Ms
}

/** Makes a contender of a rule for the time and a curve through the snapshots. The rule is made anew for each scene. */
export function ruleContender(
  name: string,
  about: string,
  makeRule: (scene: MotionScene) => RenderRule,
  options: InterpolationOptions = {},
): MotionContender {
  return {
    name,
    about,
    create(scene) {
      const rule = makeRule(scene)
      const buffer = new InterpolationBuffer(scene.entities, options)
      return {
        arrived(snapshot) {
          buffer.insert(snapshot)
          rule.arrived(snapshot.stampMs, snapshot.arrivedAtMs)
        },
        frame: (nowMs, shown) => buffer.show(rule.frame(nowMs), nowMs, shown),
      }
    },
  }
}

/** After a frame longer than this, the playout jumps, as in a session. */
const GAP_MS = 250

/** Returns a `Playout` as the rule of an opponent, driven as a `Session` drives it. */
export function playoutRule(playout: Playout, { sendHz }: MotionScene): RenderRule {
  playout.begin(1000 / sendHz)
  return begunRule(playout)
}

/** The same for a `Playout` that has begun. */
export function begunRule(playout: Playout): RenderRule {
  let lastMs: Ms = Number.NaN
  return {
    arrived: (stampMs, arrivedAtMs) => playout.arrived(stampMs, arrivedAtMs),
    frame(nowMs) {
      const isGap = nowMs - lastMs > GAP_MS
      lastMs = nowMs
      if (!isGap) return playout.advance(nowMs)
      playout.jump(nowMs)
      return playout.renderTimeMs
    },
  }
}
