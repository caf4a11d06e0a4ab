/** *Turning* of docs/WIRE.md, Tables. */

type Quat = [x: number, y: number, z: number, w: number]

const M = Math.sqrt(1 / 2)

/** A rotation from which part is the greatest, and the other three. */
function takenBack([greatest, ...three]: readonly number[], levels: number): Quat {
  const parts = three.map((q) => (q === (levels + 1) / 2 ? 0 : (2 * q - levels) * (M / levels)))
  const [a, b, c] = parts as [number, number, number]
  const square = a * a + b * b + c * c
  const scale = square > 1 ? 1 / Math.sqrt(square) : 1
  const all = parts.map((part) => part * scale)
  all.splice(greatest!, 0, square > 1 ? 0 : Math.sqrt(1 - square))
  return all as Quat
}

/** A rotation that is expected to go on turning. */
export class Turning {
  readonly #levels: number
  readonly #was: Quat
  readonly #ahead: Quat
  /** The greatest part of what is expected, and by how much. */
  readonly greatest: number
  readonly lead: number

  constructor(
    levels: number,
    was: readonly number[],
    before: readonly number[] | undefined,
    elapsed: number,
    span: number,
  ) {
    this.#levels = levels
    this.#was = takenBack(was, levels)
    this.#ahead =
      before && elapsed > 0 && span > 0
        ? turnedOn(this.#was, takenBack(before, levels), elapsed / span)
        : this.#was
    const sizes = this.#ahead.map(Math.abs)
    this.greatest = sizes.indexOf(Math.max(...sizes))
    const next = Math.max(...sizes.filter((_, i) => i !== this.greatest))
    this.lead = Math.min(15, Math.floor((sizes[this.greatest]! - next) * 64))
  }

  /** As whole numbers, where `greatest` is left out: the three parts as they were, and as they are expected. */
  around(greatest: number): { was: number; ahead: number }[] {
    const levels = this.#levels
    const scale = (this.#was[greatest]! < 0 ? -levels : levels) / (2 * M)
    const whole = (v: number) => Math.min(Math.max(Math.round(v * scale + levels / 2), 0), levels)
    return [0, 1, 2, 3]
      .filter((part) => part !== greatest)
      .map((part) => ({ was: whole(this.#was[part]!), ahead: whole(this.#ahead[part]!) }))
  }
}

function turnedOn([ax, ay, az, aw]: Quat, [bx, by, bz, bw]: Quat, ratio: number): Quat {
  let x = ax * bw - aw * bx + az * by - ay * bz
  let y = ay * bw - aw * by + ax * bz - az * bx
  let z = az * bw - aw * bz + ay * bx - ax * by
  let w = aw * bw + ax * bx + ay * by + az * bz
  const square = (x * x + y * y + z * z) * ratio * ratio
  let scale = w < 0 ? -ratio : ratio
  if (square > 0.88) scale *= Math.sqrt(0.88 / square)
  x *= scale
  y *= scale
  z *= scale
  w = Math.sqrt(Math.max(0, 1 - (x * x + y * y + z * z)))
  return [
    w * ax + x * aw + y * az - z * ay,
    w * ay - x * az + y * aw + z * ax,
    w * az + x * ay - y * ax + z * aw,
    w * aw - x * ax - y * ay - z * az,
  ]
}
