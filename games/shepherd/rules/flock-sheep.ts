/** The sheep of a flock, for code that looks after parts of it: columns, by the number of the sheep. */
export interface Sheep {
  /** How many there are. Those from 0 up to this number are in use. */
  readonly count: number
  /** Where, in units. */
  readonly x: Float64Array
  readonly y: Float64Array
  /** Units per second. */
  readonly vx: Float64Array
  readonly vy: Float64Array
  /** 0 calm to 1 panic. */
  readonly fear: Float64Array
  /** The herder it ran from last: a player's number, or minus a bot's; 0 for nobody. */
  readonly by: Int32Array
  /** The pen it is in, by its number in `PENS` plus one; 0 for none. */
  readonly pen: Uint8Array
  /** Whether it is there at all. */
  readonly alive: Uint8Array
}

/** The distance from a sheep's middle, in units, at which it meets walls. */
export const SHEEP_RADIUS = 8

/** Units per second of a sheep that grazes, is wary, or runs for its life. */
export const WALK_SPEED = 22
export const TROT_SPEED = 70
export const RUN_SPEED = 190

/** A sheep with less fear than this grazes. */
export const CALM = 0.08
