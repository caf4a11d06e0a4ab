import { Container, Sprite } from 'pixi.js'
import { BARK } from '../rules/scaring.ts'
import { piece } from './sheet.ts'
import { RING_RADIUS } from './sparks.ts'

/** The most rings at once. Beyond that, the oldest goes. */
const MOST = 12
/** How long a ring takes to get as far as sheep feel a bark. */
const LIFE_SECONDS = 0.75
/** A bark is two waves, one this far behind the other. */
const BEHIND_SECONDS = 0.13

/** Rings on the ground that show how far sheep feel a bark. Allocates nothing after it is made. */
export class Rings {
  /** In units of the meadow. */
  readonly root: Container = new Container()
  readonly #ages: Float64Array = new Float64Array(MOST).fill(LIFE_SECONDS)
  #next = 0

  constructor() {
    for (let i = 0; i < MOST; i++) {
      const ring = new Sprite(piece('ring'))
      ring.visible = false
      this.root.addChild(ring)
    }
  }

  /** A dog barks there. */
  bark(x: number, y: number): void {
    this.#begin(x, y, 0)
    this.#begin(x, y, -BEHIND_SECONDS)
  }

  /** Call once per frame. */
  spread(dtSeconds: number): void {
    const { children } = this.root
    const reach = BARK.radius
    for (let i = 0; i < MOST; i++) {
      const age = (this.#ages[i] ?? LIFE_SECONDS) + dtSeconds
      this.#ages[i] = age
      const ring = children[i]
      if (!ring) continue
      ring.visible = age > 0 && age < LIFE_SECONDS
      if (!ring.visible) continue
      const share = age / LIFE_SECONDS
      const left = 1 - share
      ring.scale.set(((1 - left * left) * reach) / RING_RADIUS + 0.05)
      ring.alpha = left * 0.62
    }
  }

  #begin(x: number, y: number, age: number): void {
    const ring = this.root.children[this.#next]
    ring?.position.set(x, y)
    this.#ages[this.#next] = age
    this.#next = (this.#next + 1) % MOST
  }
}
