import { SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import { hermite, lerp, turn } from '../../motion/curves.ts'
import { BROKEN, COLUMNS, FLAGS, Samples } from '../../motion/samples.ts'
import { freezeSlopes } from '../../motion/slopes.ts'
import { MAX_EXTRAS, MAX_STEPS_BACK } from '../../wire/limits.ts'
import type { Gliding } from './gliding.ts'
import type { StepStates } from './step-states.ts'

/** Samples kept, a power of two: one for the slopes, both ends of the interval, and the extra ones between. */
const SAMPLES = 8
const NOTHING_TOLD: readonly number[] = /* @__PURE__ */ new Array(2 * MAX_EXTRAS).fill(0)

/** Scratch of `#chooseWorst`: a state as others would get it, and by how much the curve misses it. */
const STATE = /* @__PURE__ */ new Float64Array(256)
const MISS = /* @__PURE__ */ new Float64Array(1)
/** Scratch of `#addTurnMiss`: a rotation on the curve, and how far it is from one sample to the next, 0 to 1. */
const SHOWN = /* @__PURE__ */ new Float64Array(4)
const ALPHA = /* @__PURE__ */ new Float64Array(1)

/**
 * The curve that a client draws if it has missed nothing of an entity, and the states that are told beside those of network
 * ticks because the curve misses them most. Allocates nothing after construction.
 */
export class ToldCurve {
  /** How many states between the last two network ticks are to be told, oldest first. */
  count = 0
  readonly #shared: Gliding
  /** The samples that such a client holds. The newest is of the last network tick, unless the entity rests. */
  samples: Samples
  /** For the states to be told: their slots in `StepStates`, followed by how many steps back they are. */
  readonly #told = NOTHING_TOLD.slice()

  /** `kept`: see `keep`. */
  constructor(shared: Gliding, kept = 0) {
    this.#shared = shared
    this.samples = samplesOf(shared, kept)
  }

  /** Keeps up to `kept` samples from now on, a power of two. */
  keep(kept: number): void {
    const { values, count } = this.samples
    const samples = samplesOf(this.#shared, kept)
    for (let n = 0; n < count; n++) {
      const from = this.samples.row(n)
      const to = samples.row(samples.open(n))
      for (let i = 0; i < samples.width; i++) samples.values[to + i] = values[from + i]!
    }
    this.samples = samples
  }

  /** Returns the slot of the `n`th state to be told. */
  slot(n: number): number {
    return this.#told[n]!
  }

  /** Returns how many steps before the network tick the `n`th state is. */
  stepsBack(n: number): number {
    return this.#told[MAX_EXTRAS + n]!
  }

  /** Adds the state `row` of a network tick at `stamp` as the newest sample. The first one is always broken. */
  add(row: Int32Array, stamp: SubTick, flags: number): void {
    const samples = this.samples
    const isFirst = samples.count === 0
    const at = samples.row(samples.open(samples.count))
    samples.values[at] = stamp * this.#shared.perSubTick
    samples.values[at + FLAGS] = isFirst ? BROKEN : flags
    this.#fill(at, row, 0)
  }

  /**
   * Adds the state of the newest network tick likewise, and drops samples that are no earlier, as a client does. Returns
   * whether clients accept states between it and the one before.
   */
  addNewest(row: Int32Array, stamp: SubTick, isBroken: boolean): boolean {
    const samples = this.samples
    const { values } = samples
    const timeMs = stamp * this.#shared.perSubTick
    const held = samples.count
    let flags = isBroken ? BROKEN : 0
    while (samples.count > 0 && values[samples.row(samples.count - 1)]! >= timeMs) {
      const newest = samples.row(--samples.count)
      if (values[newest] === timeMs) flags |= values[newest + FLAGS]! & BROKEN
    }
    const goesOn = flags === 0 && samples.count === held && held > 0
    this.add(row, stamp, flags)
    return goesOn
  }

  /** Chooses from `states`, after `addNewest`, those to tell beside `row`, the state of the network tick at `now`. */
  choose(states: StepStates, row: Int32Array, now: SubTick): void {
    while (this.count < MAX_EXTRAS && this.#chooseWorst(states, row, now)) {}
  }

  /** Chooses the state since the previous network tick that the curve misses most. Returns false when it misses none. */
  #chooseWorst(states: StepStates, row: Int32Array, now: SubTick): boolean {
    const { schema, perSubTick, told } = this.#shared
    const { rows, stamps } = states
    let isFrozen = !this.#shared.hasSlopes
    let worst = -1
    let worstBack = 0
    let most = 1
    for (let n = this.#firstSince(states); n < states.count; n++) {
      const slot = states.slot(n)
      const back = (now - stamps[slot]!) / SUBTICKS_PER_STEP
      const offset = slot * schema.width
      if (!canBeTold(back)) continue
      if (rows[offset + schema.width - 1] !== row[schema.width - 1]) continue
      if (!isFrozen) this.#freeze()
      isFrozen = true
      this.#shared.tell(told, rows, offset, STATE, 0)
      this.#shared.tellTurns(rows, offset, STATE, 0)
      this.#measureMiss(MISS, states, slot)
      if (!(MISS[0]! > most)) continue
      most = MISS[0]!
      worst = slot
      worstBack = back
    }
    if (worst < 0) return false
    const at = this.#open(states, worst, worstBack)
    this.samples.values[at] = stamps[worst]! * perSubTick
    this.#fill(at, rows, worst * schema.width)
    this.#copyKept(states, row, worst * schema.width)
    return true
  }

  /** Writes to `out` how far the curve misses `STATE`, the state in `slot`, as a multiple of how far it may. */
  #measureMiss(out: Float64Array, states: StepStates, slot: number): void {
    const { checked, slopes, limits, perSubTick } = this.#shared
    const samples = this.samples
    const { values } = samples
    const place = this.#placeOf(states, slot)
    const a = samples.row(place - 1)
    const b = samples.row(place)
    const spanMs = values[b]! - values[a]!
    const alpha = (states.stamps[slot]! * perSubTick - values[a]!) / spanMs
    let most = 0
    for (let k = 0; k < checked.length; k++) {
      const i = checked[k]!
      const slope = slopes[k]!
      const from = values[a + COLUMNS + i]!
      const to = values[b + COLUMNS + i]!
      const shown =
        slope < 0
          ? lerp(from, to, alpha)
          : hermite(from, values[b + slope]! * spanMs, to, values[b + slope + 1]! * spanMs, alpha)
      const miss = Math.abs(shown - STATE[i]!) / limits[k]!
      if (miss > most) most = miss
    }
    out[0] = most
    ALPHA[0] = alpha
    this.#addTurnMiss(out, a + COLUMNS, b + COLUMNS)
  }

  /** Raises `out` to how far the curve misses a rotation of `STATE`, likewise, between the samples at `a` and `b`. */
  #addTurnMiss(out: Float64Array, a: number, b: number): void {
    const { turns, turnLimits } = this.#shared
    const { values } = this.samples
    for (let k = 0; k < turns.length; k++) {
      const i = turns[k]!
      turn(SHOWN, values, values, ALPHA, 0, a + i, b + i)
      let cosine = 0
      for (let part = 0; part < 4; part++) cosine += SHOWN[part]! * STATE[i + part]!
      const miss = (2 * Math.acos(Math.min(Math.abs(cosine), 1))) / turnLimits[k]!
      if (miss > out[0]!) out[0] = miss
    }
  }

  /** Returns the number of the first kept state after the sample before this network tick's. */
  #firstSince(states: StepStates): number {
    const samples = this.samples
    const beforeMs = samples.values[samples.row(samples.count - 2 - this.count)]!
    return states.firstAfter(Math.round(beforeMs / this.#shared.perSubTick))
  }

  /** Returns the place of the first sample since the previous network tick that is not older than a state. */
  #placeOf({ stamps }: StepStates, slot: number): number {
    const samples = this.samples
    const timeMs = stamps[slot]! * this.#shared.perSubTick
    let place = samples.count - 1 - this.count
    while (samples.values[samples.row(place)]! < timeMs) place++
    return place
  }

  /** Adds a state to those that are told, in the order of time. Returns where its sample begins. */
  #open(states: StepStates, slot: number, stepsBack: number): number {
    const samples = this.samples
    const place = this.#placeOf(states, slot)
    const index = place - (samples.count - 1 - this.count)
    const told = this.#told
    told.copyWithin(MAX_EXTRAS + index + 1, MAX_EXTRAS + index)
    told.copyWithin(index + 1, index, MAX_EXTRAS - 1)
    told[index] = slot
    // A whole number: see `canBeTold`.
    told[MAX_EXTRAS + index] = stepsBack | 0
    this.count++
    return samples.row(samples.open(place))
  }

  /** Copies texts and inputs, which are not read in every step. A state has those of its network tick. */
  #copyKept({ rows }: StepStates, row: Int32Array, offset: number): void {
    const { kept } = this.#shared
    for (let k = 0; k < kept.length; k++) rows[offset + kept[k]!] = row[kept[k]!]!
  }

  /** Chooses the slopes since the previous network tick, as the client will. */
  #freeze(): void {
    const samples = this.samples
    const first = samples.count - 1 - this.count
    for (let place = first; place < samples.count; place++)
      samples.values[samples.row(place) + FLAGS]! &= BROKEN
    for (let place = first; place < samples.count; place++)
      freezeSlopes(samples, place, false, this.#shared.curves)
  }

  /** Writes the row that begins at `offset`, as others get it, to the sample that begins at `at`. */
  #fill(at: number, rows: Int32Array, offset: number): void {
    this.#shared.tell(this.#shared.told, rows, offset, this.samples.values, at + COLUMNS)
    this.#shared.tellTurns(rows, offset, this.samples.values, at + COLUMNS)
  }
}

/** Whether a state can be told. It does not lie whole steps back where the player's time was set anew in between. */
function canBeTold(stepsBack: number): boolean {
  return stepsBack >= 1 && stepsBack <= MAX_STEPS_BACK && stepsBack === Math.floor(stepsBack)
}

/** Makes room for `kept` samples, or for as many as a client uses if those are more. */
const samplesOf = ({ width }: Gliding, kept: number): Samples =>
  new Samples(Math.max(SAMPLES, kept), width, SAMPLES)
