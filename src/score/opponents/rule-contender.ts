import type { Ms } from '../../base/units.ts'
import type { Playout } from '../../time/playout/playout.ts'
import type { MotionContender, MotionScene } from '../measures/player.ts'
import { InterpolationBuffer, type InterpolationOptions } from './interpolation-buffer.ts'

/**
 * Decides which moment of the server's time is shown: one half of an opponent, the other being the curve through the
 * snapshots (`InterpolationBuffer`). It sees when snapshots came and what time they carry, never what is in them.
 * Unlike a `Playout` it may run backwards, where the engine it is made after does.
 */
export interface RenderRule {
  /** A snapshot true at `stampMs` of the server's clock came at `arrivedAtMs` of the client's; in any order. */
  arrived(stampMs: Ms, arrivedAtMs: Ms): void
  /** The server's time to show in the frame at `nowMs` of the client's clock; NaN before the first snapshot. */
  frame(nowMs: Ms): Ms
}

/** A contender made of a rule for the time and a curve through the snapshots. Makes the rule anew for each scene. */
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

/** After a frame longer than this a session lets its playout jump; so does this rule. */
const GAP_MS = 250

/** A `Playout` as the rule of an opponent, driven as a `Session` drives it. */
export function playoutRule(playout: Playout, { sendHz }: MotionScene): RenderRule {
  playout.begin(1000 / sendHz)
  return begunRule(playout)
}

/** The same of one that has begun. */
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
