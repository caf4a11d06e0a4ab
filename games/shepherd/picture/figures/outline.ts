import { Sprite, type Texture } from 'pixi.js'
import type { FigureTextures } from './bake.ts'
import type { Beat } from './beat.ts'
import type { Layers } from './layers.ts'
import type { Spot } from './spot.ts'

/** How well it can be seen in the end, and how fast that changes, as a share per second. */
const MOST = 0.55
const FADE = 4

/** The silhouette of a figure of the page's own player, over the plants that hide it, in the player's hue. */
export class Outline {
  readonly #sprite: Sprite
  readonly #textures: FigureTextures
  readonly #layers: Layers
  readonly #tall: number

  /** `tall`: height of the figure, in units. */
  constructor(textures: FigureTextures, layers: Layers, tall: number) {
    this.#textures = textures
    this.#layers = layers
    this.#tall = tall
    // Drawings have their feet in the middle of their texture.
    this.#sprite = new Sprite({ visible: false, alpha: 0, anchor: 0.5 })
    layers.outlines.addChild(this.#sprite)
  }

  /** Call when a figure comes into sight. */
  begin(hue: number): void {
    this.#sprite.tint = { h: hue, s: 90, l: 72 }
    this.end()
  }

  /** Shows it if plants hide the figure, which wears `texture` at `at`. Allocates only for a drawing that it never had. */
  show(texture: Texture, at: Spot, scale: Spot, beat: Beat): void {
    const sprite = this.#sprite
    const isHidden = this.#layers.cover?.hides(at, this.#tall) ?? false
    const change = (isHidden ? FADE : -FADE) * beat.dtSeconds
    if (sprite.alpha > 0 || isHidden)
      sprite.alpha = Math.min(Math.max(sprite.alpha + change, 0), MOST)
    sprite.visible = sprite.alpha > 0
    if (!sprite.visible) return
    const silhouette = this.#textures.silhouetteOf(texture)
    if (sprite.texture !== silhouette) sprite.texture = silhouette
    sprite.position.copyFrom(at)
    sprite.scale.copyFrom(scale)
  }

  end(): void {
    this.#sprite.alpha = 0
    this.#sprite.visible = false
  }

  destroy(): void {
    this.#sprite.destroy()
  }
}
