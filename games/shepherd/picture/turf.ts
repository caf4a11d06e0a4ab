import { Container, Sprite } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { HEIGHT, PENS, WIDTH } from '../rules/meadow.ts'
import type { Spot } from './drawing.ts'
import { FLOWERS, TUFTS } from './growth.ts'
import { clouds, speck } from './noise.ts'
import { piece } from './sheet.ts'
import { type Soil, soilAt } from './soil.ts'

/** Units of a cell, which has one tuft or flower at most, and of a patch of 8 x 8, which is drawn or not. */
const CELL = 36
const PATCH = 288

const ACROSS = Math.ceil(WIDTH / PATCH)
/** How many rows of patches there are. */
export const TURF_ROWS: number = Math.ceil(HEIGHT / PATCH)

const soil: Soil = { path: 0, clover: 0, mud: 0, straw: 0, wet: 0, wood: 0 }
const rows: (readonly Spot[])[] = []

/** Computes what grows on a row of patches, if no picture has done so: all pictures share it. */
export function turfRow(row: number): readonly Spot[] {
  return (rows[row] ??= growRow(row))
}

/** The row of patches at `y`. */
export const turfRowAt = (y: number): number =>
  Math.min(Math.max(Math.floor(y / PATCH), 0), TURF_ROWS - 1)

/** Tufts, flowers and mushrooms that everybody walks over. `look` hides those outside the picture. */
export class Turf {
  readonly root: Container = new Container({ isRenderGroup: true })

  readonly #isGrown: boolean[] = []

  constructor() {
    for (let row = 0; row < TURF_ROWS; row++)
      for (let column = 0; column < ACROSS; column++) {
        const patch = new Container()
        patch.position.set(column * PATCH, row * PATCH)
        this.root.addChild(patch)
      }
  }

  /** Call once per frame, when the camera has moved. */
  look(sight: Sight): void {
    const { children } = this.root
    for (let i = 0; i < children.length; i++) {
      const patch = children[i]
      if (!patch) continue
      const right = patch.x - sight.left
      const down = patch.y - sight.top
      patch.visible =
        right < sight.width + 12 &&
        right > -PATCH - 12 &&
        down < sight.height + 20 &&
        down > -PATCH - 4
      if (patch.visible) this.#grow(Math.floor(i / ACROSS))
    }
  }

  /** Plants a row of patches when it first comes into sight. */
  #grow(row: number): void {
    if (this.#isGrown[row]) return
    this.#isGrown[row] = true
    for (const { piece: name, x, y, size, isFlipped } of turfRow(row)) {
      const patch = this.root.children[row * ACROSS + Math.floor(x / PATCH)]
      const sprite = new Sprite(piece(name))
      sprite.position.set(x - (patch?.x ?? 0), y - row * PATCH)
      sprite.scale.set(isFlipped ? -size : size, size)
      patch?.addChild(sprite)
    }
  }
}

function growRow(row: number): Spot[] {
  const spots: Spot[] = []
  for (let j = (row * PATCH) / CELL; j < ((row + 1) * PATCH) / CELL && j * CELL < HEIGHT; j++)
    for (let i = 0; i * CELL < WIDTH; i++) {
      const x = (i + speck(i, j, 131)) * CELL
      const y = (j + speck(i, j, 132)) * CELL
      const name = growing(x, y, i, j)
      const size = 0.75 + speck(i, j, 133) * 0.5
      if (name !== '') spots.push({ piece: name, x, y, size, isFlipped: speck(i, j, 134) < 0.5 })
    }
  return spots
}

/** What grows at a place, or '' for nothing. Flowers grow in drifts of one kind. */
function growing(x: number, y: number, i: number, j: number): string {
  soilAt(x, y, soil)
  const chance = speck(i, j, 135)
  if (soil.wet > 0.02 || soil.mud > 0.25 || soil.path > 0.5 || soil.straw > 0.3 || isPen(x, y))
    return ''
  if (soil.wood > 0.4) return chance < 0.1 ? 'mushroom' : `tuft${Math.floor(chance * TUFTS)}`
  if (soil.clover > 0.5) return chance < 0.5 ? 'flower2' : chance < 0.6 ? 'flower0' : ''
  const drift = clouds(x / 190, y / 190, 41)
  const kind = Math.floor(clouds(x / 330 + 5, y / 330, 42) * 1.7 * FLOWERS) % FLOWERS
  if (chance < rarely(drift)) return `flower${kind}`
  return chance < 0.72 ? `tuft${Math.floor(speck(i, j, 136) * TUFTS)}` : ''
}

const rarely = (drift: number): number => Math.min(Math.max(drift - 0.5, 0) * 3, 0.5)

/** Whether a place is in a pen or beside its fence, where nothing grows any more. */
function isPen(x: number, y: number): boolean {
  return PENS.some(
    (pen) =>
      x > pen.x - 20 && x < pen.x + pen.width + 20 && y > pen.y - 8 && y < pen.y + pen.height + 20,
  )
}
