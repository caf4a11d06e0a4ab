import type { ModelledBits } from './dense-bits.ts'

/** *Mixtures* of docs/WIRE-DENSE.md: what a state has told so far, and what is told by five models at once. */

/** How many bits a magnitude has. */
export function classOf(value: number): number {
  return 32 - Math.clz32(Math.abs(value))
}

/** The same with its sign, 11 for all above. */
export function signedClass(value: number): number {
  const size = Math.min(classOf(value), 11)
  return value < 0 ? -size : size
}

/** Of one state. */
export class Mixtures {
  /** `[activity, near]`, and the flag told last. */
  readonly #row: string
  flag = 0
  #a = 8
  #b = 8
  #last = 0
  #previous = 0
  readonly #bits: ModelledBits

  constructor(bits: ModelledBits, activity: number, near: number) {
    this.#bits = bits
    this.#row = `${activity} ${near}`
  }

  /** How far something is thought to have gone that was foretold to go `way`. */
  going(way: number): number {
    return Math.round(Math.min(Math.max(this.#a / this.#b, -0.5), 1.5) * way)
  }

  /** A number went `gone` where `way` was foretold. */
  went(gone: number, way: number): void {
    this.#a += gone * way
    this.#b += way * way
  }

  /** What is left. `own` and `shared`: the names of the column's own models and of those of columns like it. */
  rest(own: string, shared: string, held: number, going: number): number {
    const rest = this.#rest(own, shared, held, going)
    this.#previous = this.#last
    this.#last = classOf(rest)
    return rest
  }

  #rest(own: string, shared: string, held: number, going: number): number {
    const near4 = Math.min(3, Math.floor((this.#last + 1) / 2))
    const pair = [this.#last, this.#previous].map((size) => Math.min(7, Math.floor((size + 1) / 2)))
    const row = `${this.#row} ${this.flag}`
    const look = (side: number, node: number) =>
      this.#bits.mixed(
        [
          `${own} node ${node}`,
          `${shared} held ${signedClass(held * side)} ${near4} ${node}`,
          `${shared} going ${signedClass(going * side)} ${near4} ${node}`,
          `${shared} pair ${pair} ${node}`,
          `${shared} row ${row} node ${node}`,
        ],
        `${shared} weights ${node}`,
      )
    const first = held < 0 ? -1 : 1
    if (look(first, 0) === 0) return 0
    const side = look(first, 1) === 1 ? -first : first
    let size = 1
    while (size < 30 && look(side, Math.min(size, 15) + 1) === 1) size++
    const kind = Math.min(size, 15)
    const last = Math.min(3, Math.floor(this.#last / 4))
    let n = 0
    const magnitude = this.#bits.rest(size, (soFar) => {
      const [a, b] = [held, going].map((value) => agrees(value * side, size, n, soFar))
      const bit = this.#bits.mixed(
        [
          `${own} high ${kind} ${soFar}`,
          `${shared} high held ${kind} ${n} ${a}`,
          `${shared} high going ${kind} ${n} ${b}`,
          `${shared} high last ${last} ${kind} ${soFar}`,
          `${shared} row ${row} high`,
        ],
        `${shared} weights high ${kind} ${soFar}`,
      )
      n++
      return bit
    })
    return side * magnitude
  }
}

/** Whether the first `n` bits after the highest one of `value` are those so far; then also the next. */
function agrees(value: number, size: number, n: number, soFar: number): number {
  if (value <= 0 || classOf(value) !== size) return 0
  const digits = value.toString(2)
  if (digits.slice(0, n + 1) !== soFar.toString(2)) return 3
  return 1 + Number(digits[n + 1])
}
