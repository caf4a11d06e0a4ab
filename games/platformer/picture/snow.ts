import { Container, Graphics, GraphicsContext } from 'pixi.js'
import { wrap } from '../../page/wrap.ts'

/** The number of flakes for a picture of 640 x 360. */
const FLAKES = 90
/** Flakes wrap round beyond the picture's edge, where nobody sees it. */
const BEYOND = 4

interface Flake {
  readonly dot: Graphics
  readonly depth: number
  x: number
  y: number
  readonly fall: number
  readonly sway: number
}

/** Falling snow before the picture, in the picture's own units. Allocates nothing after it is made. */
export class Snow {
  readonly root: Container = new Container()
  readonly #width: number
  readonly #height: number
  readonly #flakes: Flake[] = []
  #seconds = 0

  constructor(width: number, height: number) {
    this.#width = width + BEYOND * 2
    this.#height = height + BEYOND * 2
    const count = Math.round((FLAKES * width * height) / (640 * 360))
    for (let i = 0; i < count; i++) {
      const depth = 0.35 + 0.75 * Math.random()
      const dot = new Graphics(shape)
      dot.scale.set(0.55 + depth * 0.75)
      dot.alpha = 0.25 + depth * 0.5
      this.root.addChild(dot)
      const x = Math.random() * this.#width
      const y = Math.random() * this.#height
      this.#flakes.push({ dot, depth, x, y, fall: 16 + depth * 24, sway: Math.random() * 6 })
    }
  }

  /** Call once per frame with the camera's place. */
  drift(cameraX: number, cameraY: number, dtSeconds: number): void {
    this.#seconds += dtSeconds
    for (let i = 0; i < this.#flakes.length; i++) {
      const flake = this.#flakes[i]
      if (!flake) continue
      flake.x += (Math.sin(this.#seconds * 0.8 + flake.sway) * 9 - 7) * flake.depth * dtSeconds
      flake.y += flake.fall * dtSeconds
      flake.dot.position.set(
        wrap(flake.x - cameraX * flake.depth, this.#width) - BEYOND,
        wrap(flake.y - cameraY * flake.depth, this.#height) - BEYOND,
      )
    }
  }
}

const shape = new GraphicsContext().circle(0, 0, 1).fill(0xffffff)
