import type { Ms } from '../../base/units.ts'
import type { RenderRule } from './rule-contender.ts'

/** Shows the newest state that there is, the moment it is there: no buffer at all, and a jump with every snapshot. */
export class NewestRule implements RenderRule {
  #newestMs: Ms = Number.NaN

  arrived(stampMs: Ms): void {
    if (!(stampMs <= this.#newestMs)) this.#newestMs = stampMs
  }

  frame(): Ms {
    return this.#newestMs
  }
}
