import { Container, Graphics, GraphicsContext, type Sprite } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { ROWS, TILE } from '../rules/level.ts'
import { glow } from './glow.ts'
import { tileNoise } from './ground.ts'
import {
  FLAG,
  INK,
  LIGHT,
  PINE,
  PINE_DARK,
  ROCK,
  ROCK_DARK,
  SNOW,
  SNOW_SHADE,
  WOOD,
  WOOD_DARK,
  WOOD_LIT,
} from './palette.ts'
import { SLICE, SLICES, Slices } from './slices.ts'

/** How far a glow or a pine reaches beyond its tile. */
const REACH = 40

interface Piece {
  /** The decoration that stands still. */
  readonly still: GraphicsContext
  readonly flags: readonly Spot[]
  readonly glows: readonly Spot[]
}

interface Spot {
  readonly x: number
  readonly y: number
}

const pieces: Piece[] = []

/** Draws the decoration of a slice of the level, if no picture has done so: all pictures share it. */
export function decorSlice(index: number): Piece {
  return (pieces[index] ??= drawSlice(index * SLICE, (index + 1) * SLICE))
}

/** Decoration of the level. `sway` moves what the wind moves. */
export class Decor {
  readonly root: Container = new Container()
  readonly #show: Slices
  readonly #flags: Graphics[] = []
  readonly #glows: Sprite[] = []
  #seconds = 0

  constructor() {
    for (let i = 0; i < SLICES; i++) {
      const piece = decorSlice(i)
      const slice = new Container()
      // The light falls on what is behind a lantern. In front of the lantern, it would wash the lantern out.
      for (const { x, y } of piece.glows) {
        const light = glow(42, LIGHT, 1)
        light.position.set(x, y)
        this.#glows.push(light)
        slice.addChild(light)
      }
      slice.addChild(new Graphics(piece.still))
      for (const { x, y } of piece.flags) {
        const flag = new Graphics(FLAG_CLOTH)
        flag.position.set(x, y)
        this.#flags.push(flag)
        slice.addChild(flag)
      }
      this.root.addChild(slice)
    }
    this.#show = new Slices(this.root, REACH)
  }

  /** Call once per frame, when the camera has moved. */
  look(sight: Sight): void {
    this.#show.look(sight)
  }

  /** Call once per frame. */
  sway(dtSeconds: number): void {
    this.#seconds += dtSeconds
    for (let i = 0; i < this.#flags.length; i++) {
      const flag = this.#flags[i]
      if (flag) flag.skew.y = Math.sin(this.#seconds * 3.1 + i) * 0.16
    }
    for (let i = 0; i < this.#glows.length; i++) {
      const light = this.#glows[i]
      if (light) light.alpha = 0.82 + 0.1 * Math.sin(this.#seconds * 2.3 + i * 1.7)
    }
  }
}

function drawSlice(from: number, to: number): Piece {
  const still = new GraphicsContext()
  const flags: Spot[] = []
  const glows: Spot[] = []
  for (const [line, row] of ROWS.entries())
    for (let column = from; column < to; column++) {
      const sign = row[column] ?? '.'
      const x = (column + 0.5) * TILE
      const y = (line + 1) * TILE
      const size = 0.85 + tileNoise(column, line, 40) * 0.4
      if (sign === 'T') drawPine(still, x, y, 58 * size)
      else if (sign === 't') drawPine(still, x, y, 30 * size)
      else if (sign === 's') drawSign(still, x, y)
      else if (sign === 'o') drawBoulder(still, x, y)
      else if (sign === 'l') {
        drawLantern(still, x, y)
        glows.push({ x, y: y - 29 })
      } else if (sign === 'f') {
        still.roundRect(x - 1, y - 52, 2.2, 52, 1).fill(WOOD_DARK)
        still.circle(x, y - 52.5, 2).fill(LIGHT)
        flags.push({ x: x + 1, y: y - 50 })
      }
    }
  return { still, flags, glows }
}

const FLAG_CLOTH = new GraphicsContext()
  .poly([0, 0, 26, 7, 0, 15])
  .fill(FLAG)
  .poly([0, 0, 26, 7, 0, 5])
  .fill({ color: 0xffffff, alpha: 0.22 })

function drawLantern(g: GraphicsContext, x: number, y: number): void {
  g.rect(x - 1, y - 26, 2, 26).fill(WOOD_DARK)
  g.roundRect(x - 4, y - 34, 8, 9, 2).fill(INK)
  g.roundRect(x - 2.6, y - 32.6, 5.2, 6.4, 1.4).fill(LIGHT)
  g.roundRect(x - 5, y - 36.4, 10, 3.4, 1.7).fill(SNOW)
}

/** A pine of four skirts with snow on each. */
function drawPine(g: GraphicsContext, x: number, y: number, height: number): void {
  g.rect(x - height * 0.035, y - height * 0.2, height * 0.07, height * 0.2).fill(WOOD_DARK)
  for (let i = 0; i < 4; i++) {
    const foot = y - height * (0.1 + i * 0.2)
    const half = height * (0.29 - i * 0.055)
    const top = foot - height * (0.34 - i * 0.02)
    g.poly([x - half, foot, x, top, x + half, foot]).fill(PINE)
    g.poly([x, top, x + half, foot, x + half * 0.12, foot]).fill(PINE_DARK)
    // Snow lies on the upper part. Its lower edge has two tongues.
    const low = top + (foot - top) * 0.5
    const wide = half * 0.5
    g.poly([x, top, x + wide, low, x + wide * 0.4, low - 1.2, x, low + height * 0.03])
    g.fill(SNOW_SHADE)
    g.poly([x, top, x, low + height * 0.03, x - wide * 0.45, low - 1.2, x - wide, low])
    g.fill(SNOW)
  }
}

function drawSign(g: GraphicsContext, x: number, y: number): void {
  g.rect(x - 1.2, y - 22, 2.4, 22).fill(WOOD_DARK)
  g.poly([x - 10, y - 22, x + 7, y - 22, x + 13, y - 17, x + 7, y - 12, x - 10, y - 12]).fill(WOOD)
  g.rect(x - 10, y - 22, 17, 1.6).fill(WOOD_LIT)
  g.poly([
    x - 5,
    y - 18,
    x + 2,
    y - 18,
    x + 2,
    y - 20,
    x + 6.5,
    y - 17,
    x + 2,
    y - 14,
    x + 2,
    y - 16,
  ])
  g.poly([x - 5, y - 18, x + 2, y - 18, x + 2, y - 16, x - 5, y - 16]).fill(WOOD_DARK)
  g.roundRect(x - 11, y - 24, 19, 3, 1.5).fill(SNOW)
}

function drawBoulder(g: GraphicsContext, x: number, y: number): void {
  g.ellipse(x, y - 5, 10, 7).fill(ROCK_DARK)
  g.ellipse(x - 0.8, y - 5.6, 9, 6.2).fill(ROCK[0] ?? ROCK_DARK)
  g.ellipse(x - 1, y - 9.6, 7, 3).fill(SNOW)
}
