import { TURNS } from './clay.ts'
import type { Spot } from './spot.ts'

/** The time of a frame. It is an object, because V8 would box a fractional argument. */
interface Frame {
  readonly dtSeconds: number
}

/** A figure turns towards a movement of more than this, in units. Trembling turns nobody. */
const LEASH = 1.2
/** The time over which speed is averaged. */
const MEMORY_SECONDS = 0.09
/** A figure that is further away than this in the next frame has not walked there. */
const FURTHEST = 60
/** A figure turns to the next of the eight headings when it is this far off its own: the cosine of 31 degrees. */
const LEAST_LIKENESS = 0.857

/** Eight headings, clockwise from the right: the number of the drawing in `TURNS`, and whether it is mirrored. */
const DRAWN: readonly number[] = [0, 1, 2, 1, 0, 3, 4, 3]
const MIRRORED: readonly number[] = [1, 1, 0, -1, -1, -1, 0, 1]
const AHEAD_X = new Float64Array(8)
const AHEAD_Y = new Float64Array(8)
for (let i = 0; i < 8; i++) {
  const turn = TURNS[DRAWN[i]!]!
  AHEAD_X[i] = Math.cos(turn) * (MIRRORED[i] === -1 ? -1 : 1)
  AHEAD_Y[i] = Math.sin(turn)
}

/**
 * Where a figure looks and how fast it moves, from where it is shown frame by frame. It drags a point behind it on a
 * short leash, and looks away from that point. The distance therefore counts and not the speed, and no trembling turns
 * the figure.
 */
export class Bearing {
  /** The number in `TURNS` of the heading in which it is drawn. */
  turn = 0
  /** 1, or -1 when that drawing is mirrored: usable as `sprite.scale.x`. */
  side: 1 | -1 = 1
  /** Units a second, averaged. */
  speed = 0.5
  /** Units that it has moved in the last frame. */
  moved = 0.5
  #x = 0.5
  #y = 0.5
  /** The end of the leash. */
  #leashX = 0.5
  #leashY = 0.5
  /** Its direction, of length 1. */
  #aheadX = 0.5
  #aheadY = 0.5
  #octant = 0

  /** Puts it somewhere at once, standing, with one of eight headings, clockwise from the right. */
  place({ x, y }: Spot, octant: number): void {
    this.speed = 0
    this.moved = 0
    this.#x = x
    this.#y = y
    this.#leashX = x
    this.#leashY = y
    this.#look(octant)
  }

  /** Takes its present place, once per frame. Allocates nothing. */
  update(at: Spot, { dtSeconds }: Frame): void {
    const dx = at.x - this.#x
    const dy = at.y - this.#y
    const moved = Math.sqrt(dx * dx + dy * dy)
    if (moved > FURTHEST) {
      this.place(at, this.#octant)
      return
    }
    this.#x = at.x
    this.#y = at.y
    this.moved = moved
    if (dtSeconds > 0)
      this.speed += (moved / dtSeconds - this.speed) * (dtSeconds / (dtSeconds + MEMORY_SECONDS))
    const aheadX = at.x - this.#leashX
    const aheadY = at.y - this.#leashY
    const length = Math.sqrt(aheadX * aheadX + aheadY * aheadY)
    if (length < LEASH) return
    this.#aheadX = aheadX / length
    this.#aheadY = aheadY / length
    this.#leashX = at.x - this.#aheadX * LEASH
    this.#leashY = at.y - this.#aheadY * LEASH
    const octant = this.#octant
    if (this.#aheadX * AHEAD_X[octant]! + this.#aheadY * AHEAD_Y[octant]! < LEAST_LIKENESS)
      this.#look(this.#nearest())
  }

  /** The heading nearest to its direction. */
  #nearest(): number {
    let best = 0
    let most = -2
    for (let i = 0; i < 8; i++) {
      const likeness = this.#aheadX * AHEAD_X[i]! + this.#aheadY * AHEAD_Y[i]!
      if (likeness <= most) continue
      most = likeness
      best = i
    }
    return best
  }

  #look(octant: number): void {
    this.#octant = octant
    this.turn = DRAWN[octant]!
    const mirrored = MIRRORED[octant]!
    // From the front and from behind, it stays on the side on which it was.
    if (mirrored !== 0) this.side = mirrored === 1 ? 1 : -1
  }
}
