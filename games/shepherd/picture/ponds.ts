import { Container, Sprite } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { PONDS, type Round } from '../rules/meadow.ts'
import type { Spot } from './drawing.ts'
import { clouds, speck } from './noise.ts'
import { type Brush, oval } from './paint.ts'
import { FOAM, MUD_LIT, WATER, WATER_DEEP, WATER_SHALLOW } from './palette.ts'
import { piece } from './sheet.ts'

/** Corners of a shore. */
const CORNERS = 72
const GLINTS = 16
const REEDS = 26
const LILIES = 9
/** How far a duck is from the middle, as a share of the pond. */
const DUCK_AWAY = 0.55

/** A shore's outline; `size` is 1 at the water's edge. */
function trace(brush: Brush, pond: Round, size: number): void {
  brush.beginPath()
  for (let i = 0; i < CORNERS; i++) {
    const turn = (i / CORNERS) * Math.PI * 2
    const uneven =
      0.96 + 0.1 * (clouds(Math.cos(turn) * 2.6 + pond.x, Math.sin(turn) * 2.6 + pond.y, 71) - 0.5)
    const x = pond.x + Math.cos(turn) * pond.rx * uneven * size
    const y = pond.y + Math.sin(turn) * pond.ry * uneven * size
    brush.lineTo(x, y)
  }
  brush.closePath()
}

/** Paints the ponds near a tile whose upper left corner is at (`left`, `top`). The brush is in units of the meadow. */
export function paintPonds(brush: Brush, left: number, top: number): void {
  for (const pond of PONDS) {
    const { x, y, rx, ry } = pond
    if (x + rx * 1.1 < left || x - rx * 1.1 > left + brush.canvas.width) continue
    if (y + ry * 1.1 < top || y - ry * 1.1 > top + brush.canvas.height) continue
    // The bank is a step down, so its dark side is in the north.
    fill(brush, pond, 1.02, 0, MUD_LIT)
    fill(brush, pond, 1, 2.5, WATER_SHALLOW)
    brush.save()
    trace(brush, pond, 0.985)
    brush.clip()
    brush.translate(x, y + 4)
    brush.scale(rx, ry)
    brush.fillStyle = depthOf(brush)
    brush.fillRect(-1.1, -1.1, 2.2, 2.2)
    for (const [atX, atY, wide, high] of SKY) soften(brush, atX, atY, wide, high)
    brush.restore()
    brush.globalAlpha = 0.5
    brush.strokeStyle = FOAM
    brush.lineWidth = 1.6
    brush.save()
    brush.translate(0, 2.5)
    trace(brush, pond, 0.985)
    brush.stroke()
    brush.restore()
    brush.globalAlpha = 1
  }
}

function fill(brush: Brush, pond: Round, size: number, down: number, colour: string): void {
  brush.save()
  brush.translate(0, down)
  brush.fillStyle = colour
  trace(brush, pond, size)
  brush.fill()
  brush.restore()
}

/** Water by its depth, in a circle of radius 1: in soft steps, as brushes lay colour on colour. */
function depthOf(brush: Brush): CanvasGradient {
  const depth = brush.createRadialGradient(-0.06, 0.04, 0.1, 0, 0, 1)
  for (const [at, colour] of [
    [0, '#356f9b'],
    [0.34, WATER_DEEP],
    [0.46, '#4889ab'],
    [0.64, '#4c90b0'],
    [0.74, WATER],
    [0.88, '#64aec2'],
    [0.93, WATER_SHALLOW],
    [1, WATER_SHALLOW],
  ] as const)
    depth.addColorStop(at, colour)
  return depth
}

/** The reflections of the sky in the water: places and sizes in a circle of radius 1. */
const SKY = [
  [-0.34, -0.36, 0.5, 0.13],
  [-0.02, -0.27, 0.34, 0.08],
  [0.4, 0.34, 0.36, 0.09],
  [-0.3, 0.5, 0.24, 0.05],
] as const

/** A streak of white with soft edges. */
function soften(brush: Brush, x: number, y: number, wide: number, high: number): void {
  for (let i = 0; i < 4; i++) {
    brush.globalAlpha = 0.055
    oval(brush, x, y, wide * (1 - i * 0.13), high * (1 - i * 0.2), '#ffffff')
  }
  brush.globalAlpha = 1
}

/** Reeds at the shores, in the water where nobody walks. Most of them are far from the paths, in the north. */
export function reeds(): Spot[] {
  return PONDS.flatMap((pond, n) =>
    Array.from({ length: REEDS }, (_, i) => {
      const clump = speck(Math.floor(i / 5), n, 72)
      const turn = (clump + (speck(i, n, 73) - 0.5) * 0.09) * Math.PI * 2
      const away = 0.86 + speck(i, n, 74) * 0.09
      return {
        piece: `reed${Math.floor(speck(i, n, 75) * 3)}`,
        x: pond.x + Math.cos(turn) * pond.rx * away,
        y: pond.y + Math.sin(turn) * pond.ry * away + 4,
        size: 0.75 + speck(i, n, 76) * 0.45,
        isFlipped: speck(i, n, 77) < 0.5,
      }
    }),
  )
}

/** What moves on the ponds: glints on the waves, and a duck on each. */
export class Ponds {
  readonly root: Container = new Container()
  readonly #groups: Container[] = []
  readonly #isStill: boolean
  #seconds = 0.5

  /** `isStill`: for players who do not want decoration to move. */
  constructor(isStill: boolean) {
    this.#isStill = isStill
    for (const [n, pond] of PONDS.entries()) {
      const group = new Container()
      group.position.set(pond.x, pond.y)
      for (let i = 0; i < LILIES; i++) {
        const lily = new Sprite(piece(`lily${i % 3}`))
        const turn = (speck(Math.floor(i / 3), n, 83) + speck(i, n, 84) * 0.1) * Math.PI * 2
        const away = 0.5 + speck(i, n, 85) * 0.3
        lily.position.set(Math.cos(turn) * pond.rx * away, Math.sin(turn) * pond.ry * away + 5)
        group.addChild(lily)
      }
      for (let i = 0; i < GLINTS; i++) group.addChild(new Sprite(piece('glint')))
      group.addChild(new Sprite(piece('duck')))
      this.#groups.push(group)
      this.root.addChild(group)
    }
  }

  /** Call once per frame, when the camera has moved. */
  look(sight: Sight, dtSeconds: number): void {
    if (!this.#isStill || this.#seconds < 1) this.#seconds += dtSeconds
    for (let n = 0; n < this.#groups.length; n++) {
      const group = this.#groups[n]
      const pond = PONDS[n]
      if (!group || !pond) continue
      group.visible = sight.sees(pond.x, pond.y, pond.rx + 20)
      if (group.visible) this.#ripple(group, pond, n)
    }
  }

  /** These are small functions, whose fractions V8 need not box. */
  #ripple(group: Container, pond: Round, n: number): void {
    const { children } = group
    for (let i = LILIES; i < LILIES + GLINTS; i++) {
      const glint = children[i]
      if (glint) this.#glint(glint as Sprite, pond, i)
    }
    const duck = children[LILIES + GLINTS]
    if (duck) this.#swim(duck as Sprite, pond, n)
  }

  #glint(glint: Sprite, pond: Round, i: number): void {
    const passed = this.#seconds * 0.32 + i * 0.618
    const beat = passed % 1
    // Each glint is somewhere else when it comes again.
    const turn = (Math.floor(passed) * 2.4 + i * 1.7) % 6.283
    const away = 0.22 + ((i * 0.377) % 0.62)
    const { position } = glint
    position.x = Math.cos(turn) * pond.rx * away + (beat - 0.5) * 9
    position.y = Math.sin(turn) * pond.ry * away + 6
    const bright = Math.sin(beat * Math.PI)
    glint.alpha = bright * 0.75
    glint.scale.x = 0.5 + 0.6 * bright
  }

  #swim(duck: Sprite, pond: Round, n: number): void {
    const seconds = this.#seconds
    const swim = seconds * 0.16 + n * 2.1
    const drift = DUCK_AWAY + 0.14 * Math.sin(swim * 2.7)
    const { position } = duck
    position.x = Math.cos(swim) * pond.rx * drift
    position.y = Math.sin(swim) * pond.ry * drift + 4 + Math.sin(seconds * 2.2) * 0.5
    duck.scale.x = Math.sin(swim) < 0 ? 1 : -1
  }
}
