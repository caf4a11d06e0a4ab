import { Container, Graphics, GraphicsContext } from 'pixi.js'

const FLAKES = 90
const GRAINS = 64
const GRAIN_SECONDS = 0.5

interface Flake {
  readonly dot: Graphics
  readonly depth: number
  x: number
  y: number
  readonly fall: number
  readonly sway: number
}

interface Grain {
  readonly dot: Graphics
  vx: number
  vy: number
  ageSeconds: number
}

/** Falling snow before the picture, and what feet throw up. Made once; nothing is allocated afterwards. */
export class Snow {
  /** In front of everything, in the picture's own units. */
  readonly flakes: Container = new Container()
  /** Puffs of snow, in the world's units. */
  readonly grains: Container = new Container()
  readonly #width: number
  readonly #height: number
  readonly #flakes: Flake[] = []
  readonly #grains: Grain[] = []
  #seconds = 0
  #next = 0

  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
    const shape = new GraphicsContext().circle(0, 0, 1).fill(0xffffff)
    for (let i = 0; i < FLAKES; i++) {
      const depth = 0.35 + 0.75 * Math.random()
      const dot = new Graphics(shape)
      dot.scale.set(0.55 + depth * 0.75)
      dot.alpha = 0.25 + depth * 0.5
      this.flakes.addChild(dot)
      const x = Math.random() * width
      const y = Math.random() * height
      this.#flakes.push({ dot, depth, x, y, fall: 16 + depth * 24, sway: Math.random() * 6 })
    }
    for (let i = 0; i < GRAINS; i++) {
      const dot = new Graphics(shape)
      dot.visible = false
      this.grains.addChild(dot)
      this.#grains.push({ dot, vx: 0, vy: 0, ageSeconds: GRAIN_SECONDS })
    }
  }

  /** Throws snow up at a point of the world; `strength` from 0 to 7. */
  puff(x: number, y: number, strength: number): void {
    for (let i = 0; i < 4 + strength; i++) {
      const grain = this.#grains[this.#next]
      this.#next = (this.#next + 1) % GRAINS
      if (!grain) continue
      const side = i % 2 === 0 ? 1 : -1
      grain.ageSeconds = 0
      grain.vx = side * (14 + Math.random() * (18 + strength * 8))
      grain.vy = -12 - Math.random() * (16 + strength * 6)
      grain.dot.position.set(x + side * 4, y - 1)
      grain.dot.scale.set(0.9 + Math.random() * 1.3)
      grain.dot.visible = true
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
        wrap(flake.x - cameraX * flake.depth, this.#width),
        wrap(flake.y - cameraY * flake.depth, this.#height),
      )
    }
    for (let i = 0; i < GRAINS; i++) {
      const grain = this.#grains[i]
      if (!grain?.dot.visible) continue
      grain.ageSeconds += dtSeconds
      grain.vy += 150 * dtSeconds
      grain.dot.x += grain.vx * dtSeconds
      grain.dot.y += grain.vy * dtSeconds
      grain.dot.alpha = Math.max(1 - grain.ageSeconds / GRAIN_SECONDS, 0) * 0.95
      grain.dot.visible = grain.ageSeconds < GRAIN_SECONDS
    }
  }
}

function wrap(at: number, size: number): number {
  return ((at % size) + size) % size
}
