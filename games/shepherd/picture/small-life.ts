import { Container, Sprite } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { wrap } from '../../page/wrap.ts'
import { BUTTERFLIES } from './palette.ts'
import { piece } from './sheet.ts'

/** The number of each for a picture of 800 x 450. */
const BUTTERFLY_COUNT = 9
const LEAF_COUNT = 7
const FIREFLY_COUNT = 26
/** They wrap round beyond the picture's edge, where nobody sees it. */
const BEYOND = 24

interface Flyer {
  readonly sprite: Sprite
  /** The place of its home, from 0 to 1 of the picture's size, and the phase in which its beat began. */
  readonly homeX: number
  readonly homeY: number
  readonly beat: number
}

/** Butterflies and falling leaves by day, fireflies by night. Allocates nothing after it is made. */
export class SmallLife {
  /**
   * The part on which the light of the time of day falls, and the part that shines by itself. Both are in the picture's
   * own units.
   */
  readonly day: Container = new Container()
  readonly night: Container = new Container()
  readonly #butterflies: readonly Flyer[]
  readonly #leaves: readonly Flyer[]
  readonly #fireflies: readonly Flyer[]
  readonly #sight: Sight
  #seconds = 0.5

  constructor(sight: Sight) {
    this.#sight = sight
    const share = (sight.width * sight.height) / (800 * 450)
    const make = (into: Container, count: number, name: (i: number) => string): Flyer[] =>
      Array.from({ length: Math.round(count * share) }, (_, i) => {
        const sprite = new Sprite(piece(name(i)))
        into.addChild(sprite)
        // The golden ratio spreads them evenly, without a pattern.
        return { sprite, homeX: (i * 0.618034) % 1, homeY: (i * 0.7548777) % 1, beat: i * 2.4 }
      })
    this.#butterflies = make(this.day, BUTTERFLY_COUNT, (i) => `butterfly${i % BUTTERFLIES.length}`)
    this.#leaves = make(this.day, LEAF_COUNT, () => 'leaflet')
    this.#fireflies = make(this.night, FIREFLY_COUNT, () => 'firefly')
    for (const { sprite } of this.#fireflies) sprite.blendMode = 'add'
  }

  /** Call once per frame, when the camera has moved. `dark`: 0 by day, 1 at night. */
  drift(dark: number, dtSeconds: number): void {
    this.#seconds += dtSeconds
    this.day.visible = dark < 0.98
    this.day.alpha = 1 - dark
    this.night.visible = dark > 0.02
    if (this.day.visible) this.#flutter()
    if (this.night.visible) this.#glow(dark)
  }

  #flutter(): void {
    const seconds = this.#seconds
    for (let i = 0; i < this.#butterflies.length; i++) {
      const flyer = this.#butterflies[i]
      if (!flyer) continue
      const at = seconds * 0.5 + flyer.beat
      const x = Math.sin(at) * 60 + Math.sin(at * 2.3) * 26 + seconds * 5
      this.#put(flyer, x, Math.cos(at * 0.8) * 40 + Math.sin(at * 5.1) * 6)
      flyer.sprite.scale.x = 0.35 + 0.65 * Math.abs(Math.sin(seconds * 9 + flyer.beat))
      flyer.sprite.rotation = Math.cos(at) * 0.5
    }
    for (let i = 0; i < this.#leaves.length; i++) {
      const flyer = this.#leaves[i]
      if (!flyer) continue
      const at = seconds * 1.3 + flyer.beat
      this.#put(flyer, seconds * 17 + Math.sin(at) * 16, seconds * 9 + Math.cos(at * 1.4) * 8)
      flyer.sprite.rotation = Math.sin(at) * 1.4
      flyer.sprite.scale.y = Math.cos(at * 1.7)
    }
  }

  #glow(dark: number): void {
    const seconds = this.#seconds
    for (let i = 0; i < this.#fireflies.length; i++) {
      const flyer = this.#fireflies[i]
      if (!flyer) continue
      const at = seconds * 0.4 + flyer.beat
      this.#put(flyer, Math.sin(at) * 44 + Math.sin(at * 2.7) * 14, Math.cos(at * 1.3) * 30)
      const blink = Math.sin(seconds * 1.7 + flyer.beat * 3)
      flyer.sprite.alpha = dark * Math.max(0.1 + blink * 0.9, 0)
    }
  }

  #put(flyer: Flyer, x: number, y: number): void {
    const { width, height, left, top } = this.#sight
    const wide = width + BEYOND * 2
    const high = height + BEYOND * 2
    flyer.sprite.position.set(
      wrap(flyer.homeX * wide + x - left, wide) - BEYOND,
      wrap(flyer.homeY * high + y - top, high) - BEYOND,
    )
  }
}
