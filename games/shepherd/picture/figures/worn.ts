import { Container, Sprite } from 'pixi.js'
import type { Drawing } from './reel.ts'
import type { Spot } from './spot.ts'

/** A figure and what it wears in the colour of a player: a drawing, and its dyed part over it. */
export class Worn extends Container {
  readonly #sprite: Sprite
  readonly #dye: Sprite

  constructor(drawing: Drawing) {
    super({ visible: false })
    this.#sprite = new Sprite(drawing.texture)
    this.#dye = new Sprite(drawing.texture)
    this.addChild(this.#sprite, this.#dye)
  }

  /** Dyes it: `hue` in degrees. Call when the figure comes into sight. */
  dye(hue: number): void {
    this.#dye.tint = { h: hue, s: 76, l: 62 }
  }

  /** Shows a drawing, enlarged by this much. x is below 0 for a mirrored one. Allocates nothing. */
  wear(drawing: Drawing, scale: Spot): void {
    const { texture, dye } = drawing
    if (this.#sprite.texture !== texture) this.#sprite.texture = texture
    this.#dye.visible = dye !== null
    if (dye !== null && this.#dye.texture !== dye) this.#dye.texture = dye
    this.scale.copyFrom(scale)
  }
}
