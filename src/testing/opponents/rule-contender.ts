import type { Ms } from '../../base/units.ts'
import type { MotionContender, MotionPlayer, MotionScene, MotionSnapshot } from '../score/player.ts'
import { InterpolationBuffer, type InterpolationOptions } from './interpolation-buffer.ts'
import type { RenderRule } from './render-rule.ts'

/** A contender made of a rule for the time and a curve through the snapshots. Makes the rule anew for each player. */
export function ruleContender(
  name: string,
  about: string,
  makeRule: () => RenderRule,
  options: InterpolationOptions = {},
): MotionContender {
  return { name, about, create: () => new RulePlayer(makeRule(), options) }
}

/** Asks the rule for the time and the buffer for how it looked then. */
class RulePlayer implements MotionPlayer {
  readonly #rule: RenderRule
  readonly #options: InterpolationOptions
  #buffer: InterpolationBuffer

  constructor(rule: RenderRule, options: InterpolationOptions) {
    this.#rule = rule
    this.#options = options
    this.#buffer = new InterpolationBuffer(0, options)
  }

  begin(scene: MotionScene): void {
    this.#buffer = new InterpolationBuffer(scene.entities, this.#options)
    this.#rule.begin(scene)
  }

  arrived(snapshot: MotionSnapshot): void {
    this.#buffer.insert(snapshot)
    this.#rule.arrived(snapshot.stampMs, snapshot.arrivedAtMs)
  }

  frame(nowMs: Ms, shown: Float64Array): void {
    this.#buffer.show(this.#rule.frame(nowMs), nowMs, shown)
  }
}
