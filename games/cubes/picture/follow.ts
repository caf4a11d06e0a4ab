import type { PerspectiveCamera } from 'three'
import type { Place } from './instances.ts'

/** Where the camera is beside the snowball, and where it looks, in metres. */
const ABOVE = 4.3
const BEHIND = 9
const LOOK_ABOVE = 1.5
const LOOK_AHEAD = 2.4
/** In an upright picture it stands further away, so that the sides are in it too. */
const TALL_SHARE = 1.5
/** Half of the way is made up in this time, in seconds. */
const HALF_SECONDS = 0.09
/** A snowball that is this far away is a new one: the camera goes there at once. In metres. */
const NEW = 6

/** The camera that follows the player's own snowball. It always looks the same way, so keys mean the same all the time. */
export class Follow {
  readonly #camera: PerspectiveCamera
  #x = 0
  #z = 0
  #isThere = false

  constructor(camera: PerspectiveCamera) {
    this.#camera = camera
  }

  /** Call once per frame with the middle of the snowball, in metres. */
  look({ x, z }: Place, dtSeconds: number): void {
    const isNew = !this.#isThere || Math.hypot(x - this.#x, z - this.#z) > NEW
    this.#isThere = true
    const share = isNew ? 1 : 1 - 0.5 ** (dtSeconds / HALF_SECONDS)
    this.#x += (x - this.#x) * share
    this.#z += (z - this.#z) * share
    const camera = this.#camera
    const away = camera.aspect < 1 ? TALL_SHARE : 1
    camera.position.set(this.#x, ABOVE * away, this.#z + BEHIND * away)
    camera.lookAt(this.#x, LOOK_ABOVE, this.#z - LOOK_AHEAD)
  }
}
