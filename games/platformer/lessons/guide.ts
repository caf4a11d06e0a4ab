/** What the picture shows of the lessons, and where it shows the player. Plain data, written and read once per frame. */
export interface Guide {
  /** The coin to which an arrow shows the way, in the level's pixels, or null for no arrow. */
  target: { readonly x: number; readonly y: number } | null
  /** The place of the page's own player in the picture, as shares of its width and height. */
  feetX: number
  feetY: number
  /** The height of a level's pixel, as a share of the picture's height. */
  unit: number
}

/** A guide that shows nothing yet. */
export const newGuide = (): Guide => ({ target: null, feetX: 0.5, feetY: 0.5, unit: 0 })
