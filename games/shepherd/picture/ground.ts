import { Container, Sprite, Texture } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { speck } from './noise.ts'
import { type Brush, canvas, textureOf } from './paint.ts'
import { paintPonds } from './ponds.ts'
import { colourAt, type Soil, soilAt } from './soil.ts'
import { Specks } from './specks.ts'
import { BORDER, TILE_HEIGHT, TILE_WIDTH, TILES, TILES_ACROSS } from './tiles.ts'
import { paintPuddles } from './zones.ts'

/** Units between two samples of the ground's colour. */
const GRAIN = 5
/** Each cell of this many units has one blade of grass, leaf or pebble. */
const BLADE_CELL = 8
/** Neighbours overlap by this much, so that no hairline shows between them at odd scales. */
const OVERLAP = 1
/** Size of a tile including its overlap. */
const WIDTH = TILE_WIDTH + OVERLAP * 2
const HEIGHT = TILE_HEIGHT + OVERLAP * 2

const tiles: Texture[] = []

/** Paints a tile of the ground, if no picture has done so: all pictures share them. */
export function groundTile(index: number): Texture {
  return (tiles[index] ??= paintTile(index))
}

/** The tiles in a picture of `width` x `height` units whose middle is at (`x`, `y`), the nearest to the middle first. */
export function tilesAround(x: number, y: number, width: number, height: number): number[] {
  const away = (i: number): number =>
    Math.max(
      Math.abs(leftOf(i) + WIDTH / 2 - x) - (WIDTH + width) / 2,
      Math.abs(topOf(i) + HEIGHT / 2 - y) - (HEIGHT + height) / 2,
    )
  const all = Array.from({ length: TILES }, (_, i) => i)
  return all.filter((i) => away(i) < 0).sort((a, b) => away(a) - away(b))
}

/** Grass, paths, mud, straw and water. `look` hides tiles outside the picture, and paints those that are missing in it. */
export class Ground {
  readonly root: Container = new Container({ isRenderGroup: true })
  /**
   * The tile that this frame shows once, so that a renderer has loaded each before a player gets there; `TILES`: none is left.
   */
  #unseen = -1

  constructor() {
    for (let i = 0; i < TILES; i++) {
      const tile = new Sprite(Texture.EMPTY)
      tile.position.set(leftOf(i), topOf(i))
      this.root.addChild(tile)
    }
  }

  /** Call once per frame, when the camera has moved. */
  look(sight: Sight): void {
    const { children } = this.root
    for (let i = 0; i < children.length; i++) {
      const tile = children[i] as Sprite | undefined
      if (!tile) continue
      const right = tile.x - sight.left
      const down = tile.y - sight.top
      const isInSight =
        right < sight.width && right > -WIDTH && down < sight.height && down > -HEIGHT
      tile.visible = isInSight || i === this.#unseen
      if (tile.visible && tile.texture === Texture.EMPTY) tile.texture = groundTile(i)
    }
    // What is not painted yet is painted between frames, and shown later.
    const next = this.#unseen + 1
    if (next === TILES || tiles[next] !== undefined) this.#unseen = next
  }
}

const leftOf = (index: number): number => (index % TILES_ACROSS) * TILE_WIDTH - BORDER - OVERLAP
const topOf = (index: number): number =>
  Math.floor(index / TILES_ACROSS) * TILE_HEIGHT - BORDER - OVERLAP

function paintTile(index: number): Texture {
  const brush = canvas(WIDTH, HEIGHT)
  if (brush) {
    const left = leftOf(index)
    const top = topOf(index)
    paintColour(brush, left, top)
    brush.translate(-left, -top)
    paintBlades(brush, left, top)
    paintPuddles(brush, left, top)
    paintPonds(brush, left, top)
  }
  return textureOf(brush, 1)
}

const soil: Soil = { path: 0, clover: 0, mud: 0, straw: 0, wet: 0, wood: 0 }

/** The ground's colour in coarse samples, drawn large. The canvas renderer makes it soft. */
function paintColour(brush: Brush, left: number, top: number): void {
  const across = Math.ceil(brush.canvas.width / GRAIN) + 2
  const down = Math.ceil(brush.canvas.height / GRAIN) + 2
  const coarse = canvas(across, down)
  const image = coarse?.createImageData(across, down)
  if (!coarse || !image) return
  // Samples lie on a grid of the whole meadow, so that tiles meet without a seam.
  const firstX = Math.floor(left / GRAIN) * GRAIN
  const firstY = Math.floor(top / GRAIN) * GRAIN
  for (let n = 0; n < across * down; n++) {
    const x = firstX + (n % across) * GRAIN
    const y = firstY + Math.floor(n / across) * GRAIN
    soilAt(x, y, soil)
    colourAt(x, y, soil, image.data, n * 4)
  }
  coarse.putImageData(image, 0, 0)
  brush.imageSmoothingEnabled = true
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(
    coarse.canvas,
    firstX - left - GRAIN / 2,
    firstY - top - GRAIN / 2,
    across * GRAIN,
    down * GRAIN,
  )
}

/**
 * One small thing for each cell. This includes cells beyond the tile's edge, because their contents may reach over it.
 */
function paintBlades(brush: Brush, left: number, top: number): void {
  const fromX = Math.floor(left / BLADE_CELL) - 1
  const fromY = Math.floor(top / BLADE_CELL) - 1
  const across = Math.ceil(brush.canvas.width / BLADE_CELL) + 3
  const down = Math.ceil(brush.canvas.height / BLADE_CELL) + 3
  const specks = new Specks()
  for (let j = fromY; j < fromY + down; j++)
    for (let i = fromX; i < fromX + across; i++) {
      const x = (i + speck(i, j, 51)) * BLADE_CELL
      const y = (j + speck(i, j, 52)) * BLADE_CELL
      soilAt(x, y, soil)
      specks.add(soil, x, y, speck(i, j, 53), speck(i, j, 54), speck(i, j, 55))
    }
  specks.paint(brush)
}
