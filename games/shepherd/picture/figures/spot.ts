/**
 * A place, or a scale. Figures pass these objects on, because V8 boxes a fractional argument where it does not inline
 * the call, and also a fraction that is read from views of many shapes. `spot` makes all of them, so that they have one
 * shape.
 */
export interface Spot {
  x: number
  y: number
}

/** A spot at 0, 0. Allocates. */
export function spot(): Spot {
  // It is first a fraction, so that V8 keeps it as one.
  const made = { x: 0.5, y: 0.5 }
  made.x = 0
  made.y = 0
  return made
}
