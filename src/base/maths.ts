// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: every bit is written out, so that no engine has a say
/**
 * `sin`, `cos`, `atan2` and `exp` that return the same bits on every engine. The language leaves `Math.sin` and its like (and
 * `**`) to the engine, so a browser and a server may differ in the last bit. Only + - x / % and rounding are exact everywhere,
 * and this file uses nothing else. Argument reduction follows Cody and Waite ("Software Manual for the Elementary Functions",
 * 1980), followed by Taylor's series on a small interval. Constants were computed with 300 bits.
 */

/** An angle beyond this is first reduced modulo the double nearest to 2 PI. */
const FAR = 1e6
const TURN = 6.283185307179586
const TWO_OVER_PI = 0.6366197723675814
// PI / 2 in three parts. The first two have 33 bits, so their products with whole numbers below 2^20 are exact.
const QUARTER_1 = 1.5707963267341256
const QUARTER_2 = 6.077100506303966e-11
const QUARTER_3 = 2.0222662487959506e-21
/** The sine of an angle below this is the angle itself, to the bit. */
const TINY = 1e-8

/** The reduced angle and its rounding error, as `reduce` writes them. Not kept across calls. */
const REST = /* @__PURE__ */ new Float64Array(2)

/**
 * The sine of `x` in radians, the same to the bit on every engine. The error is at most 2e-16 up to |x| = 1e6, and |x| x 4e-17
 * more beyond. NaN for NaN and the infinities. May be called inside a step.
 */
export function sin(x: number): number {
  if (x < TINY && x > -TINY) return x
  return wave(reduce(REST, x), REST)
}

/** The cosine of `x` in radians, the same to the bit on every engine. It is as exact as `sin`. May be called inside a step. */
export function cos(x: number): number {
  return wave(reduce(REST, x) + 1, REST)
}

/**
 * The angle of the point (`x`, `y`) in radians, -PI to PI. Zeros and infinities have the same signs as with `Math.atan2`. The
 * same to the bit on every engine; the error is at most 5e-16. May be called inside a step.
 */
export function atan2(y: number, x: number): number {
  const height = Math.abs(y)
  const width = Math.abs(x)
  const isBehind = x < 0 || Object.is(x, -0)
  let angle = 0
  if (height > width) {
    const lean = arcTangent(width / height)
    angle = isBehind ? HALF_PI + (lean + HALF_PI_LO) : HALF_PI - (lean - HALF_PI_LO)
  } else {
    if (height < width) angle = arcTangent(height / width)
    else if (height === width && height > 0) angle = QUARTER_PI
    else angle = height + width
    if (isBehind) angle = PI - (angle - PI_LO)
  }
  return y < 0 || Object.is(y, -0) ? -angle : angle
}

/**
 * e to the power of `x`, the same to the bit on every engine. The error is at most one part in 2^52. Infinity above 709.78.
 * Below -708.3 results have fewer bits, as doubles do there, and below -745.14 they are 0. May be called inside a step.
 */
export function exp(x: number): number {
  if (x > 709.782712893384) return Number.POSITIVE_INFINITY
  if (x < -745.1332191019412) return 0
  if (Number.isNaN(x)) return x
  const power = Math.round(x * ONE_OVER_LN2)
  const coarse = x - power * LN2_1
  const fine = power * LN2_2
  const r = coarse - fine
  const rest = coarse - r - fine
  let q = 1 / 87178291200
  q = q * r + 1 / 6227020800
  q = q * r + 1 / 479001600
  q = q * r + 1 / 39916800
  q = q * r + 1 / 3628800
  q = q * r + 1 / 362880
  q = q * r + 1 / 40320
  q = q * r + 1 / 5040
  q = q * r + 1 / 720
  q = q * r + 1 / 120
  q = q * r + 1 / 24
  q = q * r + 1 / 6
  q = q * r + 1 / 2
  const value = 1 + (r + (r * r * q + rest))
  const half = power >> 1
  return value * powerOfTwo(half) * powerOfTwo(power - half)
}

const LN2_1 = 0.6931471805598903
const LN2_2 = 5.497923018708371e-14
const ONE_OVER_LN2 = 1.4426950408889634

const PI = 3.141592653589793
const PI_LO = 1.2246467991473532e-16
const HALF_PI = 1.5707963267948966
const HALF_PI_LO = 6.123233995736766e-17
const QUARTER_PI = 0.7853981633974483

/** The arc tangents of 0, 1/8, 2/8 ... 1, and the rounding error of each. */
const ARCS: readonly number[] = [
  0, 0.12435499454676144, 0.24497866312686414, 0.35877067027057225, 0.4636476090008061,
  0.5585993153435624, 0.6435011087932844, 0.7188299996216245, 0.7853981633974483,
]
const ARCS_LO: readonly number[] = [
  0, -3.1253241424539383e-18, 1.0698755618734451e-17, -2.4623815582638635e-17,
  2.2698777452961687e-17, -5.4556305485916264e-18, 1.5834785051444286e-17, -2.1478388444456983e-17,
  3.061616997868383e-17,
]

/**
 * Splits an angle into quarter turns and a remainder of at most PI / 4. Returns the quarter turns modulo 4. Writes the
 * remainder and its rounding error to `rest`.
 */
function reduce(rest: Float64Array, x: number): number {
  const near = x > FAR || x < -FAR ? x % TURN : x
  const n = Math.round(near * TWO_OVER_PI)
  const first = near - n * QUARTER_1
  const w = n * QUARTER_2
  const second = first - w
  const error = first - second - w - n * QUARTER_3
  const sum = second + error
  rest[0] = sum
  rest[1] = second - sum + error
  return n & 3
}

/** The sine of the remainder that `reduce` wrote, plus `quarters` quarter turns. */
function wave(quarters: number, rest: Float64Array): number {
  const x = rest[0]!
  const error = rest[1]!
  const value = (quarters & 1) === 0 ? sineOfRest(x, error) : cosineOfRest(x, error)
  return (quarters & 2) === 0 ? value : -value
}

function sineOfRest(x: number, error: number): number {
  const z = x * x
  let p = 1 / 355687428096000
  p = p * z - 1 / 1307674368000
  p = p * z + 1 / 6227020800
  p = p * z - 1 / 39916800
  p = p * z + 1 / 362880
  p = p * z - 1 / 5040
  p = p * z + 1 / 120
  p = p * z - 1 / 6
  return x + (x * z * p + error * (1 - z * 0.5))
}

function cosineOfRest(x: number, error: number): number {
  const z = x * x
  let p = 1 / 20922789888000
  p = p * z - 1 / 87178291200
  p = p * z + 1 / 479001600
  p = p * z - 1 / 3628800
  p = p * z + 1 / 40320
  p = p * z - 1 / 720
  p = p * z + 1 / 24
  // 1 - z / 2 loses bits, which are added back.
  const half = z * 0.5
  const top = 1 - half
  return top + (1 - top - half + (z * z * p - x * error))
}

/** The arc tangent of 0 to 1: that of the nearest eighth, plus a series for the remainder. */
function arcTangent(t: number): number {
  const k = Math.round(t * 8)
  const c = k * 0.125
  const u = (t - c) / (1 + t * c)
  const z = u * u
  let p = 1 / 13
  p = p * z - 1 / 11
  p = p * z + 1 / 9
  p = p * z - 1 / 7
  p = p * z + 1 / 5
  p = p * z - 1 / 3
  return (ARCS[k] ?? Number.NaN) + (u + (u * z * p + (ARCS_LO[k] ?? 0)))
}

/** 2 to a whole power from -540 to 540, by squaring. */
function powerOfTwo(power: number): number {
  let value = 1
  let factor = power < 0 ? 0.5 : 2
  for (let left = Math.abs(power); left > 0; left >>= 1) {
    if ((left & 1) === 1) value *= factor
    factor *= factor
  }
  return value
}
