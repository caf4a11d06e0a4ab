import { SUBTICKS_PER_STEP, type SubTick } from '../base/units.ts'
import { coarsen, type Holder, refine } from '../game/schema.ts'
import { Carry } from '../motion/carry.ts'
import { hermite, lerp } from '../motion/curves.ts'
import { BROKEN, COLUMNS, FLAGS, FROZEN, Samples } from '../motion/samples.ts'
import { freezeSlopes } from '../motion/slopes.ts'
import type { RecordSource } from '../wire/columns.ts'
import { type ExtraStates, MAX_EXTRAS, MAX_STEPS_BACK } from '../wire/entity-source.ts'
import type { RowHistory } from '../wire/row-history.ts'
import type { Gliding } from './gliding.ts'
import { StepStates } from './step-states.ts'

/** Samples kept, a power of two: one for the slopes, both ends of the stretch, the extra ones between. */
const SAMPLES = 8

/** What an entity has that is still. */
const NO_STATES = /* @__PURE__ */ new StepStates(0, 0)
const NO_SAMPLES = /* @__PURE__ */ new Samples(1, 0)
const NOTHING_TOLD = /* @__PURE__ */ new Int32Array(0)

/**
 * What the server knows of one entity's movement beyond its records: its state after every step, of which the extra
 * ones of a record are chosen, and how well it can be foretold. Of what has never moved it keeps how well alone: all
 * else follows from the times. Free of allocation once it has moved; its methods may be called in steps.
 */
export class Movement implements ExtraStates, RecordSource {
  /** How many of the states since the network tick before are to be told, oldest first. */
  count = 0
  /** The state asked for last of any entity of the kind, on the grid that everybody gets. */
  readonly row: Int32Array
  readonly offset = 0
  readonly texts: readonly string[]
  readonly #shared: Gliding
  readonly #carry: Carry
  /** Whether it has been where it is ever since its first numbers were taken, and was noted at each step since the last. */
  #isStill: boolean
  /** How many steps it has been still since its last numbers. */
  #stillSteps = 0
  /** The states since time last went back, at least those since the last numbers. */
  #states: StepStates = NO_STATES
  /** The first of the states that were noted since numbers were taken, and whether one of them is another than these. */
  #first = 0
  #hasMoved = true
  /** The entity's numbers: what they were when they were taken last. */
  readonly #last: Int32Array
  /** What was told of it: of what is still, all that it was. */
  readonly #history: RowHistory
  /** What a client holds that has missed nothing: the newest is of the last network tick. */
  #samples: Samples = NO_SAMPLES
  /** The time of the newest one and of the one before; the teleports until then. V8 boxes fractional arguments. */
  #stamp: SubTick = Number.NaN
  #before: SubTick = Number.NaN
  #teleports = -1
  /** Of the states to be told: where they are, and behind these how far back. */
  #told: Int32Array = NOTHING_TOLD

  /**
   * `row`, `texts`: those of the entity, kept up to date; its numbers change only when they are taken. `history`: what
   * everybody is told of it.
   */
  constructor(shared: Gliding, row: Int32Array, texts: readonly string[], history: RowHistory) {
    this.#shared = shared
    this.#last = row
    this.texts = texts
    this.#history = history
    this.row = shared.row
    this.#carry = new Carry(shared.curves)
    this.#isStill = shared.canRest
    if (!this.#isStill) this.#makeRoom()
  }

  /** How far it may be carried on: see `Carry`. */
  get code(): number {
    return this.#carry.code
  }

  stepsBack(n: number): number {
    return this.#told[MAX_EXTRAS + n]!
  }

  state(n: number): this {
    const { columns, width } = this.#shared.schema
    const at = this.#told[n]! * width
    const { rows } = this.#states
    for (let i = 0; i < width; i++) this.row[i] = coarsen(columns[i]!, rows[at + i]!)
    return this
  }

  /** Notes what `object` is after a step that ends at `stamp`, the entity's own time. Said again, the last word counts. */
  note(object: Holder, stamp: SubTick): void {
    if (this.#isStill && this.#staysStill(object, stamp)) return
    const { schema, taker } = this.#shared
    const states = this.#states
    const { count } = states
    const newest = count > 0 ? states.stamps[states.slot(count - 1)]! : Number.NaN
    if (newest === stamp) states.count--
    else if (newest > stamp) states.count = 0
    if (states.count < this.#first) this.#first = states.count
    const slot = states.add(this.#stamp)
    states.stamps[slot] = stamp
    if (taker.note(object, states.rows, slot * schema.width, this.#last)) this.#hasMoved = true
  }

  /** Notes what is still, if it is so at `stamp`, a step after the last; else gets ready for what moves. */
  #staysStill(object: Holder, stamp: SubTick): boolean {
    // Nothing is told of what was before its first numbers.
    if (Number.isNaN(this.#stamp)) return true
    const { row, taker } = this.#shared
    const newest = this.#stamp + this.#stillSteps * SUBTICKS_PER_STEP
    const isNext = stamp === newest + SUBTICKS_PER_STEP
    if ((isNext || stamp === newest) && !taker.note(object, row, 0, this.#last)) {
      if (isNext) this.#stillSteps++
      return true
    }
    this.#leaveStill()
    return false
  }

  /**
   * The entity's numbers were taken for a network tick, the state of `stamp`: measures how it could have been foretold,
   * and chooses what must be told beside it. `hasChanged`: whether they are others than those of the last one.
   */
  take(stamp: SubTick, hasChanged: boolean): void {
    if (this.#isStill && this.#takeStill(stamp, hasChanged)) return
    const before = this.#stamp
    this.#before = before
    const isStill = !hasChanged && !this.#hasMoved && stamp > before && this.#shared.canRest
    if (isStill && this.#firstSince() >= this.#first) this.#rest(stamp)
    else this.#measure(stamp)
    this.#first = this.#states.count
    this.#hasMoved = false
  }

  /** Takes what is still, if it is so at `stamp`; else gets ready for what moves. */
  #takeStill(stamp: SubTick, hasChanged: boolean): boolean {
    const { perSubTick, is, schema } = this.#shared
    const carry = this.#carry
    const isFirst = Number.isNaN(this.#stamp)
    const isLater =
      stamp > this.#stamp && stamp >= this.#stamp + this.#stillSteps * SUBTICKS_PER_STEP
    if (!isFirst && (hasChanged || !isLater)) {
      this.#leaveStill()
      return false
    }
    this.#before = this.#stamp
    this.#stamp = stamp
    this.#stillSteps = 0
    carry.stampMs = stamp * perSubTick
    if (isFirst) {
      this.#teleports = this.#last[schema.width - 1]!
      this.#fill(is, 0, this.#last, 0)
      carry.values = is
      carry.offset = 0
      carry.note()
    } else carry.repeat()
    return true
  }

  /** Fills in what was left out while it was still: the states of the steps, and two samples, as slopes ask of no more. */
  #leaveStill(): void {
    const { schema, row } = this.#shared
    const { rows, newestOffset } = this.#history
    const { columns, width } = schema
    this.#isStill = false
    this.#makeRoom()
    for (let i = 0; i < width; i++) row[i] = refine(columns[i]!, rows[newestOffset + i]!)
    const states = this.#states
    for (let n = 1; n <= this.#stillSteps; n++) {
      const slot = states.add(this.#stamp)
      states.stamps[slot] = this.#stamp + n * SUBTICKS_PER_STEP
      states.rows.set(row, slot * width)
    }
    this.#first = 0
    if (this.#before < this.#stamp) this.#addSample(this.#before, 0)
    this.#addSample(this.#stamp, this.#before < this.#stamp ? 0 : BROKEN)
    this.#hasMoved = false
  }

  /** Adds a sample of what it was, which is in `row`. */
  #addSample(stamp: SubTick, flags: number): void {
    const samples = this.#samples
    const at = samples.row(samples.open(samples.count))
    samples.values[at] = stamp * this.#shared.perSubTick
    samples.values[at + FLAGS] = flags
    this.#fill(samples.values, at + COLUMNS, this.#shared.row, 0)
  }

  /** Makes room for what is known of an entity that moves. */
  #makeRoom(): void {
    const { schema, states, width } = this.#shared
    this.#states = new StepStates(schema.width, states)
    this.#samples = new Samples(SAMPLES, width)
    this.#told = new Int32Array(2 * MAX_EXTRAS)
  }

  /** What `#measure` comes to where every state since the network tick before is what it was then. */
  #rest(stamp: SubTick): void {
    const { perSubTick, told, slopes } = this.#shared
    const samples = this.#samples
    const { values } = samples
    this.count = 0
    this.#stamp = stamp
    const place = samples.open(samples.count)
    const at = samples.row(place)
    const last = samples.row(place - 1)
    values[at] = stamp * perSubTick
    for (let k = 0; k < told.length; k++) {
      const i = COLUMNS + told[k]!
      values[at + i] = values[last + i]!
    }
    if (this.#shared.hasSlopes && this.#hasStateBetween()) {
      values[at + FLAGS] = FROZEN
      for (let k = 0; k < slopes.length; k++) {
        const slope = slopes[k]!
        if (slope < 0) continue
        values[at + slope] = 0
        values[at + slope + 1] = 0
      }
    }
    this.#note(at)
  }

  /** Whether a state since the network tick before could be told. All of them are what they were then. */
  #hasStateBetween(): boolean {
    const states = this.#states
    for (let n = this.#firstSince(); n < states.count; n++)
      if (canBeTold((this.#stamp - states.stamps[states.slot(n)]!) / SUBTICKS_PER_STEP)) return true
    return false
  }

  /** Has the carry take the sample that begins at `at` into account. */
  #note(at: number): void {
    const carry = this.#carry
    const { values } = this.#samples
    carry.values = values
    carry.stampMs = values[at]!
    carry.offset = at + COLUMNS
    carry.note()
  }

  #measure(stamp: SubTick): void {
    const { schema, perSubTick } = this.#shared
    const row = this.#last
    const samples = this.#samples
    const before = this.#before
    const teleports = row[schema.width - 1]!
    const isSame = stamp === before
    const isBroken = teleports !== this.#teleports || !(isSame || stamp > before)
    this.count = 0
    this.#stamp = stamp
    this.#teleports = teleports
    if (stamp < before) samples.count = 0
    const place = isSame ? samples.count - 1 : samples.open(samples.count)
    const at = samples.row(place)
    const flags = isSame ? samples.values[at + FLAGS]! & BROKEN : 0
    samples.values[at] = stamp * perSubTick
    samples.values[at + FLAGS] = isBroken ? BROKEN : flags
    this.#fill(samples.values, at + COLUMNS, row, 0)
    if (isBroken) this.#carry.breakOff()
    if (isSame) return
    this.#note(at)
    if (isBroken) return
    while (this.count < MAX_EXTRAS && this.#chooseWorst(row)) {}
  }

  /** Chooses the state since the network tick before that the curve misses most. False when it misses none. */
  #chooseWorst(row: Int32Array): boolean {
    const { schema, checked, slopes, limits, perSubTick, is } = this.#shared
    const samples = this.#samples
    const { values } = samples
    const states = this.#states
    const { rows, stamps } = states
    let isFrozen = !this.#shared.hasSlopes
    let worst = -1
    let worstBack = 0
    let most = 1
    for (let n = this.#firstSince(); n < states.count; n++) {
      const slot = states.slot(n)
      const stamp = stamps[slot]!
      const back = (this.#stamp - stamp) / SUBTICKS_PER_STEP
      const offset = slot * schema.width
      if (!canBeTold(back)) continue
      if (rows[offset + schema.width - 1] !== row[schema.width - 1]) continue
      if (!isFrozen) this.#freeze()
      isFrozen = true
      this.#fill(is, 0, rows, offset)
      const timeMs = stamp * perSubTick
      const place = this.#placeOf(slot)
      const a = samples.row(place - 1)
      const b = samples.row(place)
      const spanMs = values[b]! - values[a]!
      const alpha = (timeMs - values[a]!) / spanMs
      for (let k = 0; k < checked.length; k++) {
        const i = checked[k]!
        const slope = slopes[k]!
        const from = values[a + COLUMNS + i]!
        const to = values[b + COLUMNS + i]!
        const shown =
          slope < 0
            ? lerp(from, to, alpha)
            : hermite(from, values[b + slope]! * spanMs, to, values[b + slope + 1]! * spanMs, alpha)
        const miss = Math.abs(shown - is[i]!) / limits[k]!
        if (!(miss > most)) continue
        most = miss
        worst = slot
        worstBack = back
      }
    }
    if (worst < 0) return false
    const at = this.#open(worst, worstBack)
    values[at] = stamps[worst]! * perSubTick
    this.#fill(values, at + COLUMNS, rows, worst * schema.width)
    this.#copyTexts(row, worst * schema.width)
    return true
  }

  /** The first of the states kept that came after the network tick before. */
  #firstSince(): number {
    return this.#states.firstAfter(this.#before)
  }

  /** The place of the first sample since the network tick before that is not older than a state. */
  #placeOf(slot: number): number {
    const samples = this.#samples
    const timeMs = this.#states.stamps[slot]! * this.#shared.perSubTick
    let place = samples.count - 1 - this.count
    while (samples.values[samples.row(place)]! < timeMs) place++
    return place
  }

  /** Adds a state to those that are told, in the order of time. Returns where its sample begins. */
  #open(slot: number, stepsBack: number): number {
    const samples = this.#samples
    const place = this.#placeOf(slot)
    const index = place - (samples.count - 1 - this.count)
    const told = this.#told
    told.copyWithin(MAX_EXTRAS + index + 1, MAX_EXTRAS + index)
    told.copyWithin(index + 1, index, MAX_EXTRAS - 1)
    told[index] = slot
    told[MAX_EXTRAS + index] = stepsBack
    this.count++
    return samples.row(samples.open(place))
  }

  /** Texts are not looked at in every step: a state has those of its network tick. */
  #copyTexts(row: Int32Array, offset: number): void {
    const { textIndex } = this.#shared.schema
    for (let i = 0; i < textIndex.length; i++)
      if (textIndex[i]! >= 0) this.#states.rows[offset + i] = row[i]!
  }

  /** Chooses the slopes since the network tick before, as the client will. */
  #freeze(): void {
    const samples = this.#samples
    const first = samples.count - 1 - this.count
    for (let place = first; place < samples.count; place++)
      samples.values[samples.row(place) + FLAGS]! &= BROKEN
    for (let place = first; place < samples.count; place++)
      freezeSlopes(samples, place, false, this.#shared.curves)
  }

  /** Writes what others get of a row to `to`, its first column at `at`. */
  #fill(to: Float64Array, at: number, row: Int32Array, offset: number): void {
    const { taker, told } = this.#shared
    taker.tell(told, row, offset, to, at)
  }
}

/** Where the player's time was set anew in between, a state does not lie whole steps back. */
function canBeTold(stepsBack: number): boolean {
  return stepsBack >= 1 && stepsBack <= MAX_STEPS_BACK && stepsBack === Math.floor(stepsBack)
}
