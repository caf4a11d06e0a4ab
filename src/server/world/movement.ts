import { SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import { coarsen, refine } from '../../game/quantize.ts'
import { hermite, lerp } from '../../motion/curves.ts'
import { BROKEN, COLUMNS, FLAGS, Samples } from '../../motion/samples.ts'
import { freezeSlopes } from '../../motion/slopes.ts'
import { MAX_EXTRAS, MAX_STEPS_BACK } from '../../wire/limits.ts'
import type { RecordSource } from '../../wire/records/columns.ts'
import type { ExtraStates } from '../../wire/records/entity-source.ts'
import type { RowHistory } from '../../wire/records/row-history.ts'
import type { Gliding } from './gliding.ts'
import { StepStates } from './step-states.ts'
import { KEPT_STAMPS, type TickStamps } from './tick-stamps.ts'
import type { Watch } from './watch.ts'

/** Samples kept, a power of two: one for the slopes, both ends of the stretch, the extra ones between. */
const SAMPLES = 8

/** For an entity that has never moved. */
const NO_STATES = /* @__PURE__ */ new StepStates(0, 0)
const NO_SAMPLES = /* @__PURE__ */ new Samples(1, 0)
/** For no states: where they are, and how far back. */
const NOTHING_TOLD: number[] = /* @__PURE__ */ new Array(2 * MAX_EXTRAS).fill(0)

/**
 * What the server knows of one entity's movement beyond its records: its state after every step. The extra states of a
 * record are chosen from these. While the entity rests, nothing is noted. When it moves again, the missing states are filled
 * in from the times. Free of allocation once it has moved; its methods may be called in steps.
 */
export class Movement implements ExtraStates, RecordSource {
  /** Whether `take` is due at each network tick even if nothing changes: curves are drawn with its velocity. */
  isRestless = false
  /** The state asked for last of any entity of the kind, on the grid that everybody gets. */
  readonly row: Int32Array
  readonly offset = 0
  readonly texts: readonly string[]
  readonly #shared: Gliding
  readonly #watch: Watch
  readonly #ticks: TickStamps
  /** How many states there are to tell, of the last network tick that had some. */
  #count = 0
  /** The network ticks of its newest sample and of the last measurement, by their numbers in `ticks`; -1: none. */
  #sampled = -1
  #measured = -1
  /** States after steps, without those that were the same as at the network tick before. */
  #states: StepStates = NO_STATES
  /** Whether it has changed in a step since its numbers were taken last. */
  #hasMoved = false
  /** The entity's numbers: what they were when they were taken last. */
  readonly #last: Int32Array
  /** The states that were sent. */
  readonly #history: RowHistory
  /** What a client that missed nothing holds. The newest is of the last network tick, unless the entity rests. */
  #samples: Samples = NO_SAMPLES
  /** The teleports until the last network tick. */
  #teleports = -1
  /** Of the states to be told: where they are, and behind these how far back. */
  #told = NOTHING_TOLD

  /**
   * `shared`, `watch`: those of its kind. `ticks`: those of its owner. `row`, `texts`: those of the entity, kept up to date;
   * its numbers change only when they are taken. `history`: the states that everybody gets.
   */
  constructor(
    shared: Gliding,
    watch: Watch,
    ticks: TickStamps,
    row: Int32Array,
    texts: readonly string[],
    history: RowHistory,
  ) {
    this.#shared = shared
    this.#watch = watch
    this.#ticks = ticks
    this.#last = row
    this.texts = texts
    this.#history = history
    this.row = shared.row
  }

  /** How many of the states since the network tick before are to be told, oldest first. */
  get count(): number {
    return this.#measured === this.#ticks.count - 1 ? this.#count : 0
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

  /**
   * Notes the object at `place` after a step that ends at `stamp`, the entity's own time. If noted twice, the last one
   * counts.
   */
  note(place: number, stamp: SubTick): void {
    const { schema, row } = this.#shared
    const watch = this.#watch
    // Nothing before its first numbers is told, and rest is filled in.
    if (this.#measured < 0 || (!this.#hasMoved && !watch.note(place, row, 0, this.#last))) return
    this.#hasMoved = true
    const since = this.#ticks.stamp
    this.#fillSteps(since, stamp)
    this.#makeRoom()
    const states = this.#states
    if (states.newest === stamp) states.count--
    else if (states.newest > stamp) states.count = 0
    const slot = states.add(since)
    states.stamps[slot] = stamp
    watch.note(place, states.rows, slot * schema.width, this.#last)
  }

  /**
   * The entity's numbers were taken for a network tick, maybe not for each: chooses which states must be told beside them.
   * `hasChanged`: whether they differ from those of the last one.
   */
  take(hasChanged: boolean): void {
    const { hasSteps } = this.#shared
    this.isRestless = hasSteps && !this.#isStopped()
    if (this.#measured < 0 || hasChanged || this.#hasMoved || this.isRestless) this.#measure()
    this.#hasMoved = false
  }

  /** Whether no curve is drawn with its velocity. */
  #isStopped(): boolean {
    const { drawn, is } = this.#shared
    if (drawn.length === 0) return true
    this.#shared.tell(drawn, this.#last, 0, is, 0)
    for (let k = 0; k < drawn.length; k++) if (is[drawn[k]!] !== 0) return false
    return true
  }

  /** Adds the samples of the network ticks since its newest, in which it rested: two at most, since slopes need no more. */
  #addRest(): void {
    const ticks = this.#ticks
    const last = ticks.count - 2
    if (this.#measured < 0 || last === this.#sampled) return
    this.#rowBefore()
    if (ticks.stamp <= ticks.last) {
      // A start that comes late: clients hold the last state sent before it.
      if (this.#sampled < 0)
        this.#addSample(Math.max(this.#measured, last - KEPT_STAMPS + 2), BROKEN)
      return
    }
    const first = Math.max(this.#measured, this.#sampled + 1, last - KEPT_STAMPS + 2)
    let n = last - 1
    while (n >= first && ticks.at(n) >= ticks.at(last)) n--
    if (n >= first) this.#addSample(n, 0)
    this.#addSample(last, this.#samples.count > 0 ? 0 : BROKEN)
  }

  /** Adds the steps after `since`, or the newest state, that were left out before the one at `stamp`. */
  #fillSteps(since: SubTick, stamp: SubTick): void {
    const { schema, row, states: most } = this.#shared
    let at = this.#states.newest > since ? this.#states.newest : since
    const steps = Math.ceil((stamp - at) / SUBTICKS_PER_STEP) - 1
    if (!(steps > 0)) return
    if (steps > most) at += (steps - most) * SUBTICKS_PER_STEP
    this.#makeRoom()
    const states = this.#states
    this.#rowBefore()
    for (at += SUBTICKS_PER_STEP; at < stamp; at += SUBTICKS_PER_STEP) {
      const slot = states.add(since)
      states.stamps[slot] = at
      for (let i = 0; i < schema.width; i++) states.rows[slot * schema.width + i] = row[i]!
    }
  }

  /** Writes its state at the network tick before, as everybody got it, to `row`; the rest of the row is as it is now. */
  #rowBefore(): void {
    const { schema, row } = this.#shared
    const { columns, shared, width } = schema
    const { rows, newestOffset } = this.#history
    for (let i = 0; i < width; i++) row[i] = this.#last[i]!
    for (let k = 0; k < shared.length; k++) {
      const i = shared[k]!
      row[i] = refine(columns[i]!, rows[newestOffset + i]!)
    }
  }

  /** Adds a sample of its state at number `n` of the ticks, which is in `row`. */
  #addSample(n: number, flags: number): void {
    const samples = this.#samples
    const at = samples.row(samples.open(samples.count))
    samples.values[at] = this.#ticks.at(n) * this.#shared.perSubTick
    samples.values[at + FLAGS] = flags
    this.#fill(samples.values, at + COLUMNS, this.#shared.row, 0)
  }

  /** Makes room for what is known of an entity that moves. */
  #makeRoom(): void {
    if (this.#states !== NO_STATES) return
    const { schema, states, width } = this.#shared
    this.#states = new StepStates(schema.width, states)
    this.#samples = new Samples(SAMPLES, width)
    this.#told = NOTHING_TOLD.slice()
  }

  #measure(): void {
    const { schema } = this.#shared
    const { count, stamp, last: before } = this.#ticks
    const teleports = this.#last[schema.width - 1]!
    const isNew = this.#measured < 0
    const isBroken = isNew || teleports !== this.#teleports
    this.#teleports = teleports
    if (!isNew) this.#fillSteps(before, stamp)
    this.#count = 0
    // Without states in between there is nothing to tell: samples can be filled in later.
    const goesOn = this.#states !== NO_STATES && this.#sample(isBroken)
    this.#measured = count - 1
    if (goesOn) while (this.#count < MAX_EXTRAS && this.#chooseWorst(this.#last)) {}
  }

  /**
   * Adds the sample of this network tick and drops those that are no earlier, as a client does. Returns whether clients take
   * states between it and the one before.
   */
  #sample(isBroken: boolean): boolean {
    const { count, stamp } = this.#ticks
    const samples = this.#samples
    const { values } = samples
    const timeMs = stamp * this.#shared.perSubTick
    this.#addRest()
    const held = samples.count
    let flags = isBroken ? BROKEN : 0
    while (samples.count > 0 && values[samples.row(samples.count - 1)]! >= timeMs) {
      const newest = samples.row(--samples.count)
      if (values[newest] === timeMs) flags |= values[newest + FLAGS]! & BROKEN
    }
    const goesOn = flags === 0 && samples.count === held && held > 0
    const place = samples.open(samples.count)
    const at = samples.row(place)
    values[at] = timeMs
    values[at + FLAGS] = place > 0 ? flags : BROKEN
    this.#fill(values, at + COLUMNS, this.#last, 0)
    this.#sampled = count - 1
    return goesOn
  }

  /** Chooses the state since the network tick before that the curve misses most. False when it misses none. */
  #chooseWorst(row: Int32Array): boolean {
    const { schema, checked, slopes, limits, perSubTick, is } = this.#shared
    const samples = this.#samples
    const { values } = samples
    const states = this.#states
    const { rows, stamps } = states
    const { stamp: now } = this.#ticks
    let isFrozen = !this.#shared.hasSlopes
    let worst = -1
    let worstBack = 0
    let most = 1
    for (let n = this.#firstSince(); n < states.count; n++) {
      const slot = states.slot(n)
      const stamp = stamps[slot]!
      const back = (now - stamp) / SUBTICKS_PER_STEP
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
    this.#copyKept(row, worst * schema.width)
    return true
  }

  /** The first of the states kept that came after the sample before this network tick's. */
  #firstSince(): number {
    const samples = this.#samples
    const beforeMs = samples.values[samples.row(samples.count - 2 - this.#count)]!
    return this.#states.firstAfter(Math.round(beforeMs / this.#shared.perSubTick))
  }

  /** The place of the first sample since the network tick before that is not older than a state. */
  #placeOf(slot: number): number {
    const samples = this.#samples
    const timeMs = this.#states.stamps[slot]! * this.#shared.perSubTick
    let place = samples.count - 1 - this.#count
    while (samples.values[samples.row(place)]! < timeMs) place++
    return place
  }

  /** Adds a state to those that are told, in the order of time. Returns where its sample begins. */
  #open(slot: number, stepsBack: number): number {
    const samples = this.#samples
    const place = this.#placeOf(slot)
    const index = place - (samples.count - 1 - this.#count)
    const told = this.#told
    told.copyWithin(MAX_EXTRAS + index + 1, MAX_EXTRAS + index)
    told.copyWithin(index + 1, index, MAX_EXTRAS - 1)
    told[index] = slot
    // As a small integer: an array of fractions gives each of them back boxed.
    told[MAX_EXTRAS + index] = stepsBack | 0
    this.#count++
    return samples.row(samples.open(place))
  }

  /** Texts and inputs are not looked at in every step: a state has those of its network tick. */
  #copyKept(row: Int32Array, offset: number): void {
    const { kept } = this.#shared
    for (let k = 0; k < kept.length; k++) this.#states.rows[offset + kept[k]!] = row[kept[k]!]!
  }

  /** Chooses the slopes since the network tick before, as the client will. */
  #freeze(): void {
    const samples = this.#samples
    const first = samples.count - 1 - this.#count
    for (let place = first; place < samples.count; place++)
      samples.values[samples.row(place) + FLAGS]! &= BROKEN
    for (let place = first; place < samples.count; place++)
      freezeSlopes(samples, place, false, this.#shared.curves)
  }

  /** Writes what others get of a row to `to`, its first column at `at`. */
  #fill(to: Float64Array, at: number, row: Int32Array, offset: number): void {
    this.#shared.tell(this.#shared.told, row, offset, to, at)
  }
}

/** Where the player's time was set anew in between, a state does not lie whole steps back. */
function canBeTold(stepsBack: number): boolean {
  return stepsBack >= 1 && stepsBack <= MAX_STEPS_BACK && stepsBack === Math.floor(stepsBack)
}
