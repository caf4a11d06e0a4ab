import type { Seconds } from '../base/units.ts'
import { blendRows } from './blend.ts'
import type { Curve } from './curves.ts'
import { ErrorOffset } from './error-offset.ts'

const shownAlpha = /* @__PURE__ */ new Float64Array(1)

/** Settings of `PredictedStates`. */
export interface PredictedStatesOptions {
  /** How each column moves between two steps. */
  readonly curves: readonly Curve[]
  /** How many states are kept. Default 256. */
  readonly capacity?: number | undefined
  /** A column that counts teleports. A change of it is not blended or eased. Default -1, none. */
  readonly teleportColumn?: number | undefined
}

/**
 * The states predicted for one player by input id, the last two of them for display, and how far the picture is still off after
 * corrections. This is the part of prediction that does not depend on how a state is made: the engine's own entities and
 * `Predictor` share it. Numbers are passed in `next` and `out`, arrays with one number per column. Nothing allocates after
 * construction.
 */
export class PredictedStates {
  /**
   * The caller writes all numbers of a state here before `stepped`, `restart`, `adopt` or `agrees`. The first three replace it.
   */
  declare next: Float64Array
  /** The input of the newest state; NaN if no input made it. */
  newest: number = Number.NaN
  /** The first input of the unbroken run of states that ends with the newest; NaN without a run. */
  since: number = Number.NaN
  readonly #curves: readonly Curve[]
  readonly #columns: number
  readonly #capacity: number
  readonly #teleportColumn: number
  /** Columns that do not blend but show the newest step's value. */
  readonly #steps: Int32Array
  /**
   * The states: the one after input `id` at `id % capacity`, where a replay may write it again, followed by two states without
   * an input. A kept state swaps places with the array that was there.
   */
  declare readonly states: Float64Array[]
  #previous: Float64Array
  #last: Float64Array
  readonly #ids: Float64Array
  readonly #before: Float64Array
  readonly #after: Float64Array
  readonly #error: ErrorOffset
  #alpha = 1
  #teleports = 0
  #isCorrecting = false

  constructor({ curves, capacity = 256, teleportColumn = -1 }: PredictedStatesOptions) {
    const columns = curves.length
    this.#curves = curves
    this.#columns = columns
    this.#capacity = capacity
    this.#teleportColumn = teleportColumn
    this.#steps = Int32Array.from(curves.keys()).filter((i) => curves[i] === 'step')
    this.next = new Float64Array(columns)
    this.states = Array.from({ length: capacity + 2 }, () => new Float64Array(columns))
    this.#previous = this.#last = this.states[0]!
    this.#ids = new Float64Array(capacity).fill(-1)
    this.#before = new Float64Array(columns)
    this.#after = new Float64Array(columns)
    this.#error = new ErrorOffset(curves)
  }

  /** The moment on display between the last two steps: 0 is the previous step, 1 the newest. */
  get alpha(): number {
    return this.#alpha
  }

  /** How far the picture is off: see `ErrorOffset.units`. */
  get offsetUnits(): number {
    return this.#error.units
  }

  /** Whether the newest state equals the one before it. */
  get isStill(): boolean {
    for (let i = 0; i < this.#columns; i++) if (this.#last[i] !== this.#previous[i]) return false
    return true
  }

  /** Keeps `next` as the state after input `id`, which becomes the newest. */
  stepped(id: number): void {
    if (id !== this.newest + 1) this.since = id
    this.#previous = this.#last
    this.#keep(id)
    if (this.#isBroken() && !this.#isCorrecting) this.#error.clear()
  }

  /** Goes back to the state after input `id`. Returns it, or undefined if the states since then are not held without a gap. */
  rewind(id: number): Float64Array | undefined {
    if (!(this.since <= id && this.holds(id))) return undefined
    this.newest = id
    this.#last = this.#previous = this.of(id)
    return this.#last
  }

  /** Forgets everything, so that the states of something else can be kept. */
  reset(): void {
    this.newest = Number.NaN
    this.since = Number.NaN
    this.#isCorrecting = false
    this.#ids.fill(-1)
    this.#error.clear()
  }

  /** Keeps `next` as the authoritative state after input `id`. Earlier states no longer count. */
  restart(id: number): void {
    this.since = id
    this.#keep(id)
    this.#previous = this.#last
  }

  /** Accepts what a replay wrote to `states`, from the state after the last `restart` to that of input `id`, the newest. */
  replayed(id: number): void {
    this.newest = id
    this.#last = this.of(id)
    this.#previous = this.of(id - 1)
  }

  /** Keeps `next` as the newest state without an input. For display without prediction. */
  adopt(): void {
    const first = this.#capacity
    this.#previous = this.#last
    this.#put(this.#last === this.states[first] ? first + 1 : first)
    this.newest = Number.NaN
    this.since = Number.NaN
  }

  /** Whether the state after input `id` is held. */
  holds(id: number): boolean {
    return this.#ids[id % this.#capacity] === id
  }

  /** The numbers of the state after input `id`, which must be held. */
  of(id: number): Float64Array {
    return this.states[id % this.#capacity]!
  }

  /** Whether the state predicted for input `id` is held and equals `next`, to the bit. */
  agrees(id: number): boolean {
    if (!this.holds(id)) return false
    const state = this.of(id)
    for (let i = 0; i < this.#columns; i++) if (state[i] !== this.next[i]) return false
    return true
  }

  /** Keeps the picture of the moment `alpha`, which is on display, before a correction. */
  beginCorrection(alpha: number): void {
    this.#isCorrecting = true
    this.#alpha = alpha
    this.#teleports = this.#teleportCount()
    this.#blend(this.#before)
  }

  /**
   * Turns the difference between the picture before and after the correction into the offset, so that nothing jumps, unless a
   * teleport was corrected. Does nothing if no correction has begun. Returns the size of the offset in units.
   */
  endCorrection(): number {
    if (!this.#isCorrecting) return this.#error.units
    this.#isCorrecting = false
    this.#blend(this.#after)
    if (this.#teleportCount() !== this.#teleports) this.#error.clear()
    else this.#error.add(this.#before, this.#after)
    return this.#error.units
  }

  /** Writes the moment `alpha` between the last two steps to `out`, plus the offset after it has decayed for `dtSeconds`. */
  draw(out: Float64Array, alpha: number, dtSeconds: Seconds): void {
    this.#alpha = alpha
    this.#error.decay(dtSeconds)
    this.#blend(out)
    this.#error.apply(out)
  }

  /** Forgets the offset, after a gap. */
  settle(): void {
    this.#error.clear()
  }

  #keep(id: number): void {
    const slot = id % this.#capacity
    this.newest = id
    this.#ids[slot] = id
    this.#put(slot)
  }

  #put(slot: number): void {
    this.#last = this.next
    this.next = this.states[slot]!
    this.states[slot] = this.#last
  }

  #teleportCount(): number {
    return this.#teleportColumn < 0 ? 0 : this.#last[this.#teleportColumn]!
  }

  /** Whether the entity teleported between the last two steps. */
  #isBroken(): boolean {
    const column = this.#teleportColumn
    return column >= 0 && this.#previous[column] !== this.#last[column]
  }

  #blend(out: Float64Array): void {
    const last = this.#last
    const from = this.#isBroken() ? last : this.#previous
    shownAlpha[0] = this.#alpha
    blendRows(this.#curves, from, 0, last, 0, shownAlpha, out, 0)
    for (let k = 0; k < this.#steps.length; k++) {
      const i = this.#steps[k]!
      out[i] = last[i]!
    }
  }
}
