import { Container, Graphics } from 'pixi.js'
import type { DogGuide } from '../input/dog-guide.ts'
import type { DogView } from './scene.ts'

/** How long a new goal is large, in seconds. */
const POP_SECONDS = 0.25
/** A dog this near to its goal, in units, has arrived, and the marker disappears. */
const NEAR = 14
const FADE_PER_SECOND = 4
const FAINTEST = 0.25

/** Where the page's own dog was sent, as a ring on the ground in its owner's colour. */
export class DogMarker {
  readonly root: Container = new Container({ label: 'dog marker' })
  readonly #ring = new Graphics()
  #hue = -1
  #orders = 0
  #age = 1.5
  #strength = 0.5

  constructor() {
    this.root.addChild(this.#ring)
    this.root.visible = false
  }

  /** Call once per frame. Free of allocation while the owner keeps its colour. */
  show(guide: DogGuide, dog: DogView | undefined, dtSeconds: number): void {
    this.root.visible = dog !== undefined && guide.order === 'go'
    if (!dog || !this.root.visible) return
    if (dog.hue !== this.#hue) this.#draw(dog.hue)
    if (guide.orders !== this.#orders) this.#age = 0
    this.#orders = guide.orders
    this.#age += dtSeconds
    const dx = guide.x - dog.x
    const dy = guide.y - dog.y
    const isNear = dx * dx + dy * dy < NEAR * NEAR
    const change = isNear ? -dtSeconds : dtSeconds
    this.#strength = Math.min(Math.max(this.#strength + change * FADE_PER_SECOND, FAINTEST), 1)
    this.#ring.position.set(guide.x, guide.y)
    this.#ring.alpha = this.#strength
    const pop = Math.max(1 - this.#age / POP_SECONDS, 0)
    this.#ring.scale.set(1 + pop * pop * 0.9)
  }

  /**
   * The ring is flat on the ground, which is seen at an angle. It is dark beneath, so that it shows on grass and at
   * night.
   */
  #draw(hue: number): void {
    this.#hue = hue
    const colour = `hsl(${hue} 80% 72%)`
    this.#ring
      .clear()
      .ellipse(0, 0, 13, 7.5)
      .stroke({ width: 4, color: 0x1c2440, alpha: 0.35 })
      .ellipse(0, 0, 13, 7.5)
      .stroke({ width: 2, color: colour })
      .circle(0, 0, 1.8)
      .fill(colour)
  }
}
