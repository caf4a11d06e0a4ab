import type { Texture } from 'pixi.js'
import { DOG_DRAWINGS, type DogDoing, dogClay } from './dog-clay.ts'
import { Negative, type Reel } from './reel.ts'
import { FLEECES, SHEEP_DRAWINGS, type SheepDoing, sheepClay } from './sheep-clay.ts'
import { Sheet } from './sheet.ts'
import { SHEPHERD_DRAWINGS, type ShepherdDoing, shepherdClay } from './shepherd-clay.ts'
import { GLOW_FRAME, paintGlow, paintShadow, SHADOW_FRAME } from './soft.ts'
import { WOLF_DRAWINGS, type WolfDoing, wolfClay } from './wolf-clay.ts'

/** The drawings of the figures: people, dogs and what is soft on one sheet, sheep and wolves on another. */
export interface FigureTextures {
  /** By number of the fleece in `FLEECES`. */
  readonly sheep: readonly Reel<SheepDoing>[]
  readonly dog: Reel<DogDoing>
  readonly shepherd: Reel<ShepherdDoing>
  readonly wolf: Reel<WolfDoing>
  /** A soft dark ellipse, 32 units wide and 14 high. */
  readonly shadow: Texture
  /** A soft white light with a radius of 32 units about its middle, to be tinted and added. */
  readonly glow: Texture
  /** Whether the sheep and the wolves are painted. Before that, they cannot be seen. */
  readonly hasAnimals: boolean
  /** A drawing of a dog or a shepherd, all in white. Allocates at the first call for a drawing. */
  silhouetteOf(texture: Texture): Texture
}

/** Pieces of work, a few milliseconds each, to be called in order. */
export interface BakeSteps {
  /** Those that have to be done before the first frame. */
  readonly first: readonly (() => void)[]
  /** Those that may follow while the picture is shown. */
  readonly rest: readonly (() => void)[]
}

/** How many drawings are painted in one piece: about ten milliseconds. */
const PIECE = 12

/** Drawings are the same in all pictures of a page, so they are baked once. */
let oven: Oven | undefined

/** All pictures of a page share what these make, so a piece that was done before does nothing. */
export function bakeSteps(): BakeSteps {
  return (oven ??= new Oven())
}

/** The drawings of all figures, as far as they are baked. Does the first steps if they were left out. */
export function bakedFigures(): FigureTextures {
  oven ??= new Oven()
  for (const step of oven.first) step()
  return oven.textures
}

class Oven implements BakeSteps {
  readonly first: readonly (() => void)[]
  readonly rest: readonly (() => void)[]
  readonly #people: Sheet = new Sheet()
  readonly #animals: Sheet = new Sheet()
  readonly #sheep = FLEECES.map(
    (fleece, i) =>
      new Negative<SheepDoing>(`sheep ${i}`, SHEEP_DRAWINGS, (doing, index) =>
        sheepClay(fleece, doing, index),
      ),
  )
  readonly #dog = new Negative<DogDoing>('dog', DOG_DRAWINGS, dogClay)
  readonly #shepherd = new Negative<ShepherdDoing>('shepherd', SHEPHERD_DRAWINGS, shepherdClay)
  readonly #wolf = new Negative<WolfDoing>('wolf', WOLF_DRAWINGS, wolfClay)
  #shadow = -1
  #glow = -1
  #hasAnimals = false
  #textures: FigureTextures | null = null

  constructor() {
    const people = this.#people
    const animals = this.#animals
    const first: (() => void)[] = []
    for (const negative of [this.#dog, this.#shepherd]) first.push(() => negative.knead(people))
    for (const negative of [...this.#sheep, this.#wolf]) first.push(() => negative.knead(animals))
    first.push(() => this.#pack(), ...paintSteps(people, MOST_PEOPLE))
    this.first = first.map(once)
    this.rest = [...paintSteps(animals, MOST_ANIMALS), () => this.#finish()].map(once)
  }

  get textures(): FigureTextures {
    const isDone = (): boolean => this.#hasAnimals
    this.#textures ??= {
      sheep: this.#sheep.map((negative) => negative.cut(this.#animals)),
      dog: this.#dog.cut(this.#people),
      shepherd: this.#shepherd.cut(this.#people),
      wolf: this.#wolf.cut(this.#animals),
      shadow: this.#people.cut(this.#shadow),
      glow: this.#people.cut(this.#glow),
      get hasAnimals() {
        return isDone()
      },
      silhouetteOf: (texture) => this.#people.silhouetteOf(texture),
    }
    return this.#textures
  }

  #pack(): void {
    this.#shadow = this.#people.add('shadow', SHADOW_FRAME, paintShadow)
    this.#glow = this.#people.add('glow', GLOW_FRAME, paintGlow)
    this.#people.pack()
    this.#animals.pack()
  }

  #finish(): void {
    this.#animals.changed()
    this.#hasAnimals = true
  }
}

/** Paints a sheet. The number of drawings is known only when all are modelled; there are at most `most`. */
function paintSteps(sheet: Sheet, most: number): (() => void)[] {
  let painted = 0
  return Array.from({ length: Math.ceil(most / PIECE) }, () => () => {
    const end = Math.min(painted + PIECE, sheet.count)
    if (painted === end) return
    for (; painted < end; painted++) sheet.paint(painted)
    sheet.settle()
  })
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((a, b) => a + b, 0)

/** In five headings. Dogs and shepherds count twice, because parts of them are dyed. */
const MOST_PEOPLE: number = 5 * 2 * (sum(DOG_DRAWINGS) + sum(SHEPHERD_DRAWINGS)) + 2
const MOST_ANIMALS: number = 5 * (FLEECES.length * sum(SHEEP_DRAWINGS) + sum(WOLF_DRAWINGS))

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
