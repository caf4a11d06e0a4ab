import { Container, Sprite } from 'pixi.js'
import type { WolfView } from '../scene.ts'
import type { FigureTextures } from './bake.ts'
import { Bearing } from './bearing.ts'
import { type Beat, chanceOf } from './beat.ts'
import type { Layers } from './layers.ts'
import type { Spot } from './spot.ts'
import type { Figure } from './troupe.ts'
import { WOLF_DRAWINGS, type WolfDoing } from './wolf-clay.ts'

const WALK_FROM = 5
const RUN_FROM = 100
const RUN_DOWN_TO = 80
/** Radius of the light of an eye, as a share of that of the texture, and its colour. */
const EYE = 0.15
const EYE_COLOR = 0xffc83c

/** Writes the place of a wolf into `out`. */
export function locateWolf({ x, y }: WolfView, out: Spot): void {
  out.x = x
  out.y = y
}

/** A wolf: it prowls, runs and eats, and its eyes shine at night. */
export class WolfFigure implements Figure<WolfView> {
  /** What is drawn, and which of its drawings. */
  doing: WolfDoing = 'stand'
  index = 0
  readonly #sprite: Sprite
  readonly #shadow: Sprite
  readonly #eyes: Container = new Container()
  readonly #left: Sprite
  readonly #right: Sprite
  readonly #textures: FigureTextures
  readonly #bearing: Bearing = new Bearing()
  #stride = 0.5
  #isWalking = false

  constructor(textures: FigureTextures, layers: Layers) {
    this.#textures = textures
    this.#sprite = new Sprite(textures.wolf.at(0, 'stand', 0).texture)
    this.#shadow = new Sprite(textures.shadow)
    this.#shadow.scale.set(1.3)
    const eye = (): Sprite => {
      const glow = new Sprite(textures.glow)
      glow.tint = EYE_COLOR
      glow.blendMode = 'add'
      glow.scale.set(EYE)
      return glow
    }
    this.#left = eye()
    this.#right = eye()
    this.#eyes.addChild(this.#left, this.#right)
    layers.figures.addChild(this.#sprite)
    layers.shadows.addChild(this.#shadow)
    layers.lights.addChild(this.#eyes)
  }

  begin({ id }: WolfView, at: Spot): void {
    this.#bearing.place(at, chanceOf(id, 3) & 7)
    this.#sprite.visible = true
    this.#shadow.visible = true
    this.#eyes.visible = true
  }

  show(wolf: WolfView, at: Spot, beat: Beat): void {
    const bearing = this.#bearing
    bearing.update(at, beat)
    this.#pose(wolf, beat)
    const drawing = this.#textures.wolf.at(bearing.turn, this.doing, this.index)
    const sprite = this.#sprite
    if (sprite.texture !== drawing.texture) sprite.texture = drawing.texture
    sprite.position.copyFrom(at)
    sprite.scale.x = bearing.side
    this.#shadow.position.copyFrom(at)
    this.#eyes.position.copyFrom(at)
    this.#eyes.scale.x = bearing.side
    // From behind, no eye is seen. From the side, one is.
    const { lights } = drawing
    this.#left.visible = lights.length > 0
    this.#right.visible = lights.length > 1
    if (lights.length > 0) this.#left.position.copyFrom(lights[0]!)
    if (lights.length > 1) this.#right.position.copyFrom(lights[1]!)
  }

  end(): void {
    this.#sprite.visible = false
    this.#shadow.visible = false
    this.#eyes.visible = false
  }

  destroy(): void {
    for (const part of [this.#sprite, this.#shadow, this.#eyes]) part.destroy({ children: true })
  }

  #pose({ mood }: WolfView, beat: Beat): void {
    const { speed, moved } = this.#bearing
    const runs = speed > (this.doing === 'run' ? RUN_DOWN_TO : RUN_FROM)
    this.#isWalking = runs || speed > (this.#isWalking ? WALK_FROM / 2 : WALK_FROM)
    this.#stride += moved / (runs ? 48 + speed * 0.06 : 19 + speed * 0.12)
    this.#stride -= Math.floor(this.#stride)
    if (this.#isWalking) {
      this.doing = runs ? 'run' : 'prowl'
      this.index = Math.floor(this.#stride * WOLF_DRAWINGS[this.doing])
    } else if (mood === 'eat') {
      this.doing = 'eat'
      this.index = Math.floor(beat.seconds * 3.4) % WOLF_DRAWINGS.eat
    } else {
      this.doing = 'stand'
      this.index = 0
    }
  }
}
