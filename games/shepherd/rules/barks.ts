/** How long a bark is heard, in steps: 0.6 s. */
const BARK_STEPS = 18
/** The most barks in the air at a time. For a further one, the oldest goes. */
export const MOST_BARKS = 32

/** The barks that are still in the air: a ring, in which the newest overwrites the oldest. */
export class Barks {
  readonly x: Float64Array = new Float64Array(MOST_BARKS)
  readonly y: Float64Array = new Float64Array(MOST_BARKS)
  /** Whose dog it was; see `herderOf`. */
  readonly by: Int32Array = new Int32Array(MOST_BARKS)
  /** The step of the bark, in the room's time. */
  readonly heardAt: Int32Array = new Int32Array(MOST_BARKS).fill(-BARK_STEPS)
  /** The place of the next one. */
  next = 0

  /** A dog of `by`, see `herderOf`, barks there in step `tick`. */
  add(x: number, y: number, by: number, tick: number): void {
    this.x[this.next] = x
    this.y[this.next] = y
    this.by[this.next] = by
    this.heardAt[this.next] = tick
    this.next = (this.next + 1) % MOST_BARKS
  }

  /** Whether bark `i` of the ring is still heard in step `tick`. */
  isHeard(i: number, tick: number): boolean {
    return tick - this.heardAt[i]! < BARK_STEPS
  }
}
