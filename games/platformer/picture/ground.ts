import { Container, Graphics, GraphicsContext } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { COLUMNS, isPlank, isRock, isSpike, LINES, ROWS, TILE } from '../rules/level.ts'
import {
  CAVE,
  ICE,
  ROCK,
  ROCK_DARK,
  ROCK_LIT,
  SHARP,
  SHARP_DARK,
  SHARP_FOOT,
  SHARP_LIT,
  SNOW,
  SNOW_LIT,
  SNOW_SHADE,
  WOOD,
  WOOD_DARK,
  WOOD_LIT,
} from './palette.ts'
import { SLICE, SLICES, Slices } from './slices.ts'

const slices: GraphicsContext[] = []

/** Draws a slice, if no picture has done so: all pictures share them. */
export function groundSlice(index: number): GraphicsContext {
  return (slices[index] ??= drawSlice(index * SLICE, Math.min((index + 1) * SLICE, COLUMNS)))
}

/** The tiles of the level. `look` hides those outside the picture. */
export class Ground {
  readonly root: Container = new Container()
  readonly #show: Slices

  constructor() {
    for (let i = 0; i < SLICES; i++) this.root.addChild(new Graphics(groundSlice(i)))
    this.#show = new Slices(this.root, TILE)
  }

  /** Call once per frame, when the camera has moved. */
  look(sight: Sight): void {
    this.#show.look(sight)
  }
}

function drawSlice(from: number, to: number): GraphicsContext {
  const slice = new GraphicsContext()
  drawCaves(slice, from, to)
  drawRock(slice, from, to)
  eachTile(from, to, (column, line) => {
    if (isRock(column, line)) drawFaces(slice, column, line)
    else if (isPlank(column, line)) drawPlank(slice, column, line)
  })
  drawSnow(slice, from, to)
  eachTile(from, to, (column, line) => {
    if (isSpike(column, line)) drawSpikes(slice, column, line)
  })
  return slice
}

function eachTile(from: number, to: number, draw: (column: number, line: number) => void): void {
  for (let line = 0; line < LINES; line++)
    for (let column = from; column < to; column++) draw(column, line)
}

/** A number from 0 to 1 that is always the same for a tile. */
export function tileNoise(column: number, line: number, salt: number): number {
  let h = Math.imul(column * 73 + line * 179 + salt * 283 + 17, 0x9e3779b1)
  h ^= h >>> 15
  h = Math.imul(h, 0x85ebca6b)
  return ((h ^ (h >>> 13)) >>> 0) / 0x100000000
}

/** Whether there is a wall behind: at a `%`, behind whatever stands to the right of one, and in gaps between two. */
function isCave(row: string, column: number): boolean {
  if (row[column] === '.') return row[column - 1] === '%' && row[column + 1] === '%'
  let at = column
  while (/[^.#=%]/.test(row[at] ?? '.')) at--
  return row[at] === '%'
}

/** The walls behind everything under a roof. */
function drawCaves(slice: GraphicsContext, from: number, to: number): void {
  for (let line = 0; line < LINES; line++) {
    const row = ROWS[line] ?? ''
    for (let column = from; column < to; column++) {
      if (!isCave(row, column)) continue
      slice.rect(column * TILE, line * TILE, TILE + OVERLAP, TILE + OVERLAP).fill(CAVE)
      if (row[column] === '%' && tileNoise(column, line, 1) < 0.5)
        drawStone(slice, column, line, ROCK.length - 1)
    }
  }
}

/** Rock is drawn in cells of half a tile, so that its shades follow the level's outline softly. */
const CELL = TILE / 2
const CELL_COLUMNS = COLUMNS * 2
const CELL_LINES = LINES * 2

/** Neighbours overlap by this much, so that no hairline of the background shows between them at odd scales. */
const OVERLAP = 0.5

/** A piece of rock of one shade, in cells; `to` is beyond its last column. */
interface Block {
  readonly from: number
  readonly to: number
  readonly shade: number
  readonly line: number
  lines: number
}

/** Rock darkens with its distance from the air. It is drawn in the fewest pieces that rows of one shade allow. */
function drawRock(slice: GraphicsContext, fromTile: number, toTile: number): void {
  const shades = shadesOfRock(fromTile * 2, toTile * 2 + 1)
  const shadeAt = (column: number, line: number): number =>
    column < CELL_COLUMNS && line < CELL_LINES ? (shades[line * CELL_COLUMNS + column] ?? -1) : -1
  const hasFloor = (column: number, line: number): boolean => shadeAt(column, line + 1) >= 0
  const draw = ({ from, to, shade, line, lines }: Block): void => {
    const last = line + lines - 1
    const width = (to - from) * CELL + (shadeAt(to, last) >= 0 ? OVERLAP : 0)
    const height = lines * CELL + (hasFloor(from, last) ? OVERLAP : 0)
    slice.rect(from * CELL, line * CELL, width, height).fill(ROCK[shade])
  }
  let above: Block[] = []
  for (let line = 0; line <= CELL_LINES; line++) {
    const blocks: Block[] = []
    let from = fromTile * 2
    for (let column = from + 1; column <= toTile * 2; column++) {
      const shade = shadeAt(from, line)
      const isSame =
        shadeAt(column, line) === shade && hasFloor(column, line) === hasFloor(from, line)
      if (column < toTile * 2 && isSame) continue
      // A row with the same shade and extent as the one above makes the piece above higher.
      const same = above.findIndex(
        (block) =>
          block.from === from &&
          block.to === column &&
          block.shade === shade &&
          shadeAt(column, line) >= 0 === shadeAt(column, line - 1) >= 0,
      )
      const block = above.splice(same, same < 0 ? 0 : 1)[0]
      if (block) block.lines++
      if (shade >= 0) blocks.push(block ?? { from, to: column, shade, line, lines: 1 })
      from = column
    }
    above.forEach(draw)
    above = blocks
  }
  eachTile(fromTile, toTile, (column, line) => {
    if (isRock(column, line) && tileNoise(column, line, 1) < 0.34)
      drawStone(slice, column, line, shadeAt(column * 2, line * 2))
  })
}

/** For each cell of some columns, which of the shades of rock it has; -1 for air. */
function shadesOfRock(from: number, to: number): Int8Array {
  const shades = new Int8Array(CELL_COLUMNS * CELL_LINES).fill(-1)
  for (let line = 0; line < CELL_LINES; line++)
    for (let column = from; column < Math.min(to, CELL_COLUMNS); column++)
      if (isRock(column >> 1, line >> 1))
        shades[line * CELL_COLUMNS + column] = Math.min(
          (airDistance(column, line) - 1) / 1.6,
          ROCK.length - 1,
        )
  return shades
}

/** The greatest distance from the air that matters for a shade, in cells. */
const FAR = 8

/** The cells round a cell up to `FAR`, nearest first. */
const AROUND: readonly { readonly dx: number; readonly dy: number; readonly distance: number }[] =
  Array.from({ length: (2 * FAR + 1) ** 2 }, (_, i) => {
    const dx = (i % (2 * FAR + 1)) - FAR
    const dy = Math.floor(i / (2 * FAR + 1)) - FAR
    return { dx, dy, distance: Math.sqrt(dx * dx + dy * dy) }
  })
    .filter(({ distance }) => distance < FAR)
    .sort((a, b) => a.distance - b.distance)

/** Cells from a cell of rock to the nearest air in a straight line, at most `FAR`. There is no air below the level. */
function airDistance(column: number, line: number): number {
  for (const { dx, dy, distance } of AROUND)
    if (line + dy < CELL_LINES && !isRock((column + dx) >> 1, (line + dy) >> 1)) return distance
  return FAR
}

function drawStone(slice: GraphicsContext, column: number, line: number, shade: number): void {
  const x = column * TILE + 1 + tileNoise(column, line, 2) * 6
  const y = line * TILE + 4 + tileNoise(column, line, 3) * 6
  const width = 5 + tileNoise(column, line, 4) * 6
  const height = 3 + tileNoise(column, line, 5) * 3
  const isLight = tileNoise(column, line, 6) < 0.5
  if (!isLight && shade === ROCK.length - 1) return
  const color = isLight ? ROCK[Math.max(shade - 1, 0)] : ROCK[Math.min(shade + 1, ROCK.length - 1)]
  slice.roundRect(x, y, width, height, 1.6).fill({ color: color ?? ROCK_DARK, alpha: 0.75 })
}

/** Light comes from the upper left: left faces are lit, and right ones and undersides are dark. */
function drawFaces(slice: GraphicsContext, column: number, line: number): void {
  const x = column * TILE
  const y = line * TILE
  if (!isRock(column - 1, line)) slice.rect(x, y, 1.5, TILE).fill(ROCK_LIT)
  if (!isRock(column + 1, line))
    slice.rect(x + TILE - 2, y, 2, TILE).fill({ color: ROCK_DARK, alpha: 0.7 })
  if (line + 1 >= LINES || isRock(column, line + 1)) return
  slice.rect(x, y + TILE - 2.5, TILE, 2.5).fill({ color: ROCK_DARK, alpha: 0.8 })
  for (let i = 0; i < 2; i++) {
    if (tileNoise(column, line, 11 + i) < 0.45) continue
    const at = x + 3 + i * 7 + tileNoise(column, line, 13 + i) * 3
    const length = 3 + tileNoise(column, line, 15 + i) * 6
    slice.poly([at - 1.4, y + TILE, at + 1.4, y + TILE, at, y + TILE + length]).fill(ICE)
  }
}

/** Caps of snow with a wavy lower edge, rounded where they end: one for each run of tiles with air above. */
function drawSnow(slice: GraphicsContext, from: number, to: number): void {
  for (let line = 0; line < LINES; line++)
    for (let column = from; column < to; column++) {
      if (!hasSnow(column, line)) continue
      let end = column + 1
      while (end < to && hasSnow(end, line)) end++
      const right = end * TILE + (isRock(end, line) ? OVERLAP : 0)
      slice.poly(capOfSnow(column, end, line, 1.4)).fill(SNOW_SHADE)
      slice.poly(capOfSnow(column, end, line, 0)).fill(SNOW)
      slice.rect(column * TILE, line * TILE - 1.5, right - column * TILE, 1.2).fill(SNOW_LIT)
      column = end
    }
}

const hasSnow = (column: number, line: number): boolean =>
  isRock(column, line) && !isRock(column, line - 1)

/** The outline of a cap: a flat top, three waves below each tile. */
function capOfSnow(from: number, to: number, line: number, drop: number): number[] {
  const left = from * TILE
  const right = to * TILE
  const y = line * TILE
  const points: number[] = []
  // The snow reaches over the edge of the shade below it. Otherwise, that edge would show as a line between slices.
  if (isRock(from - 1, line)) points.push(left - (drop === 0 ? OVERLAP : 0), y - 1.5)
  else points.push(left - 1.6, y + 2.6, left - 2, y + 0.8, left - 1.4, y - 0.8, left, y - 1.5)
  if (isRock(to, line)) points.push(right + OVERLAP, y - 1.5, right + OVERLAP, y + 4.1 + drop)
  else {
    points.push(right, y - 1.5, right + 1.4, y - 0.8)
    points.push(right + 2, y + 0.8, right + 1.6, y + 2.6)
  }
  const high = y + 4.1 + drop
  for (let column = to - 1; column >= from; column--)
    for (let i = 2; i >= 0; i--) {
      const middle = column * TILE + (i + 0.5) * (TILE / 3)
      const low = y + 5.6 + drop + tileNoise(column, line, 20 + i) * 2.6
      points.push(middle + 2.66, high, middle + 2.2, low - 0.7, middle + 1, low)
      points.push(middle - 1, low, middle - 2.2, low - 0.7, middle - 2.66, high)
    }
  if (isRock(from - 1, line) && drop === 0) points.push(left - OVERLAP, high)
  return points
}

function drawPlank(slice: GraphicsContext, column: number, line: number): void {
  const x = column * TILE
  const y = line * TILE
  const endsLeft = !isPlank(column - 1, line)
  const endsRight = !isPlank(column + 1, line)
  slice.rect(x, y + 5, TILE, 1.6).fill(WOOD_DARK)
  slice.rect(x, y, TILE, 5).fill(WOOD)
  slice.rect(x, y + 2.2, TILE, 0.9).fill({ color: WOOD_LIT, alpha: 0.8 })
  slice
    .rect(x + 7 + tileNoise(column, line, 31) * 5, y + 1, 0.9, 4)
    .fill({ color: WOOD_DARK, alpha: 0.8 })
  if (endsLeft) slice.roundRect(x - 1.5, y - 1, 4, 9, 1.2).fill(WOOD_DARK)
  if (endsRight) slice.roundRect(x + TILE - 2.5, y - 1, 4, 9, 1.2).fill(WOOD_DARK)
  slice.roundRect(x + (endsLeft ? 1 : -1), y - 1.4, TILE + (endsLeft ? -1 : 1), 2.6, 1.2).fill(SNOW)
  const lump = x + 3 + tileNoise(column, line, 32) * 8
  slice.poly([lump - 2, y + 1, lump + 2, y + 1, lump + 1, y + 2.6, lump - 1, y + 2.6]).fill(SNOW)
}

/** Crystals of ice with their points up; red at the foot, as a warning. They hurt in the lower half of the tile. */
function drawSpikes(slice: GraphicsContext, column: number, line: number): void {
  const x = column * TILE
  const foot = (line + 1) * TILE + 0.5
  slice.rect(x, foot - 2.5, TILE + OVERLAP, 3).fill(SHARP_FOOT)
  // The small ones stand behind the large ones.
  for (let i = 0; i < 3; i++) {
    const isBack = i === 0
    const middle = x + (isBack ? 8 : i * 8 - 4) + (tileNoise(column, line, 50 + i) - 0.5) * 1.2
    const top = foot - (isBack ? 8 : 10.6) - tileNoise(column, line, 54 + i) * 1.8
    const half = isBack ? 3.4 : 4.1
    const tip = middle + (tileNoise(column, line, 58 + i) - 0.5) * 2
    const heart = middle + half * 0.1
    slice.poly([middle - half - 0.8, foot, tip, top - 2.4, middle + half + 0.8, foot]).fill(CAVE)
    slice.poly([tip, top, middle + half, foot, heart, foot]).fill(SHARP_DARK)
    slice.poly([middle - half, foot, tip, top, heart, foot]).fill(isBack ? SHARP : SHARP_LIT)
    slice.poly([
      middle - half,
      foot,
      middle - half * 0.7,
      foot - 2.6,
      heart,
      foot - 2.2,
      heart,
      foot,
    ])
    slice.poly([heart, foot, heart, foot - 2.2, middle + half, foot])
    slice.fill({ color: SHARP_FOOT, alpha: 0.8 })
  }
}
