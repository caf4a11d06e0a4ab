/** What a `Camera` is made with. Units are the world's own. */
export interface CameraOptions {
  /** Size of the picture. */
  width: number
  height: number
  /** Size of the world; the picture never leaves it. A world smaller than the picture is centred in it. */
  worldWidth: number
  worldHeight: number
  /** Size of the middle part in which the target moves without moving the picture. */
  deadWidth: number
  deadHeight: number
  /** Time in which half of the way to go is made. Default 0.12 s; 0 follows at once. */
  halfLifeSeconds?: number | undefined
}

/**
 * A camera that follows a point with a dead zone, smoothing that is the same at every frame rate, and bounds. It
 * goes there at once on first use and when the target is further away than a whole picture (a respawn). Knows
 * nothing of any renderer: `x` and `y` are the world's point in the picture's upper left corner. The dead zone
 * is Itay Keren's "camera window" ("Scroll Back: The Theory and Practice of Cameras in Side-Scrollers", 2015).
 */
export class Camera {
  x = 0
  y = 0
  readonly #width: number
  readonly #height: number
  readonly #worldWidth: number
  readonly #worldHeight: number
  readonly #deadWidth: number
  readonly #deadHeight: number
  readonly #halfLifeSeconds: number
  #started = false

  constructor(options: CameraOptions) {
    this.#width = options.width
    this.#height = options.height
    this.#worldWidth = options.worldWidth
    this.#worldHeight = options.worldHeight
    this.#deadWidth = options.deadWidth
    this.#deadHeight = options.deadHeight
    this.#halfLifeSeconds = options.halfLifeSeconds ?? 0.12
  }

  /** Follows the target at (`targetX`, `targetY`) for `dtSeconds`. Allocation-free; call once per frame. */
  follow(targetX: number, targetY: number, dtSeconds: number): void {
    const wantedX = this.#wanted(this.x, targetX, this.#width, this.#deadWidth, this.#worldWidth)
    const wantedY = this.#wanted(this.y, targetY, this.#height, this.#deadHeight, this.#worldHeight)
    const isFar =
      Math.abs(wantedX - this.x) > this.#width || Math.abs(wantedY - this.y) > this.#height
    if (!this.#started || isFar) {
      this.snap(targetX, targetY)
      return
    }
    const left = this.#halfLifeSeconds > 0 ? 2 ** (-dtSeconds / this.#halfLifeSeconds) : 0
    this.x = wantedX + (this.x - wantedX) * left
    this.y = wantedY + (this.y - wantedY) * left
  }

  /** Puts the target into the middle of the picture at once, as far as the bounds allow. */
  snap(targetX: number, targetY: number): void {
    this.#started = true
    this.x = bound(targetX - this.#width / 2, this.#width, this.#worldWidth)
    this.y = bound(targetY - this.#height / 2, this.#height, this.#worldHeight)
  }

  /** The nearest place of the picture that has the target in its dead zone. */
  #wanted(from: number, target: number, size: number, dead: number, world: number): number {
    const least = target - (size + dead) / 2
    const most = target - (size - dead) / 2
    return bound(Math.min(Math.max(from, least), most), size, world)
  }
}

function bound(from: number, size: number, world: number): number {
  if (world <= size) return (world - size) / 2
  return Math.min(Math.max(from, 0), world - size)
}
