import type { Container } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { COLUMNS, TILE } from '../rules/level.ts'

/** Tiles in a slice of the level. Only slices in the picture are drawn. */
export const SLICE = 12
/** How many slices the level has. */
export const SLICES: number = Math.ceil(COLUMNS / SLICE)

/** Hides the slices of the level that are outside the picture. The children of `root` are the slices in order. */
export class Slices {
  readonly #root: Container
  readonly #reach: number
  /** The next slice to be shown once, so that a renderer has prepared all of them before a player gets there. */
  #unseen = 0

  /** `reach`: how far the drawing of a slice may reach beyond it, in pixels. */
  constructor(root: Container, reach: number) {
    this.#root = root
    this.#reach = reach
  }

  /** Call once per frame, when the camera has moved. */
  look(sight: Sight): void {
    const { children } = this.#root
    for (let i = 0; i < children.length; i++) {
      const slice = children[i]
      if (!slice) continue
      const left = i * SLICE * TILE - this.#reach
      const right = (i + 1) * SLICE * TILE + this.#reach
      slice.visible = i === this.#unseen || (left < sight.left + sight.width && right > sight.left)
    }
    if (this.#unseen < children.length) this.#unseen++
  }
}
