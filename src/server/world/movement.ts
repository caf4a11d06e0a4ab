import { SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import { coarsen, refine } from '../../game/quantize.ts'
import { BROKEN, COLUMNS, type Samples } from '../../motion/samples.ts'
import type { RecordSource } from '../../wire/records/columns.ts'
import type { ExtraStates } from '../../wire/records/entity-source.ts'
import type { RowHistory } from '../../wire/records/row-history.ts'
import type { ChangeTracker } from './change-tracker.ts'
import type { Gliding } from './gliding.ts'
import { StepStates } from './step-states.ts'
import { KEPT_STAMPS, type SentStates, type TickStamps } from './tick-stamps.ts'
import { ToldCurve } from './told-curve.ts'

/** The state that was last asked for, of any entity. No caller keeps it from call to call. */
const ROW = /* @__PURE__ */ new Int32Array(256)

/** What is kept of an entity that has moved. */
interface Moved {
  /** States after steps, without those that were the same as at the network tick before. */
  readonly states: StepStates
  readonly curve: ToldCurve
}

/**
 * What the server knows of one entity's movement beyond its records: its state after every step. The extra states of a
 * record are chosen from these. Nothing is noted while the entity rests. When it moves again, the missing states are filled
 * in from the times. Allocates nothing once the entity has moved. Its methods may be called in steps.
 */
export class Movement implements ExtraStates, RecordSource {
  /** Whether `take` is due at each network tick even if nothing changes, because curves are drawn with a velocity. */
  isRestless = false
  /** The state that `state` returned last, on the grid that everybody gets. */
  readonly row: Int32Array = ROW
  readonly offset = 0
  readonly texts: readonly string[]
  readonly #shared: Gliding
  readonly #watch: ChangeTracker
  readonly #ticks: TickStamps
  /** The numbers in `ticks` of the network ticks of its newest sample and of the last measurement; -1: none. */
  #sampled = -1
  #measured = -1
  #moved: Moved | null = null
  /** Whether it has changed in a step since its numbers were last taken. */
  #hasMoved = false
  /** The entity's numbers as they were last taken. */
  readonly #last: Int32Array
  /** The states that were sent. */
  readonly #history: RowHistory
  /** The count of teleports at the last network tick. */
  #teleports = -1
  /** How many samples of its curve are kept; 0: as few as possible. */
  #kept = 0

  /**
   * `shared`, `watch`: those of the entity's kind. `entity`: its texts, its network ticks and the states that everybody gets.
   * `row`: its numbers, which change only when they are taken.
   */
  constructor(
    shared: Gliding,
    watch: ChangeTracker,
    entity: SentStates & { readonly texts: readonly string[] },
    row: Int32Array,
  ) {
    this.#shared = shared
    this.#watch = watch
    this.#ticks = entity.ticks
    this.#last = row
    this.texts = entity.texts
    this.#history = entity.history
  }

  /** The samples of a client that has missed nothing; undefined if it has not moved. */
  get samples(): Samples | undefined {
    return this.#moved?.curve.samples
  }

  /** Writes the numbers and angles of the sample that begins at `at` to their places in `out`. */
  readSample(at: number, out: Float64Array): void {
    const { told } = this.#shared
    const { values } = this.#moved!.curve.samples
    for (let k = 0; k < told.length; k++) out[told[k]!] = values[at + COLUMNS + told[k]!]!
  }

  /** Keeps the last `kept` samples from now on, a power of two. */
  keepSamples(kept: number): void {
    this.#kept = kept
    this.#moved?.curve.keep(kept)
  }

  /** How many states between the last two network ticks are to be told, oldest first. */
  get count(): number {
    if (this.#moved === null || this.#measured !== this.#ticks.count - 1) return 0
    return this.#moved.curve.count
  }

  stepsBack(n: number): number {
    return this.#moved!.curve.stepsBack(n)
  }

  state(n: number): this {
    const { columns, width } = this.#shared.schema
    const { states, curve } = this.#moved!
    const at = curve.slot(n) * width
    for (let i = 0; i < width; i++) ROW[i] = coarsen(columns[i]!, states.rows[at + i]!)
    return this
  }

  /**
   * Notes the object at `place` after a step that ends at `stamp`, the entity's own time. A second note of the same step
   * replaces the first.
   */
  note(place: number, stamp: SubTick): void {
    const { schema } = this.#shared
    const watch = this.#watch
    // States before its first numbers are not told, and rest is filled in.
    if (this.#measured < 0 || (!this.#hasMoved && !watch.note(place, ROW, 0, this.#last))) return
    this.#hasMoved = true
    const since = this.#ticks.stamp
    this.#fillSteps(since, stamp)
    const { states } = this.#made()
    if (states.newest === stamp) states.count--
    else if (states.newest > stamp) states.count = 0
    const slot = states.add(since)
    states.stamps[slot] = stamp
    watch.note(place, states.rows, slot * schema.width, this.#last)
  }

  /**
   * Chooses the states that must be told beside the entity's numbers, which were taken for a network tick. They need not be
   * taken for each. `hasChanged`: whether they differ from those taken before.
   */
  take(hasChanged: boolean): void {
    const { hasSteps } = this.#shared
    this.isRestless = hasSteps && !this.#shared.isStopped(this.#last)
    if (this.#measured < 0 || hasChanged || this.#hasMoved || this.isRestless) this.#measure()
    this.#hasMoved = false
  }

  #measure(): void {
    const { schema } = this.#shared
    const { count, stamp, last: before } = this.#ticks
    const teleports = this.#last[schema.width - 1]!
    const isNew = this.#measured < 0
    const isBroken = isNew || teleports !== this.#teleports
    this.#teleports = teleports
    if (!isNew) this.#fillSteps(before, stamp)
    // Without states in between there is nothing to tell. Samples can be filled in later.
    if (this.#moved) {
      const { states, curve } = this.#moved
      curve.count = 0
      this.#addRest(curve)
      const goesOn = curve.addNewest(this.#last, stamp, isBroken)
      this.#sampled = count - 1
      if (goesOn) curve.choose(states, this.#last, stamp)
    }
    this.#measured = count - 1
  }

  /** Adds samples of the network ticks since its newest, in which it rested: at most two, because slopes need no more. */
  #addRest(curve: ToldCurve): void {
    const ticks = this.#ticks
    const last = ticks.count - 2
    if (this.#measured < 0 || last === this.#sampled) return
    this.#rowBefore()
    const oldest = Math.max(this.#measured, last - KEPT_STAMPS + 2)
    if (ticks.stamp <= ticks.last) {
      // The movement starts late, so clients hold the last state sent before it.
      if (this.#sampled < 0) curve.add(ROW, ticks.at(oldest), BROKEN)
      return
    }
    const first = Math.max(oldest, this.#sampled + 1)
    let n = last - 1
    while (n >= first && ticks.at(n) >= ticks.at(last)) n--
    if (n >= first) curve.add(ROW, ticks.at(n), 0)
    curve.add(ROW, ticks.at(last), 0)
  }

  /** Adds the steps that were left out after `since`, or after the newest state, and before the step at `stamp`. */
  #fillSteps(since: SubTick, stamp: SubTick): void {
    const { schema, states: most } = this.#shared
    const newest = this.#moved === null ? since : this.#moved.states.newest
    let at = newest > since ? newest : since
    const steps = Math.ceil((stamp - at) / SUBTICKS_PER_STEP) - 1
    if (!(steps > 0)) return
    if (steps > most) at += (steps - most) * SUBTICKS_PER_STEP
    const { states } = this.#made()
    this.#rowBefore()
    for (at += SUBTICKS_PER_STEP; at < stamp; at += SUBTICKS_PER_STEP) {
      const slot = states.add(since)
      states.stamps[slot] = at
      for (let i = 0; i < schema.width; i++) states.rows[slot * schema.width + i] = ROW[i]!
    }
  }

  /** Writes its state at the previous network tick, as everybody got it, to `ROW`. Other columns get their present values. */
  #rowBefore(): void {
    const { columns, shared, width } = this.#shared.schema
    const { rows, newestOffset } = this.#history
    for (let i = 0; i < width; i++) ROW[i] = this.#last[i]!
    for (let k = 0; k < shared.length; k++) {
      const i = shared[k]!
      ROW[i] = refine(columns[i]!, rows[newestOffset + i]!)
    }
  }

  #made(): Moved {
    const { schema, states } = this.#shared
    this.#moved ??= {
      states: new StepStates(schema.width, states),
      curve: new ToldCurve(this.#shared, this.#kept),
    }
    return this.#moved
  }
}
