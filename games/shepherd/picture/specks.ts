import { type Brush, pick } from './paint.ts'
import {
  BLADES_DARK,
  BLADES_DRY,
  BLADES_LIT,
  CLOVER_LEAVES,
  MUD_DARK,
  MUD_LIT,
  PEBBLES,
  STRAWS,
} from './palette.ts'
import type { Soil } from './soil.ts'

/**
 * The small things on a piece of ground: blades of grass, leaves, pebbles, straws. They are collected by colour, and
 * each colour is painted in one go. One by one, they would take many times as long.
 */
export class Specks {
  readonly #blades = new Map<string, Path2D>()
  readonly #straws = new Map<string, Path2D>()
  readonly #dots = new Map<string, Path2D>()

  /** Adds what lies at a place of a soil. `kind`, `tone` and `turn` are random, from 0 to 1. */
  add(soil: Soil, x: number, y: number, kind: number, tone: number, turn: number): void {
    if (soil.wet > 0.5) return
    if (soil.mud > 0.5) {
      if (kind < 0.3) this.#dot(x, y, 0.8 + tone * 1.8, kind < 0.15 ? MUD_DARK : MUD_LIT)
    } else if (soil.straw > kind + 0.1) {
      const way = turn * Math.PI * 2
      this.#line(this.#straws, x, y, Math.cos(way) * 8, Math.sin(way) * 5, pick(STRAWS, tone))
    } else if (soil.path > 0.35 + kind * 0.3) {
      if (kind < 0.4) this.#dot(x, y, 0.8 + turn * 1.5, pick(PEBBLES, tone))
    } else if (soil.clover > kind) this.#clover(x, y, turn, tone)
    else this.#grass(x, y, kind, tone, turn)
  }

  /** Paints all that was added. */
  paint(brush: Brush): void {
    brush.lineCap = 'round'
    for (const [colour, path] of this.#dots) {
      brush.fillStyle = colour
      brush.fill(path)
    }
    for (const [width, paths] of [
      [0.9, this.#blades],
      [1.1, this.#straws],
    ] as const)
      for (const [colour, path] of paths) {
        brush.lineWidth = width
        brush.strokeStyle = colour
        brush.stroke(path)
      }
  }

  #grass(x: number, y: number, kind: number, tone: number, turn: number): void {
    if (kind > 0.93)
      return this.#line(this.#blades, x, y, (turn - 0.5) * 5, -6, pick(BLADES_DRY, tone))
    const colour = pick(kind > 0.5 ? BLADES_LIT : BLADES_DARK, tone)
    const height = 3.5 + turn * 4
    this.#line(this.#blades, x, y, (tone - 0.5) * 3, -height, colour)
    if (kind < 0.3 || kind > 0.75)
      this.#line(this.#blades, x + 1.6, y + 0.4, (turn - 0.3) * 4, -height * 0.75, colour)
  }

  /** Three leaves. */
  #clover(x: number, y: number, turn: number, tone: number): void {
    const size = 1.5 + turn * 1.1
    for (let i = 0; i < 3; i++) {
      const way = (turn + i / 3) * Math.PI * 2
      const atX = x + Math.cos(way) * size * 0.95
      this.#dot(atX, y + Math.sin(way) * size * 0.8, size * 0.72, pick(CLOVER_LEAVES, tone))
    }
  }

  #line(
    into: Map<string, Path2D>,
    x: number,
    y: number,
    dx: number,
    dy: number,
    colour: string,
  ): void {
    const path = pathOf(into, colour)
    path.moveTo(x, y)
    path.quadraticCurveTo(x + dx * 0.2, y + dy * 0.6, x + dx, y + dy)
  }

  #dot(x: number, y: number, radius: number, colour: string): void {
    const path = pathOf(this.#dots, colour)
    path.moveTo(x + radius, y)
    path.ellipse(x, y, radius, radius * 0.75, 0, 0, Math.PI * 2)
  }
}

function pathOf(paths: Map<string, Path2D>, colour: string): Path2D {
  let path = paths.get(colour)
  if (!path) paths.set(colour, (path = new Path2D()))
  return path
}
