import { type Container, Sprite } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import type { Spot } from './drawing.ts'
import { fences } from './fences.ts'
import { hedges } from './hedges.ts'
import { reeds } from './ponds.ts'
import { piece } from './sheet.ts'
import { trees } from './trees.ts'

/** Units of a cell. Things in cells outside the picture are not drawn. */
const CELL = 300
/** How far a piece reaches from its foot: up, and to its other sides. */
const TALL = 165
const WIDE = 62

interface Cell {
  readonly left: number
  readonly top: number
  readonly sprites: Sprite[]
  isShown: boolean
}

let spots: readonly Spot[] | undefined

/** The place of everything that stands, computed once for all pictures. */
export function standingSpots(): readonly Spot[] {
  return (spots ??= [...hedges(), ...fences(), ...trees(), ...reeds()])
}

/**
 * Everything that stands on the meadow and never moves: hedges, fences, trees, reeds. Its sprites go into a container
 * with everybody who walks there, which is sorted by depth.
 */
export class Standing {
  readonly #cells: Cell[] = []

  constructor(layer: Container) {
    const cells = new Map<string, Cell>()
    for (const spot of standingSpots()) {
      const column = Math.floor(spot.x / CELL)
      const line = Math.floor(spot.y / CELL)
      const key = `${column} ${line}`
      let cell = cells.get(key)
      if (!cell) {
        cell = { left: column * CELL, top: line * CELL, sprites: [], isShown: false }
        cells.set(key, cell)
        this.#cells.push(cell)
      }
      const sprite = standing(spot)
      cell.sprites.push(sprite)
      layer.addChild(sprite)
    }
  }

  /** Call once per frame, when the camera has moved. */
  look(sight: Sight): void {
    for (let i = 0; i < this.#cells.length; i++) {
      const cell = this.#cells[i]
      if (!cell) continue
      const right = cell.left - sight.left
      const down = cell.top - sight.top
      const isShown =
        right < sight.width + WIDE &&
        right > -CELL - WIDE &&
        down < sight.height + TALL &&
        down > -CELL - WIDE
      if (isShown === cell.isShown) continue
      cell.isShown = isShown
      const { sprites } = cell
      for (let n = 0; n < sprites.length; n++) {
        const sprite = sprites[n]
        if (sprite) sprite.visible = isShown
      }
    }
  }
}

/**
 * Does what `depthByY` of `glissade/pixi` does, in whole sixteenths of a unit: V8 boxes the fractions that `depthByY`
 * passes on, which are many for a thousand sprites. Call once per frame, when everybody is in place.
 */
export function sortByFoot(layer: Container): void {
  const { children } = layer
  for (let i = 0; i < children.length; i++) {
    const child = children[i]
    if (child) child.zIndex = (child.position.y * 16) | 0
  }
}

function standing(spot: Spot): Sprite {
  const sprite = new Sprite(piece(spot.piece))
  sprite.position.set(spot.x, spot.y)
  sprite.scale.set(spot.isFlipped ? -spot.size : spot.size, spot.size)
  sprite.visible = false
  return sprite
}
