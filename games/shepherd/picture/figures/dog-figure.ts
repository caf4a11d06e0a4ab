import { Sprite } from 'pixi.js'
import type { DogView } from '../scene.ts'
import type { FigureTextures } from './bake.ts'
import { Bearing } from './bearing.ts'
import { type Beat, chanceOf } from './beat.ts'
import { DOG_DRAWINGS, type DogDoing } from './dog-clay.ts'
import type { Layers } from './layers.ts'
import { Outline } from './outline.ts'
import { type Spot, spot } from './spot.ts'
import type { Figure } from './troupe.ts'
import { Worn } from './worn.ts'

/** Its height, in units. */
const TALL = 20
/** Speeds, in units a second, at which it changes from standing to creeping and to running, and back. */
const WALK_FROM = 7
const WALK_DOWN_TO = 4
const RUN_FROM = 96
const RUN_DOWN_TO = 76
/** It sits down after this long at rest. */
const SIT_SECONDS = 0.9
const BARK_SECONDS = 0.25
/** A dog in a picture is this near to where the server has it, in units. */
const NEAR = 40

/** Writes the place of a dog into `out`. */
export function locateDog({ x, y }: DogView, out: Spot): void {
  out.x = x
  out.y = y
}

/** A dog: it creeps, runs, sits and pants, and barks. */
export class DogFigure implements Figure<DogView> {
  /** Its owner; 0 for nobody. */
  owner = 0
  /** What is drawn, and which of its drawings. */
  doing: DogDoing = 'stand'
  index = 0
  readonly #root: Worn
  readonly #shadow: Sprite
  readonly #outline: Outline
  readonly #textures: FigureTextures
  readonly #bearing: Bearing = new Bearing()
  readonly #scale: Spot = spot()
  #stride = 0.5
  #stillSeconds = 0.5
  #barkSeconds = 0.5

  constructor(textures: FigureTextures, layers: Layers) {
    this.#textures = textures
    this.#scale.y = 1
    this.#root = new Worn(textures.dog.at(0, 'stand', 0))
    this.#shadow = new Sprite(textures.shadow)
    this.#outline = new Outline(textures, layers, TALL)
    layers.figures.addChild(this.#root)
    layers.shadows.addChild(this.#shadow)
  }

  begin(dog: DogView, at: Spot): void {
    this.owner = dog.owner ?? 0
    this.#bearing.place(at, chanceOf(dog.id, 3) & 1 ? 1 : 3)
    this.#stillSeconds = 60.5
    this.#barkSeconds = 60.5
    this.#root.dye(dog.hue)
    this.#outline.begin(dog.hue)
    this.#root.visible = true
    this.#shadow.visible = true
  }

  /** Barks, for a quarter of a second. */
  bark(): void {
    this.#barkSeconds = 0
  }

  /** Whether it is about where something has happened. */
  isNear({ x, y }: Readonly<Spot>): boolean {
    const { position } = this.#shadow
    return Math.hypot(position.x - x, position.y - y) < NEAR
  }

  show(dog: DogView, at: Spot, beat: Beat): void {
    const bearing = this.#bearing
    bearing.update(at, beat)
    this.#barkSeconds += beat.dtSeconds
    this.#pose(beat)
    this.#scale.x = bearing.side
    const drawing = this.#textures.dog.at(bearing.turn, this.doing, this.index)
    this.#root.wear(drawing, this.#scale)
    this.#root.position.copyFrom(at)
    if (dog.mine) this.#outline.show(drawing.texture, at, this.#scale, beat)
    this.#shadow.position.copyFrom(at)
  }

  end(): void {
    this.#outline.end()
    this.#root.visible = false
    this.#shadow.visible = false
  }

  destroy(): void {
    this.#outline.destroy()
    this.#root.destroy({ children: true })
    this.#shadow.destroy()
  }

  #pose(beat: Beat): void {
    const { speed, moved } = this.#bearing
    const runs = speed > (this.doing === 'run' ? RUN_DOWN_TO : RUN_FROM)
    const walks = speed > (this.#stillSeconds === 0 ? WALK_DOWN_TO : WALK_FROM)
    this.#stillSeconds = runs || walks ? 0 : this.#stillSeconds + beat.dtSeconds
    this.#stride += moved / (runs ? 38 + speed * 0.06 : 15 + speed * 0.12)
    this.#stride -= Math.floor(this.#stride)
    // At full speed, it barks on the run.
    if (this.#barkSeconds < BARK_SECONDS && !runs) {
      this.doing = 'bark'
      this.index = this.#barkSeconds < BARK_SECONDS * 0.3 ? 0 : 1
    } else if (runs || walks) {
      this.doing = runs ? 'run' : 'walk'
      this.index = Math.floor(this.#stride * DOG_DRAWINGS[this.doing])
    } else {
      const sits = this.#stillSeconds > SIT_SECONDS
      this.doing = sits ? 'sit' : 'stand'
      this.index = sits ? Math.floor(beat.seconds * 6.5) % DOG_DRAWINGS.sit : 0
    }
  }
}
