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

/** Draws the tiles of the level, once. */
export function drawGround(): Container {
  const ground = new Container()
  const rock = new Graphics()
  const faces = new Graphics()
  const snow = new Graphics()
  const planks = new Graphics()
  drawCaves(rock)
  drawRock(rock)
  for (let line = 0; line < LINES; line++)
    for (let column = 0; column < COLUMNS; column++) {
      if (isRock(column, line)) {
        drawFaces(faces, column, line)
        if (!isRock(column, line - 1)) drawSnow(snow, column, line)
      } else if (isPlank(column, line)) drawPlank(planks, column, line)
    }
  ground.addChild(rock, faces, planks, snow)
  return ground
}

/** A number from 0 to 1 that is always the same for a tile. */
export function tileNoise(column: number, line: number, salt: number): number {
  let h = Math.imul(column * 73 + line * 179 + salt * 283 + 17, 0x9e3779b1)
  h ^= h >>> 15
  h = Math.imul(h, 0x85ebca6b)
  return ((h ^ (h >>> 13)) >>> 0) / 0x100000000
}

/** The walls behind what is under a roof. */
function drawCaves(rock: Graphics): void {
  for (const [line, row] of ROWS.entries())
    for (const { index, 0: run } of row.matchAll(/%[^.#=]*/g))
      rock.rect(index * TILE, line * TILE, run.length * TILE, TILE).fill(CAVE)
  for (let line = 0; line < LINES; line++)
    for (let column = 0; column < COLUMNS; column++)
      if (ROWS[line]?.[column] === '%' && tileNoise(column, line, 1) < 0.5)
        drawStone(rock, column, line, ROCK.length - 1)
}

/** Rock is drawn in cells of half a tile, so that its shades follow the level's outline softly. */
const CELL = TILE / 2
const CELL_COLUMNS = COLUMNS * 2
const CELL_LINES = LINES * 2

/** Rock darkens with its distance from the air. */
function drawRock(rock: Graphics): void {
  const shades = shadesOfRock()
  for (let line = 0; line < CELL_LINES; line++) {
    let from = 0
    for (let column = 1; column <= CELL_COLUMNS; column++) {
      const shade = shades[line * CELL_COLUMNS + from] ?? -1
      if (column < CELL_COLUMNS && shades[line * CELL_COLUMNS + column] === shade) continue
      if (shade >= 0)
        rock.rect(from * CELL, line * CELL, (column - from) * CELL, CELL).fill(ROCK[shade])
      from = column
    }
  }
  for (let line = 0; line < LINES; line++)
    for (let column = 0; column < COLUMNS; column++)
      if (isRock(column, line) && tileNoise(column, line, 1) < 0.34)
        drawStone(rock, column, line, shades[line * 2 * CELL_COLUMNS + column * 2] ?? 0)
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

function drawStone(rock: Graphics, column: number, line: number, shade: number): void {
  const x = column * TILE + 1 + tileNoise(column, line, 2) * 6
  const y = line * TILE + 4 + tileNoise(column, line, 3) * 6
  const width = 5 + tileNoise(column, line, 4) * 6
  const height = 3 + tileNoise(column, line, 5) * 3
  const isLight = tileNoise(column, line, 6) < 0.5
  const color = isLight ? ROCK[Math.max(shade - 1, 0)] : ROCK[Math.min(shade + 1, ROCK.length - 1)]
  rock.roundRect(x, y, width, height, 1.6).fill({ color: color ?? ROCK_DARK, alpha: 0.75 })
}

/** Light comes from the upper left: left faces are lit, right ones and undersides are dark. */
function drawFaces(faces: Graphics, column: number, line: number): void {
  const x = column * TILE
  const y = line * TILE
  if (!isRock(column - 1, line)) faces.rect(x, y, 1.5, TILE).fill(ROCK_LIT)
  if (!isRock(column + 1, line))
    faces.rect(x + TILE - 2, y, 2, TILE).fill({ color: ROCK_DARK, alpha: 0.7 })
  if (line + 1 >= LINES || isRock(column, line + 1)) return
  faces.rect(x, y + TILE - 2.5, TILE, 2.5).fill({ color: ROCK_DARK, alpha: 0.8 })
  for (let i = 0; i < 2; i++) {
    if (tileNoise(column, line, 11 + i) < 0.45) continue
    const at = x + 3 + i * 7 + tileNoise(column, line, 13 + i) * 3
    const length = 3 + tileNoise(column, line, 15 + i) * 6
    faces.poly([at - 1.4, y + TILE, at + 1.4, y + TILE, at, y + TILE + length]).fill(ICE)
  }
}

/** A cap of snow with a soft lower edge, rounded where it ends. */
function drawSnow(snow: Graphics, column: number, line: number): void {
  const x = column * TILE
  const y = line * TILE
  const endsLeft = !isRock(column - 1, line)
  const endsRight = !isRock(column + 1, line)
  const left = x - (endsLeft ? 2 : 0)
  const right = x + TILE + (endsRight ? 2 : 0)
  for (let i = 0; i < 3; i++) {
    const radius = 2.6 + tileNoise(column, line, 20 + i) * 2
    const drop = 2.4 + tileNoise(column, line, 24 + i) * 2.8
    snow.circle(x + 2.7 + i * 5.3, y + drop + 1.4, radius).fill(SNOW_SHADE)
  }
  for (let i = 0; i < 3; i++) {
    const radius = 2.6 + tileNoise(column, line, 20 + i) * 2
    const drop = 2.4 + tileNoise(column, line, 24 + i) * 2.8
    snow.circle(x + 2.7 + i * 5.3, y + drop, radius).fill(SNOW)
  }
  snow.rect(
    endsLeft ? x : left,
    y - 1.5,
    right - left - (endsLeft ? 2 : 0) - (endsRight ? 2 : 0),
    5.5,
  )
  snow.fill(SNOW)
  if (endsLeft) snow.circle(x + 0.8, y + 1.3, 2.8).fill(SNOW)
  if (endsRight) snow.circle(x + TILE - 0.8, y + 1.3, 2.8).fill(SNOW)
  snow.rect(x, y - 1.5, TILE, 1.2).fill(SNOW_LIT)
}

function drawPlank(planks: Graphics, column: number, line: number): void {
  const x = column * TILE
  const y = line * TILE
  const endsLeft = !isPlank(column - 1, line)
  const endsRight = !isPlank(column + 1, line)
  planks.rect(x, y + 5, TILE, 1.6).fill(WOOD_DARK)
  planks.rect(x, y, TILE, 5).fill(WOOD)
  planks.rect(x, y + 2.2, TILE, 0.9).fill({ color: WOOD_LIT, alpha: 0.8 })
  planks
    .rect(x + 7 + tileNoise(column, line, 31) * 5, y + 1, 0.9, 4)
    .fill({ color: WOOD_DARK, alpha: 0.8 })
  if (endsLeft) planks.roundRect(x - 1.5, y - 1, 4, 9, 1.2).fill(WOOD_DARK)
  if (endsRight) planks.roundRect(x + TILE - 2.5, y - 1, 4, 9, 1.2).fill(WOOD_DARK)
  planks
    .roundRect(x + (endsLeft ? 1 : -1), y - 1.4, TILE + (endsLeft ? -1 : 1), 2.6, 1.2)
    .fill(SNOW)
  planks.circle(x + 4 + tileNoise(column, line, 32) * 8, y + 0.8, 2).fill(SNOW)
}
