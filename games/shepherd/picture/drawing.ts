import type { Brush } from './paint.ts'

/** A piece to be painted: how far it reaches from its origin, in units, and the function that paints it there. */
export interface Drawing {
  readonly name: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly paint: (brush: Brush) => void
}

/** Where a piece of the sheet stands: its foot, in units of the meadow. */
export interface Spot {
  readonly piece: string
  readonly x: number
  readonly y: number
  /** 1: as large as it is drawn. */
  readonly size: number
  readonly isFlipped: boolean
}
