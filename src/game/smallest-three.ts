/**
 * Rotations as whole numbers, "smallest three" (Glenn Fiedler, "Snapshot Compression"): which of x y z w has the
 * greatest magnitude, and the other three. The greatest follows from unit length, and is positive, as a quaternion
 * and its negative are the same rotation. The three lie between -sqrt(1/2) and sqrt(1/2), on a grid of `levels` + 1
 * values: `levels` is odd, 2^bits - 1, so one value too many stands for the negative side; the middle one is 0 itself.
 *
 * Nothing here allocates. Both directions are exact on every engine: sums, products, quotients and square roots.
 */

/** Of the greatest magnitudes that differ by less, the first counts as the greatest. Grids are 100 times as coarse. */
const TIE = 1e-12
/** Squares of lengths out of these bounds have lost digits: they count as no length. */
const LEAST_SQUARE = 1e-200
const MOST_SQUARE = 1e200
/**
 * Writes the quaternion x y z w that begins at `from[at]` to `to[offset]` and the three places after it: the greatest
 * part, 0 to 3, and the others in order, each 0 to `levels` (odd, at most 65535). Of any length; what has none, or is no
 * number, becomes the identity. What `fromSmallestThree` makes of the result gives the same result again, to the bit.
 */
export function toSmallestThree(
  from: Float64Array,
  at: number,
  levels: number,
  to: Int32Array,
  offset: number,
): void {
  nearest(from, at, levels, to, offset)
  // Where another part, rounded, is greater than what is left for the greatest, it would be the greatest next time.
  while (!isSettled(levels, to, offset)) lower(levels, to, offset)
}

/**
 * Writes the quaternion of such four whole numbers to `to[at]` and the three places after it, x y z w: of unit length,
 * the greatest part positive, never -0. Any numbers in range make a rotation, also those that no rotation makes.
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

/** The rounding alone. */
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

/** Whether what is left for the greatest part is indeed the greatest, or the first of equals: in whole numbers. */
function isSettled(levels: number, row: Int32Array, offset: number): boolean {
  const a = squareOf(row[offset + 1]!, levels)
  const b = squareOf(row[offset + 2]!, levels)
  const c = squareOf(row[offset + 3]!, levels)
  const most = a > b ? (a > c ? a : c) : b > c ? b : c
  // The greatest squared less the next squared, in units of `unit` squared: 1 is 2 * levels^2 of them.
  const lead = 2 * levels * levels - a - b - c - most
  if (lead !== 0) return lead > 0
  const first = a === most ? 0 : b === most ? 1 : 2
  return row[offset]! <= first
}

/** The part that `q` stands for, squared, in units of the least part squared. */
function squareOf(q: number, levels: number): number {
  const n = 2 * q - levels
  return n === 1 ? 0 : n * n
}

/** Takes one step off the greatest of the three. */
function lower(levels: number, row: Int32Array, offset: number): void {
  let most = offset + 1
  for (let i = offset + 2; i < offset + 4; i++)
    if (squareOf(row[i]!, levels) > squareOf(row[most]!, levels)) most = i
  row[most]! += 2 * row[most]! > levels ? -1 : 1
}
