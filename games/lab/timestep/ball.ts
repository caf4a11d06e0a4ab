/** Width of the ball's room in m. Its left side is solid. A ball that leaves on the right comes back on the left. */
export const ROOM_M = 8
/** Where the middle of the thin wall is, in m from the left. */
export const WALL_M = 6
export const WALL_THICK_M = 0.1
export const RADIUS_M = 0.15
export const SPEED_M_PER_S = 12

/** How near the ball's middle has to be to that of the wall for them to touch, in m. */
const TOUCH_M = RADIUS_M + WALL_THICK_M / 2

/** The longest step in seconds at which no ball flies through the wall. */
export const LONGEST_SAFE_SECONDS = (2 * TOUCH_M) / SPEED_M_PER_S

/**
 * A fast ball in front of a thin wall. It looks for the wall only where a step ends, as most games do, so a step that is
 * longer than the wall and the ball together may pass the wall unnoticed.
 */
export class Ball {
  /** Distance of its middle from the left side in m, and before the last step. */
  x = RADIUS_M
  before = RADIUS_M
  /** How many times it has flown through the wall. */
  tunnelled = 0
  /** Whether it started, turned round or came back on the left in the last step. */
  hasTurned = true
  #direction = 1

  step(dtSeconds: number): void {
    const toRight = this.#direction > 0
    this.before = this.x
    this.x += this.#direction * SPEED_M_PER_S * dtSeconds
    const hits = toRight ? Math.abs(this.x - WALL_M) < TOUCH_M : this.x < RADIUS_M
    if (hits) this.#turnAt(toRight ? WALL_M - TOUCH_M : RADIUS_M)
    else if (toRight && this.before < WALL_M && this.x > WALL_M) this.tunnelled++
    const leaves = this.x >= ROOM_M
    if (leaves) {
      this.x -= ROOM_M - RADIUS_M
      this.before = this.x
    }
    this.hasTurned = hits || leaves
  }

  #turnAt(place: number): void {
    this.x = 2 * place - this.x
    this.#direction = -this.#direction
  }
}
