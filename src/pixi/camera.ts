/** The options of a `Camera`. Lengths are in units of the world. */
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
  /** The time in which the camera covers half of the remaining distance. Default 0.12 s; 0 follows at once. */
  halfLifeSeconds?: number | undefined
}

/**
 * A camera that follows a point, with a dead zone, bounds, and smoothing that is the same at every frame rate. It jumps to
 * the target on first use, and when it has further to go than the size of a picture (a respawn). It needs no renderer: `x`
 * and `y` are the point of the world in the picture's upper left corner. The dead zone is Itay Keren's "camera window"
 * ("Scroll Back: The Theory and Practice of Cameras in Side-Scrollers", 2015).
 */
export class Camera {
  x = 0
  y = 0
  readonly #options: Readonly<CameraOptions>
  readonly #halfLifeSeconds: number
  #started = false

  constructor(options: CameraOptions) {
    this.#options = { ...options }
    this.#halfLifeSeconds = options.halfLifeSeconds ?? 0.12
  }

  /** Follows the target at (`targetX`, `targetY`) for `dtSeconds`. Allocates nothing; call it once per frame. */
  follow(targetX: number, targetY: number, dtSeconds: number): void {
    const { width, height, deadWidth, deadHeight, worldWidth, worldHeight } = this.#options
    const wantedX = wanted(this.x, targetX, width, deadWidth, worldWidth)
    const wantedY = wanted(this.y, targetY, height, deadHeight, worldHeight)
    const isFar = Math.abs(wantedX - this.x) > width || Math.abs(wantedY - this.y) > height
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
    const { width, height, worldWidth, worldHeight } = this.#options
    this.x = bound(targetX - width / 2, width, worldWidth)
    this.y = bound(targetY - height / 2, height, worldHeight)
  }
}

/** Returns the nearest position of the picture that has the target in its dead zone. */
function wanted(from: number, target: number, size: number, dead: number, world: number): number {
  const least = target - (size + dead) / 2
  const most = target - (size - dead) / 2
  return bound(Math.min(Math.max(from, least), most), size, world)
}

function bound(from: number, size: number, world: number): number {
  if (world <= size) return (world - size) / 2
  return Math.min(Math.max(from, 0), world - size)
}
