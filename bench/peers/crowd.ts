/** The interval of the snapshots, in ms. */
export const SEND_MS = 50
/** The interval of the frames, in ms. */
export const FRAME_MS = 1000 / 60

/** The x of entity `i` in snapshot `k`: the crowd that all are measured with, in which everybody moves. */
export function xOf(i: number, k: number): number {
  return i + 3 * k
}

/** The y of entity `i` in snapshot `k`. */
export function yOf(i: number, k: number): number {
  return (k * (i + 1)) % 11
}

/** The angle of entity `i` in snapshot `k`, in radians from -pi to pi. */
export function angleOf(i: number, k: number): number {
  return ((i + 0.7 * k) % (2 * Math.PI)) - Math.PI
}
