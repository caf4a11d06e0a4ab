import type { Texture } from 'pixi.js'
import { DOG_DRAWINGS, type DogDoing, dogClay } from './dog-clay.ts'
import { Negative, type Reel } from './reel.ts'
import { FLEECES, SHEEP_DRAWINGS, type SheepDoing, sheepClay } from './sheep-clay.ts'
import { Sheet } from './sheet.ts'
import { SHEPHERD_DRAWINGS, type ShepherdDoing, shepherdClay } from './shepherd-clay.ts'
import { GLOW_FRAME, paintGlow, paintShadow, SHADOW_FRAME } from './soft.ts'
import { WOLF_DRAWINGS, type WolfDoing, wolfClay } from './wolf-clay.ts'

/** The drawings of the figures, all on one sheet, so that they are drawn in one go. */
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
}

/** How many drawings are painted in one piece: about ten milliseconds. */
const PIECE = 12

/** Drawings are the same in all pictures of a page, so they are baked once. */
let oven: Oven | undefined

/**
 * Pieces of work, a few milliseconds each, to be called in order before the first frame. All pictures of a page share
 * what they make, so a piece that was done before does nothing. `bakeFigures` does what was left out.
 */
export function bakeSteps(): readonly (() => void)[] {
  return (oven ??= new Oven()).steps
}

/** The drawings of all figures, baked at the first call. Call before the first frame: it takes a while. */
export function bakeFigures(): FigureTextures {
  oven ??= new Oven()
  for (const step of oven.steps) step()
  return oven.textures
}

class Oven {
  readonly steps: readonly (() => void)[]
  readonly #sheet: Sheet = new Sheet()
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
  #painted = 0
  #textures: FigureTextures | null = null

  constructor() {
    const sheet = this.#sheet
    const pieces: (() => void)[] = []
    for (const negative of [...this.#sheep, this.#dog, this.#shepherd, this.#wolf])
      pieces.push(() => negative.knead(sheet))
    pieces.push(() => this.#pack())
    // The number of drawings is known only when all are modelled. There are at most this many.
    for (let i = 0; i < MOST_DRAWINGS; i += PIECE) pieces.push(() => this.#paint())
    this.steps = pieces.map(once)
  }

  get textures(): FigureTextures {
    const sheet = this.#sheet
    this.#textures ??= {
      sheep: this.#sheep.map((negative) => negative.cut(sheet)),
      dog: this.#dog.cut(sheet),
      shepherd: this.#shepherd.cut(sheet),
      wolf: this.#wolf.cut(sheet),
      shadow: sheet.cut(this.#shadow),
      glow: sheet.cut(this.#glow),
    }
    return this.#textures
  }

  #pack(): void {
    this.#shadow = this.#sheet.add('shadow', SHADOW_FRAME, paintShadow)
    this.#glow = this.#sheet.add('glow', GLOW_FRAME, paintGlow)
    this.#sheet.pack()
  }

  #paint(): void {
    const end = Math.min(this.#painted + PIECE, this.#sheet.count)
    for (; this.#painted < end; this.#painted++) this.#sheet.paint(this.#painted)
    this.#sheet.settle()
  }
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((a, b) => a + b, 0)

/** In five headings. Dogs and shepherds count twice, because parts of them are dyed. */
const MOST_DRAWINGS: number =
  5 *
    (FLEECES.length * sum(SHEEP_DRAWINGS) +
      2 * sum(DOG_DRAWINGS) +
      2 * sum(SHEPHERD_DRAWINGS) +
      sum(WOLF_DRAWINGS)) +
  2

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
