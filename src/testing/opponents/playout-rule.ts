import type { Ms } from '../../base/units.ts'
import type { Playout } from '../../clock/playout.ts'
import type { MotionScene } from '../score/player.ts'
import type { RenderRule } from './render-rule.ts'

/** After a frame longer than this a session lets its playout jump; so does this rule. */
const GAP_MS = 250

/** A `Playout` as the rule of an opponent, driven as a `Session` drives it. */
export class PlayoutRule implements RenderRule {
  readonly #makePlayout: (scene: MotionScene) => Playout
  #playout: Playout | null = null
  #lastMs: Ms = Number.NaN

  /** Makes its playout when it begins, so that a delay may be in intervals of the scene. */
  constructor(makePlayout: (scene: MotionScene) => Playout) {
    this.#makePlayout = makePlayout
  }

  begin(scene: MotionScene): void {
    this.#playout = this.#makePlayout(scene)
    this.#playout.begin(1000 / scene.sendHz)
    this.#lastMs = Number.NaN
  }

  arrived(stampMs: Ms, arrivedAtMs: Ms): void {
    this.#playout?.arrived(stampMs, arrivedAtMs)
  }

  frame(nowMs: Ms): Ms {
    const playout = this.#playout
    if (playout === null) return Number.NaN
    const isGap = nowMs - this.#lastMs > GAP_MS
    this.#lastMs = nowMs
    if (!isGap) return playout.advance(nowMs)
    playout.jump(nowMs)
    return playout.renderTimeMs
  }
}
