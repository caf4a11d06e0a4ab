/**
 * Units of the wire in a metre. The engine counts in units: a curve may miss a path by 2 of them before a snapshot tells the
 * states in between. With 240 units in a metre that is less than 1 cm, which nobody sees in a cube of 40 cm.
 */
export const UNITS = 240

/** How many cubes there are. */
export const CUBES = 901
/** The edge of a cube, in metres. */
export const CUBE = 0.4
/** The radius of a snowball, in metres. */
export const RADIUS = 0.7
/** The field reaches so far from its middle in x and z, in metres. The wall stands there. */
export const FIELD = 24
/** Nothing rises above this, in metres. */
export const CEILING = 8
/** The middle of a snowball keeps so far from the wall, in metres: a cube fits in between. */
export const MARGIN = RADIUS + 0.62
/** Earth's gravity would make cubes of this size look light. In metres per second squared. */
export const GRAVITY = 16
