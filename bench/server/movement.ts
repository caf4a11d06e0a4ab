/** Steps, inputs of each client and snapshots per second. */
export const RATE_HZ = 20
/** Players in a room. */
export const ROOM_SIZE = 50
/** x and y are from 0 to this, in units. */
export const SIZE = 2048
/** How many directions there are; none is along an axis. */
export const HEADINGS = 32
/** x and y are told on a grid of so many parts of a unit, angles on one of so many in a turn. */
export const PARTS = 16
export const TURN_PARTS = 256

/** In units per second, always. */
const SPEED = 200
const STRIDE = SPEED / RATE_HZ

/** What a player is. */
export interface Mover {
  x: number
  y: number
  /** In radians, from -pi to pi. */
  angle: number
}

const angles = Float64Array.from(
  { length: HEADINGS },
  (_, heading) => ((heading + 0.5) / HEADINGS) * 2 * Math.PI - Math.PI,
)
const strideX = angles.map((angle) => STRIDE * Math.cos(angle))
const strideY = angles.map((angle) => STRIDE * Math.sin(angle))

/** How many steps have been taken in this process. */
export const taken = { steps: 0 }

/** One step of a player whose input is a direction. Walls stop it. The same in every server that is measured. */
export function step(mover: Mover, heading: number): void {
  taken.steps++
  mover.x = within(mover.x + strideX[heading]!)
  mover.y = within(mover.y + strideY[heading]!)
  mover.angle = angles[heading]!
}

function within(value: number): number {
  return value < 0 ? 0 : value > SIZE ? SIZE : value
}

/** Where a player begins. */
export function place(mover: Mover): void {
  mover.x = SIZE / 2
  mover.y = SIZE / 2
  mover.angle = 0
}

/** Something of the room's own, with four fields. */
export interface Thing extends Mover {
  health: number
}

/** The most that `health` is. */
export const MOST_HEALTH = 100

/** One step of a thing that moves: in a circle, `n` steps after the room opened. It counts as no player's. */
export function drift(thing: Thing, n: number): void {
  const heading = (n >> 3) % HEADINGS
  thing.x = within(thing.x + strideX[heading]!)
  thing.y = within(thing.y + strideY[heading]!)
  thing.angle = angles[heading]!
}
