import { from0 } from '../base/settings.ts'

/**
 * Decides which way a sprite faces, from its movement. The sprite turns when it has moved back by more than a threshold from
 * the furthest point in its direction. A position that trembles therefore does not turn it, and slow movement does, because
 * distance counts and not speed. Make one for each sprite; nothing allocates after construction.
 */
export class Facing {
  /** 1: towards greater x; -1: towards smaller x. */
  direction: 1 | -1
  readonly #threshold: number
  /** The furthest point reached in `direction`. */
  #furthest = Number.NaN

  /**
   * `thresholdUnits`: how far the sprite moves back before it turns, default half a unit. `direction`: the direction at
   * first, default 1. Throws `misuse` when the threshold is below 0.
   */
  constructor(thresholdUnits = 0.5, direction: 1 | -1 = 1) {
    this.#threshold = from0(thresholdUnits, 'thresholdUnits')
    this.direction = direction
  }

  /** Reads the sprite's position, once per frame, and returns its direction, which suits `sprite.scale.x`. */
  update(x: number): 1 | -1 {
    const ahead = (x - this.#furthest) * this.direction
    if (!(ahead < 0)) this.#furthest = x
    else if (ahead < -this.#threshold) {
      this.direction = this.direction === 1 ? -1 : 1
      this.#furthest = x
    }
    return this.direction
  }

  /** Forgets the position. Call it after a teleport, which is no movement. */
  reset(): void {
    this.#furthest = Number.NaN
  }
}
