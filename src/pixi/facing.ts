import { from0 } from '../base/settings.ts'

/**
 * Which way a sprite looks, from where it moves: it turns when it has come back by more than a threshold from the
 * furthest point the way it looks. So a trembling position does not turn it, and slow movement does, as what counts
 * is the way and not the speed. One for each sprite; nothing allocates after construction.
 */
export class Facing {
  /** 1: towards greater x, -1: towards smaller. */
  direction: 1 | -1
  readonly #threshold: number
  /** The furthest point the way it looks. */
  #furthest = Number.NaN

  /**
   * `thresholdUnits`: how far back it has to come to turn, default half a unit; `direction`: where it looks at
   * first, default 1. Throws `misuse` when the threshold is below 0.
   */
  constructor(thresholdUnits = 0.5, direction: 1 | -1 = 1) {
    this.#threshold = from0(thresholdUnits, 'thresholdUnits')
    this.direction = direction
  }

  /** Takes where the sprite is now, once per frame, and returns which way it looks: fit for `sprite.scale.x`. */
  update(x: number): 1 | -1 {
    const ahead = (x - this.#furthest) * this.direction
    if (!(ahead < 0)) this.#furthest = x
    else if (ahead < -this.#threshold) {
      this.direction = this.direction === 1 ? -1 : 1
      this.#furthest = x
    }
    return this.direction
  }

  /** Forgets where it was: after a teleport, which is no movement. */
  reset(): void {
    this.#furthest = Number.NaN
  }
}
