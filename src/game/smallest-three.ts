/**
 * Rotations as whole numbers, "smallest three" (Glenn Fiedler, "Snapshot Compression"): the index of the part of x y z w with
 * the greatest magnitude, and the other three parts. The greatest part follows from unit length. It is positive, as a
 * quaternion and its negative are the same rotation. The three lie between -sqrt(1/2) and sqrt(1/2), on a grid of `levels` + 1
 * values. `levels` is odd, 2^bits - 1, and the middle value is exactly 0, so there is one negative value more than positive
 * ones.
 *
 * Nothing here allocates. Both directions are exact on every engine: sums, products, quotients and square roots.
 */

/**
 * If magnitudes differ by less than this, the first counts as the greatest. A grid's least difference is 100 times as large.
 */
const TIE = 1e-12
/** Squared lengths outside these bounds have lost digits and count as no length. */
const LEAST_SQUARE = 1e-200
const MOST_SQUARE = 1e200
/**
 * Writes the quaternion x y z w that begins at `from[at]` to `to[offset]` and the three elements after it: the index of the
 * greatest part, 0 to 3, and the other parts in order, each 0 to `levels` (odd, at most 65535). The quaternion may have any
 * length; without a usable length it becomes the identity. Unpacking and packing the result again gives the same numbers.
 */
export function toSmallestThree(
  from: Float64Array,
  at: number,
  levels: number,
  to: Int32Array,
  offset: number,
): void {
  nearest(from, at, levels, to, offset)
  // If another rounded part is greater than what is left for the greatest, the next packing would choose that part.
  while (!isSettled(levels, to, offset)) lower(levels, to, offset)
}

/**
 * Writes the quaternion of four such whole numbers to `to[at]` and the three elements after it, x y z w. It has unit length, a
 * positive greatest part and no -0. Any numbers in range give a rotation, even numbers that no rotation packs to.
 */
export function fromSmallestThree(
  from: Int32Array,
  offset: number,
  levels: number,
  to: Float64Array,
  at: number,
): void {
  const unit = Math.SQRT1_2 / levels
  const i = 2 * from[offset + 1]! - levels
  const j = 2 * from[offset + 2]! - levels
  const k = 2 * from[offset + 3]! - levels
  let a = i === 1 ? 0 : i * unit
  let b = j === 1 ? 0 : j * unit
  let c = k === 1 ? 0 : k * unit
  const square = a * a + b * b + c * c
  let greatest = 0
  if (square > 1) {
    const scale = 1 / Math.sqrt(square)
    a *= scale
    b *= scale
    c *= scale
  } else greatest = Math.sqrt(1 - square)
  const which = from[offset]!
  to[at] = which === 0 ? greatest : a
  to[at + 1] = which === 0 ? a : which === 1 ? greatest : b
  to[at + 2] = which <= 1 ? b : which === 2 ? greatest : c
  to[at + 3] = which === 3 ? greatest : c
}

/** Rounds without settling ties. */
function nearest(
  from: Float64Array,
  at: number,
  levels: number,
  to: Int32Array,
  offset: number,
): void {
  const x = from[at]!
  const y = from[at + 1]!
  const z = from[at + 2]!
  const w = from[at + 3]!
  const square = x * x + y * y + z * z + w * w
  const middle = (levels + 1) >> 1
  if (!(square >= LEAST_SQUARE && square <= MOST_SQUARE)) {
    to[offset] = 3
    to[offset + 1] = to[offset + 2] = to[offset + 3] = middle
    return
  }
  const length = Math.sqrt(square)
  const least = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w)) - TIE * length
  let which = 3
  let greatest = w
  if (Math.abs(x) >= least) {
    which = 0
    greatest = x
  } else if (Math.abs(y) >= least) {
    which = 1
    greatest = y
  } else if (Math.abs(z) >= least) {
    which = 2
    greatest = z
  }
  const scale = (greatest < 0 ? -levels : levels) / (2 * Math.SQRT1_2 * length)
  to[offset] = which
  to[offset + 1] = middle + Math.floor((which === 0 ? y : x) * scale)
  to[offset + 2] = middle + Math.floor((which <= 1 ? z : y) * scale)
  to[offset + 3] = middle + Math.floor((which <= 2 ? w : z) * scale)
}

/** Whether what is left for the greatest part is indeed the greatest, or the first of equals. Computed in whole numbers. */
function isSettled(levels: number, row: Int32Array, offset: number): boolean {
  const a = squareOf(row[offset + 1]!, levels)
  const b = squareOf(row[offset + 2]!, levels)
  const c = squareOf(row[offset + 3]!, levels)
  const most = a > b ? (a > c ? a : c) : b > c ? b : c
  // The greatest part squared less the next one squared, in units of `unit` squared, of which 1 has 2 * levels^2.
  const lead = 2 * levels * levels - a - b - c - most
  if (lead !== 0) return lead > 0
  const first = a === most ? 0 : b === most ? 1 : 2
  return row[offset]! <= first
}

/** The part that `q` stands for, squared, in the same units. */
function squareOf(q: number, levels: number): number {
  const n = 2 * q - levels
  return n === 1 ? 0 : n * n
}

/** Moves the greatest of the three parts one step towards 0. */
function lower(levels: number, row: Int32Array, offset: number): void {
  let most = offset + 1
  for (let i = offset + 2; i < offset + 4; i++)
    if (squareOf(row[i]!, levels) > squareOf(row[most]!, levels)) most = i
  row[most]! += 2 * row[most]! > levels ? -1 : 1
}
