/** Three numbers. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** A rotation of unit length. */
export interface Turn extends Place {
  readonly w: number
}

/**
 * Writes the matrix of one instance of an `InstancedMesh` to its `instanceMatrix.array`: number `n`, at `place` times `unit`,
 * rotated by `turn`. Free of allocation.
 */
export function writeInstance(
  matrices: { [index: number]: number },
  n: number,
  place: Place,
  turn: Turn,
  unit: number,
): void {
  const { x, y, z, w } = turn
  const at = 16 * n
  matrices[at] = 1 - 2 * (y * y + z * z)
  matrices[at + 1] = 2 * (x * y + z * w)
  matrices[at + 2] = 2 * (x * z - y * w)
  matrices[at + 3] = 0
  matrices[at + 4] = 2 * (x * y - z * w)
  matrices[at + 5] = 1 - 2 * (x * x + z * z)
  matrices[at + 6] = 2 * (y * z + x * w)
  matrices[at + 7] = 0
  matrices[at + 8] = 2 * (x * z + y * w)
  matrices[at + 9] = 2 * (y * z - x * w)
  matrices[at + 10] = 1 - 2 * (x * x + y * y)
  matrices[at + 11] = 0
  matrices[at + 12] = place.x * unit
  matrices[at + 13] = place.y * unit
  matrices[at + 14] = place.z * unit
  matrices[at + 15] = 1
}

/** Writes a flat instance likewise: it lies on the ground at (x, y, z), `width` across and `length` along `heading`. */
export function writeFlat(
  matrices: { [index: number]: number },
  n: number,
  place: Place,
  { width, length, heading }: { width: number; length: number; heading: number },
): void {
  const at = 16 * n
  const sine = Math.sin(heading)
  const cosine = Math.cos(heading)
  for (let i = 0; i < 15; i++) matrices[at + i] = 0
  matrices[at] = cosine * length
  matrices[at + 2] = -sine * length
  matrices[at + 5] = 1
  matrices[at + 8] = sine * width
  matrices[at + 10] = cosine * width
  matrices[at + 12] = place.x
  matrices[at + 13] = place.y
  matrices[at + 14] = place.z
  matrices[at + 15] = 1
}
