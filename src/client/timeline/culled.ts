import type { Kind } from '../../game/define-game.ts'
import type { Holder } from '../../game/schema.ts'

/** A part of the world, in its units. A page may move it at any time. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Entities are shown this far around what has to be shown, as a share of its size, so that few scans are needed. */
const SLACK = 0.125

/** What a page shows of the entities of a kind. */
export class Culled {
  /** The views of the entities that may be in the area. */
  readonly views: Holder[] = []
  /** How many there are, while they are listed anew. */
  count = 0
  readonly #area: Area
  readonly #reach: number
  /** The columns of x and y. */
  readonly x: number
  readonly y: number
  /** The rectangle in which every entity is shown. */
  left = 0.5
  top = 0.5
  right = 0.5
  bottom = 0.5

  constructor(kind: Kind, area: Area, reach: number) {
    this.#area = area
    this.#reach = reach
    const column = (name: string): number => kind.schema.columns.findIndex((c) => c.name === name)
    this.x = column('x')
    this.y = column('y')
  }

  /** Whether the area is no longer within that rectangle. */
  get isOutgrown(): boolean {
    const { left, top, width, height } = this.#area
    const reach = this.#reach
    return !(
      left - reach >= this.left &&
      top - reach >= this.top &&
      left + width + reach <= this.right &&
      top + height + reach <= this.bottom
    )
  }

  /** Puts the rectangle around the area. */
  follow(): void {
    const { left, top, width, height } = this.#area
    const aside = this.#reach + SLACK * width
    const above = this.#reach + SLACK * height
    this.left = left - aside
    this.right = left + width + aside
    this.top = top - above
    this.bottom = top + height + above
  }
}
