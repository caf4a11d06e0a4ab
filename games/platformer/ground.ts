import { Container, Graphics } from 'pixi.js'
import { COLUMNS, isPlank, isRock, LINES, ROWS, TILE } from './level.ts'
import {
  CAVE,
  ICE,
  ROCK,
  ROCK_DARK,
  ROCK_LIT,
  SNOW,
  SNOW_LIT,
  SNOW_SHADE,
  WOOD,
  WOOD_DARK,
  WOOD_LIT,
} from './palette.ts'

/** Tiles in a slice of the level: only slices in the picture are drawn. */
const SLICE = 12

/** The tiles of the level, drawn once. `look` hides what is out of the picture. */
export class Ground {
  readonly root: Container = new Container()

  constructor() {
    const shades = shadesOfRock()
    for (let from = 0; from < COLUMNS; from += SLICE) {
      const slice = new Graphics()
      const to = Math.min(from + SLICE, COLUMNS)
      drawCaves(slice, from, to)
      drawRock(slice, shades, from, to)
      eachTile(from, to, (column, line) => {
        if (isRock(column, line)) drawFaces(slice, column, line)
        else if (isPlank(column, line)) drawPlank(slice, column, line)
      })
      eachTile(from, to, (column, line) => {
        if (isRock(column, line) && !isRock(column, line - 1)) drawSnow(slice, column, line)
      })
      this.root.addChild(slice)
    }
  }

  /** Call once per frame with the camera's place and the picture's width. */
  look(cameraX: number, width: number): void {
    const { children } = this.root
    for (let i = 0; i < children.length; i++) {
      const left = i * SLICE * TILE - TILE
      const slice = children[i]
      if (slice) slice.visible = left < cameraX + width && left + (SLICE + 2) * TILE > cameraX
    }
  }
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

/** The walls behind what is under a roof. */
function drawCaves(slice: Graphics, from: number, to: number): void {
  for (let line = 0; line < LINES; line++) {
    const row = ROWS[line] ?? ''
    for (let column = from; column < to; column++) {
      const isWall = row[column] === '%'
      if (!isWall && !(row[column - 1] === '%' && /[^.#=]/.test(row[column] ?? '.'))) continue
      slice.rect(column * TILE, line * TILE, TILE + OVERLAP, TILE + OVERLAP).fill(CAVE)
      if (isWall && tileNoise(column, line, 1) < 0.5)
        drawStone(slice, column, line, ROCK.length - 1)
    }
  }
}

/** Rock is drawn in cells of half a tile, so that its shades follow the level's outline softly. */
const CELL = TILE / 2
const CELL_COLUMNS = COLUMNS * 2
const CELL_LINES = LINES * 2

/** Neighbours overlap by this, so that no hairline of what is behind shows between them at odd scales. */
const OVERLAP = 0.5

/** Rock darkens with its distance from the air. */
function drawRock(slice: Graphics, shades: Int8Array, fromTile: number, toTile: number): void {
  const shadeAt = (column: number, line: number): number =>
    column < CELL_COLUMNS && line < CELL_LINES ? (shades[line * CELL_COLUMNS + column] ?? -1) : -1
  const hasFloor = (column: number, line: number): boolean => shadeAt(column, line + 1) >= 0
  for (let line = 0; line < CELL_LINES; line++) {
    let from = fromTile * 2
    for (let column = from + 1; column <= toTile * 2; column++) {
      const shade = shadeAt(from, line)
      const isSame =
        shadeAt(column, line) === shade && hasFloor(column, line) === hasFloor(from, line)
      if (column < toTile * 2 && isSame) continue
      const width = (column - from) * CELL + (shadeAt(column, line) >= 0 ? OVERLAP : 0)
      const height = CELL + (hasFloor(from, line) ? OVERLAP : 0)
      if (shade >= 0) slice.rect(from * CELL, line * CELL, width, height).fill(ROCK[shade])
      from = column
    }
  }
  eachTile(fromTile, toTile, (column, line) => {
    if (isRock(column, line) && tileNoise(column, line, 1) < 0.34)
      drawStone(slice, column, line, shadeAt(column * 2, line * 2))
  })
}

/** For each cell which of the shades of rock it has; -1 for air. */
function shadesOfRock(): Int8Array {
  const shades = new Int8Array(CELL_COLUMNS * CELL_LINES).fill(-1)
  for (let line = 0; line < CELL_LINES; line++)
    for (let column = 0; column < CELL_COLUMNS; column++)
      if (isRock(column >> 1, line >> 1))
        shades[line * CELL_COLUMNS + column] = Math.min(
          (airDistance(column, line) - 1) / 1.6,
          ROCK.length - 1,
        )
  return shades
}

/** Cells from a cell of rock to the nearest air, as the crow flies; at most 8. Below the level is no air. */
function airDistance(column: number, line: number): number {
  let nearest = 8
  for (let dy = -8; dy <= 8; dy++) {
    if (line + dy >= CELL_LINES) break
    for (let dx = -8; dx <= 8; dx++) {
      const distance = Math.sqrt(dx * dx + dy * dy)
      if (distance < nearest && !isRock((column + dx) >> 1, (line + dy) >> 1)) nearest = distance
    }
  }
  return nearest
}

function drawStone(slice: Graphics, column: number, line: number, shade: number): void {
  const x = column * TILE + 1 + tileNoise(column, line, 2) * 6
  const y = line * TILE + 4 + tileNoise(column, line, 3) * 6
  const width = 5 + tileNoise(column, line, 4) * 6
  const height = 3 + tileNoise(column, line, 5) * 3
  const isLight = tileNoise(column, line, 6) < 0.5
  const color = isLight ? ROCK[Math.max(shade - 1, 0)] : ROCK[Math.min(shade + 1, ROCK.length - 1)]
  slice.roundRect(x, y, width, height, 1.6).fill({ color: color ?? ROCK_DARK, alpha: 0.75 })
}

/** Light comes from the upper left: left faces are lit, right ones and undersides are dark. */
function drawFaces(slice: Graphics, column: number, line: number): void {
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

/** A cap of snow with a wavy lower edge, rounded where it ends. */
function drawSnow(slice: Graphics, column: number, line: number): void {
  const x = column * TILE
  const y = line * TILE
  const isLeft = !isRock(column - 1, line)
  const isRight = !isRock(column + 1, line)
  slice.poly(capOfSnow(column, line, isLeft, isRight, 1.4)).fill(SNOW_SHADE)
  slice.poly(capOfSnow(column, line, isLeft, isRight, 0)).fill(SNOW)
  slice.rect(x, y - 1.5, TILE + (isRight ? 0 : OVERLAP), 1.2).fill(SNOW_LIT)
}

/** The outline of a cap: a flat top, three waves below. */
function capOfSnow(
  column: number,
  line: number,
  isLeft: boolean,
  isRight: boolean,
  drop: number,
): number[] {
  const x = column * TILE
  const y = line * TILE
  const points: number[] = []
  if (isLeft) points.push(x - 1.6, y + 2.6, x - 2, y + 0.8, x - 1.4, y - 0.8, x, y - 1.5)
  else points.push(x, y - 1.5)
  if (isRight) points.push(x + 16, y - 1.5, x + 17.4, y - 0.8, x + 18, y + 0.8, x + 17.6, y + 2.6)
  else points.push(x + 16 + OVERLAP, y - 1.5, x + 16 + OVERLAP, y + 4.1 + drop)
  for (let i = 2; i >= 0; i--) {
    const middle = x + (i + 0.5) * (TILE / 3)
    const low = y + 5.6 + drop + tileNoise(column, line, 20 + i) * 2.6
    const high = y + 4.1 + drop
    points.push(middle + 2.66, high, middle + 2.2, low - 0.7, middle + 1, low)
    points.push(middle - 1, low, middle - 2.2, low - 0.7, middle - 2.66, high)
  }
  return points
}

function drawPlank(slice: Graphics, column: number, line: number): void {
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
