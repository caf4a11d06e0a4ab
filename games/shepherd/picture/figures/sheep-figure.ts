import { Sprite } from 'pixi.js'
import type { SheepView } from '../scene.ts'
import type { FigureTextures } from './bake.ts'
import type { Beat } from './beat.ts'
import type { Layers } from './layers.ts'
import { LOOKS } from './looks.ts'
import type { Reel } from './reel.ts'
import type { SheepDoing } from './sheep-clay.ts'
import { SheepLife } from './sheep-life.ts'
import { type Spot, spot } from './spot.ts'
import type { Figure } from './troupe.ts'

/** Width of its shadow as a share of that of the texture. */
const SHADOW = 0.94
/** How fast a sheep appears, once sheep are painted, as a share per second. */
const FADE = 3

/** Writes the place of a sheep into `out`. */
export function locateSheep({ x, y }: SheepView, out: Spot): void {
  out.x = x
  out.y = y
}

/** A sheep: one sprite and its shadow. */
export class SheepFigure implements Figure<SheepView> {
  readonly sprite: Sprite
  readonly #shadow: Sprite
  readonly #textures: FigureTextures
  readonly #life: SheepLife = new SheepLife()
  #reel: Reel<SheepDoing>
  readonly #scale: Spot = spot()

  constructor(textures: FigureTextures, layers: Layers) {
    this.#textures = textures
    this.#reel = textures.sheep[0]!
    this.sprite = new Sprite(this.#reel.at(0, 'stand', 0).texture)
    this.#shadow = new Sprite(textures.shadow)
    layers.figures.addChild(this.sprite)
    layers.shadows.addChild(this.#shadow)
  }

  begin(sheep: SheepView, at: Spot): void {
    const look = LOOKS[sheep.look] ?? LOOKS[0]!
    this.#reel = this.#textures.sheep[look.fleece]!
    this.#scale.y = look.size
    this.#life.begin(sheep, at)
    this.sprite.tint = look.tint
    this.#fade(this.#textures.hasAnimals ? 1 : 0)
    this.#shadow.scale.set(look.size * SHADOW)
  }

  show(sheep: SheepView, at: Spot, beat: Beat): void {
    if (this.sprite.alpha < 1 && this.#textures.hasAnimals)
      this.#fade(Math.min(this.sprite.alpha + FADE * beat.dtSeconds, 1))
    const life = this.#life
    life.update(sheep, at, beat)
    const { bearing } = life
    const { sprite } = this
    const { texture } = this.#reel.at(bearing.turn, life.doing, life.index)
    if (sprite.texture !== texture) sprite.texture = texture
    sprite.position.copyFrom(at)
    this.#shadow.position.copyFrom(at)
    this.#scale.x = bearing.side * this.#scale.y
    sprite.scale.copyFrom(this.#scale)
  }

  #fade(alpha: number): void {
    this.sprite.alpha = alpha
    this.#shadow.alpha = alpha
    this.sprite.visible = alpha > 0
    this.#shadow.visible = alpha > 0
  }

  end(): void {
    this.sprite.visible = false
    this.#shadow.visible = false
  }

  destroy(): void {
    this.sprite.destroy()
    this.#shadow.destroy()
  }
}
