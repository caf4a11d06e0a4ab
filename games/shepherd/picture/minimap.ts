import { sprites } from 'glissade/pixi'
import { Container, Graphics, Sprite, Texture } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { HEDGES, HEIGHT, PENS, PONDS, WIDTH } from '../rules/meadow.ts'
import { canvas, oval, textureOf } from './paint.ts'
import { INK, LEAF_DARK, PEN_COLOURS, WATER } from './palette.ts'
import type { RoundView, Scene, SceneGame, SheepView } from './scene.ts'
import { colourAt, type Soil, soilAt } from './soil.ts'

/** Units of the meadow for a pixel of the map as it is painted. */
const COARSE = 20
/** Radii of dots and size of a speck, in units of the meadow. */
const DOT = 62
const OWN_DOT = 84
const SPECK = 40
const MOST_SPECKS = 400
/** How often sheep are looked up. */
const SPECK_SECONDS = 0.1
const FRAME = 5
/**
 * The map's brightness by how dark it is, in sixteenths. At night, a map as bright as day would be the brightest thing
 * in the picture.
 */
const TINTS = Array.from({ length: 16 }, (_, dark) => ({
  r: 255 - dark * 8,
  g: 255 - dark * 7,
  b: 255 - dark * 3,
}))

let painted: Texture | undefined

/** Paints the map, if no picture has done so: all pictures share it. */
export function mapTexture(): Texture {
  return (painted ??= paintMap())
}

/** The meadow in small: pens, hedges, ponds, shepherds, wolves, the sheep in sight, and what the picture shows. */
export class Minimap {
  /** In the picture's units. Its upper left corner is the map's. */
  readonly root: Container = new Container()
  readonly #meadow: Container = new Container()
  readonly #specks: Container = new Container()
  readonly #window: Graphics
  readonly #map: Sprite = new Sprite(mapTexture())
  readonly #sheep: readonly SheepView[]
  readonly #rounds: readonly RoundView[]
  readonly #sight: Sight
  readonly #undo: readonly (() => void)[]
  #sinceSpecks = SPECK_SECONDS + 0.5
  #dark = 0

  /** `width`: how wide the map is. Its height follows. */
  constructor(scene: Scene, sight: Sight, width: number) {
    this.#sheep = scene.entities('sheep')
    this.#rounds = scene.entities('round')
    this.#sight = sight
    const scale = width / WIDTH
    const frame = FRAME / 2
    const plate = new Graphics()
      .roundRect(-frame, -frame, width + FRAME, HEIGHT * scale + FRAME, 5)
      .fill({ color: INK, alpha: 0.72 })
    this.#meadow.scale.set(scale)
    this.#map.setSize(WIDTH, HEIGHT)
    this.#window = new Graphics()
      .roundRect(0, 0, sight.width, sight.height, 60)
      .stroke({ color: 0xffffff, alpha: 0.9, width: 1.2 / scale })
    for (let i = 0; i < MOST_SPECKS; i++) {
      const speck = new Sprite(Texture.WHITE)
      speck.anchor.set(0.5)
      speck.setSize(SPECK)
      speck.visible = false
      this.#specks.addChild(speck)
    }
    const dots = new Container()
    this.#meadow.addChild(this.#map, this.#specks, dots, this.#window)
    this.root.addChild(plate, this.#meadow)
    this.#undo = [
      sprites<SceneGame, 'wolf', Graphics>(dots, scene, 'wolf', () =>
        new Graphics().circle(0, 0, DOT).fill(0xff5a4f),
      ),
      sprites<SceneGame, 'shepherd', Graphics>(dots, scene, 'shepherd', ({ mine, hue }) =>
        new Graphics()
          .circle(0, 0, mine ? OWN_DOT : DOT)
          .fill({ h: hue, s: 85, l: 62 })
          .stroke({ color: mine ? 0xffffff : INK, width: mine ? 30 : 20 }),
      ),
    ]
  }

  /** Call once per frame, when the camera has moved. */
  show(dtSeconds: number): void {
    this.#window.position.set(this.#sight.left, this.#sight.top)
    this.#sinceSpecks += dtSeconds
    if (this.#sinceSpecks < SPECK_SECONDS) return
    this.#sinceSpecks = 0
    this.#darken((this.#rounds[0]?.night ?? 0) >> 4)
    const { children } = this.#specks
    for (let i = 0; i < MOST_SPECKS; i++) {
      const speck = children[i]
      const sheep = this.#sheep[i]
      if (!speck) continue
      speck.visible = sheep !== undefined
      if (sheep) speck.position.set(sheep.x, sheep.y)
    }
  }

  #darken(dark: number): void {
    if (dark === this.#dark) return
    this.#dark = dark
    this.#map.tint = TINTS[dark] ?? 0xffffff
  }

  /** Destroys it. */
  close(): void {
    for (const undo of this.#undo) undo()
  }
}

function paintMap(): Texture {
  const width = WIDTH / COARSE
  const height = HEIGHT / COARSE
  const brush = canvas(width, height)
  const image = brush?.createImageData(width, height)
  if (!brush || !image) return textureOf(null, 1)
  const soil: Soil = { path: 0, clover: 0, mud: 0, straw: 0, wet: 0, wood: 0 }
  for (let n = 0; n < width * height; n++) {
    const x = (n % width) * COARSE
    const y = Math.floor(n / width) * COARSE
    soilAt(x, y, soil)
    colourAt(x, y, soil, image.data, n * 4)
  }
  brush.putImageData(image, 0, 0)
  brush.scale(1 / COARSE, 1 / COARSE)
  for (const { x, y, rx, ry } of PONDS) oval(brush, x, y, rx, ry, WATER)
  brush.fillStyle = LEAF_DARK
  for (const { x, y, width, height } of HEDGES)
    brush.fillRect(x - 8, y - 8, width + 16, height + 16)
  for (const [n, { x, y, width, height }] of PENS.entries()) {
    brush.strokeStyle = PEN_COLOURS[n] ?? INK
    brush.lineWidth = 40
    brush.strokeRect(x, y, width, height)
  }
  return textureOf(brush, 1)
}
