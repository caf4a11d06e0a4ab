/**
 * A place, or a scale. Figures hand these about: a fraction handed over by itself is boxed where V8 does not inline the
 * call, and so is one read from views of many shapes. All are made by `spot`, so that they have one shape.
 */
export interface Spot {
  x: number
  y: number
}

/** A spot at 0, 0. Allocates. */
export function spot(): Spot {
  // First a fraction, so that V8 keeps it as one.
  const made = { x: 0.5, y: 0.5 }
  made.x = 0
  made.y = 0
  return made
}
