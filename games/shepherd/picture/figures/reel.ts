import type { PointData, Texture } from 'pixi.js'
import { frameOf, paintClay } from './brush.ts'
import { type Clay, isSeen, see, TURNS } from './clay.ts'
import type { Sheet } from './sheet.ts'

/** A drawing of a figure; its origin is the place of its feet. */
export interface Drawing {
  readonly texture: Texture
  /** Its dyed parts, in white, to be tinted and laid over it; null: nothing. */
  readonly dye: Texture | null
  /** Where it gives light, in units. */
  readonly lights: readonly PointData[]
}

/** How many drawings there are of each thing that a figure does, in order. */
type Counts<D extends string> = Readonly<Record<D, number>>

/** All drawings of one figure: in each heading, of everything that it does. */
export class Reel<D extends string> {
  /** How many drawings there are of each thing that it does. */
  readonly counts: Counts<D>
  /** How many drawings there are of one heading. */
  readonly length: number
  readonly #starts: Record<D, number>
  readonly #drawings: readonly Drawing[]

  constructor(counts: Counts<D>, drawings: readonly Drawing[]) {
    this.counts = counts
    const starts = {} as Record<D, number>
    let length = 0
    for (const doing of Object.keys(counts) as D[]) {
      starts[doing] = length
      length += counts[doing]
    }
    this.length = length
    this.#starts = starts
    this.#drawings = drawings
  }

  /**
   * A drawing: the number of its heading in `TURNS`, what it shows, and which of those drawings, from 0. Allocates
   * nothing.
   */
  at(turn: number, doing: D, index: number): Drawing {
    return this.#drawings[turn * this.length + this.#starts[doing] + index] as Drawing
  }
}

/** A reel in the making. `knead` adds its drawings to a sheet. When the sheet is painted, `cut` makes the reel. */
export class Negative<D extends string> {
  readonly #name: string
  readonly #counts: Counts<D>
  readonly #clay: (doing: D, index: number) => Clay
  readonly #shots: { plate: number; dyePlate: number; lights: readonly PointData[] }[] = []

  /** `clay`: the figure, doing that, in the drawing of that index. */
  constructor(name: string, counts: Counts<D>, clay: (doing: D, index: number) => Clay) {
    this.#name = name
    this.#counts = counts
    this.#clay = clay
  }

  knead(sheet: Sheet): void {
    const clays: { label: string; clay: Clay }[] = []
    for (const doing of Object.keys(this.#counts) as D[])
      for (let i = 0; i < this.#counts[doing]; i++)
        clays.push({ label: `${this.#name} ${doing} ${i}`, clay: this.#clay(doing, i) })
    for (const [at, turn] of TURNS.entries())
      for (const { label, clay } of clays) {
        const add = (isDye: boolean): number => {
          const frame = frameOf(clay, turn, isDye)
          const draw = (context: CanvasRenderingContext2D): void =>
            paintClay(context, clay, turn, isDye)
          return frame ? sheet.add(`${label} ${at}${isDye ? ' dye' : ''}`, frame, draw) : -1
        }
        this.#shots.push({ plate: add(false), dyePlate: add(true), lights: lightsOf(clay, turn) })
      }
  }

  cut(sheet: Sheet): Reel<D> {
    const drawings = this.#shots.map(({ plate, dyePlate, lights }) => ({
      texture: sheet.cut(plate),
      dye: dyePlate < 0 ? null : sheet.cut(dyePlate),
      lights,
    }))
    return new Reel(this.#counts, drawings)
  }
}

function lightsOf({ lights }: Clay, turn: number): PointData[] {
  const seen = lights.filter(({ normal }) => normal === null || isSeen(normal, turn))
  return seen.map(({ at }) => {
    const { x, y } = see(at, turn)
    return { x, y }
  })
}
