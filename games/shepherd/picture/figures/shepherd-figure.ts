import { Container, Sprite, Text } from 'pixi.js'
import type { ShepherdView } from '../scene.ts'
import type { FigureTextures } from './bake.ts'
import { Bearing } from './bearing.ts'
import type { Beat } from './beat.ts'
import type { Layers } from './layers.ts'
import { Outline } from './outline.ts'
import { SHEPHERD_DRAWINGS } from './shepherd-clay.ts'
import { type Spot, spot } from './spot.ts'
import type { Figure } from './troupe.ts'
import { Worn } from './worn.ts'

/** Its height, in units. */
const TALL = 40
const WALK_FROM = 8
const WALK_DOWN_TO = 5
/** The distance in which it makes two steps, in units. */
const STRIDE = 27
/** How high over its feet its name stands. */
const NAME_Y = 46
/** The flame of its lantern: the radius of its light as a share of the texture's, and its colour. */
const FLAME = 0.42
const FLAME_COLOR = 0xffc465

/** Writes the place of a shepherd into `out`. */
export function locateShepherd({ x, y }: ShepherdView, out: Spot): void {
  out.x = x
  out.y = y
}

/** A shepherd: it walks, breathes when it stands, carries a lantern, and has its name over it. */
export class ShepherdFigure implements Figure<ShepherdView> {
  /** Whether it walks, and which of those drawings is shown. */
  isWalking = false
  index = 0
  readonly #root: Worn
  readonly #shadow: Sprite
  readonly #outline: Outline
  /** This is at the shepherd's place. The flame in it is where the lantern is held. */
  readonly #lantern: Container = new Container()
  readonly #flame: Sprite
  readonly #name: Text
  readonly #textures: FigureTextures
  readonly #bearing: Bearing = new Bearing()
  readonly #scale: Spot = spot()
  #stride = 0.5
  /** From 0, walking, to 1, at rest. */
  #rest = 0.5

  constructor(textures: FigureTextures, layers: Layers) {
    this.#textures = textures
    this.#root = new Worn(textures.shepherd.at(0, 'stand', 0))
    this.#shadow = new Sprite(textures.shadow)
    this.#shadow.scale.set(0.78, 0.9)
    this.#flame = new Sprite(textures.glow)
    this.#flame.tint = FLAME_COLOR
    this.#flame.blendMode = 'add'
    this.#flame.scale.set(FLAME)
    this.#name = nameTag()
    this.#outline = new Outline(textures, layers, TALL)
    layers.figures.addChild(this.#root)
    layers.shadows.addChild(this.#shadow)
    this.#lantern.addChild(this.#flame)
    layers.lights.addChild(this.#lantern)
    layers.names.addChild(this.#name)
  }

  begin(shepherd: ShepherdView, at: Spot): void {
    // Everybody begins with their face to the viewer.
    this.#bearing.place(at, 1)
    this.#rest = 1
    this.#root.dye(shepherd.hue)
    this.#outline.begin(shepherd.hue)
    this.#name.text = shepherd.name
    this.#name.style.fill = shepherd.mine ? 0xffe9a3 : 0xffffff
    this.#root.visible = true
    this.#shadow.visible = true
    this.#name.visible = true
    this.#lantern.visible = true
  }

  show(shepherd: ShepherdView, at: Spot, beat: Beat): void {
    const bearing = this.#bearing
    bearing.update(at, beat)
    const { speed, moved } = bearing
    this.isWalking = speed > (this.isWalking ? WALK_DOWN_TO : WALK_FROM)
    this.#stride = this.isWalking ? this.#stride + moved / STRIDE : 0
    this.#stride -= Math.floor(this.#stride)
    this.index = this.isWalking ? Math.floor(this.#stride * SHEPHERD_DRAWINGS.walk) : 0
    const drawing = this.#textures.shepherd.at(
      bearing.turn,
      this.isWalking ? 'walk' : 'stand',
      this.index,
    )
    // Its breathing begins gradually when it has come to rest.
    const change = beat.dtSeconds * 3
    this.#rest = this.isWalking
      ? Math.max(this.#rest - change, 0)
      : Math.min(this.#rest + change, 1)
    const root = this.#root
    this.#scale.x = bearing.side
    this.#scale.y = 1 + Math.sin(beat.seconds * 2.6 + shepherd.id) * 0.014 * this.#rest
    root.wear(drawing, this.#scale)
    root.position.copyFrom(at)
    if (shepherd.mine) this.#outline.show(drawing.texture, at, this.#scale, beat)
    this.#shadow.position.copyFrom(at)
    this.#name.position.copyFrom(at)
    this.#flame.position.copyFrom(drawing.lights[0]!)
    this.#lantern.position.copyFrom(at)
    this.#lantern.scale.x = bearing.side
  }

  end(): void {
    this.#outline.end()
    this.#root.visible = false
    this.#shadow.visible = false
    this.#lantern.visible = false
    this.#name.visible = false
  }

  destroy(): void {
    this.#outline.destroy()
    this.#root.destroy({ children: true })
    for (const part of [this.#shadow, this.#lantern, this.#name]) part.destroy({ children: true })
  }
}

function nameTag(): Text {
  const tag = new Text({
    text: '',
    resolution: 4,
    style: {
      fontFamily: 'system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif',
      fontSize: 10.5,
      fontWeight: '600',
      fill: 0xffffff,
      stroke: { color: 0x241d30, width: 3, join: 'round' },
    },
  })
  tag.anchor.set(0.5, 1)
  tag.pivot.y = NAME_Y
  return tag
}
