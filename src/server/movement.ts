import { SUBTICKS_PER_STEP, type SubTick } from '../base/units.ts'
import type { AnyGame, Kind } from '../game/define-game.ts'
import { type RowTaker, takerOf } from '../game/row-taker.ts'
import { type Column, coarsen, type Holder, OP, type Schema } from '../game/schema.ts'
import { Carry } from '../motion/carry.ts'
import { type Curve, hermite, lerp } from '../motion/curves.ts'
import { BROKEN, COLUMNS, FLAGS, FROZEN, Samples } from '../motion/samples.ts'
import { freezeSlopes } from '../motion/slopes.ts'
import type { RecordSource } from '../wire/columns.ts'
import { type ExtraStates, MAX_EXTRAS, MAX_STEPS_BACK } from '../wire/entity-source.ts'

/** By how much a curve may miss an entity's way, in the units of its fields; the grid others get may be coarser. */
const MISS_UNITS = 2
/** States that are kept at least: so many steps a player who was cut off may catch up on at once. */
const LEAST_STATES = 16
/** Samples kept, a power of two: one for the slopes, both ends of the stretch, the extra ones between. */
const SAMPLES = 8

/** What the movements of all entities of a kind share. */
export class Gliding {
  readonly schema: Schema
  readonly taker: RowTaker
  readonly curves: readonly Curve[]
  /** Milliseconds in a subtick. */
  readonly perSubTick: number
  /** The columns that a `Carry` is told of. */
  readonly told: Int32Array
  /** Those of them that a curve must not miss, by how much at most, and where their slopes stand in a sample, or -1. */
  readonly checked: Int32Array
  readonly limits: Float64Array
  readonly slopes: Int32Array
  /** Whether some column is smooth. */
  readonly hasSlopes: boolean
  /** Whether what does not move has no slopes: what is sent a velocity may have some. */
  readonly canRest: boolean
  /** Numbers in a sample. */
  readonly width: number
  /** States kept, a power of two. */
  readonly states: number

  constructor(kind: Kind, game: Pick<AnyGame, 'stepMs' | 'sendSubTicks'>) {
    const { columns } = kind.schema
    this.schema = kind.schema
    this.taker = takerOf(kind.schema)
    this.curves = kind.schema.curves
    this.perSubTick = game.stepMs / SUBTICKS_PER_STEP
    this.told = Int32Array.from(columns.keys()).filter((i) => isNumber(columns[i]!))
    const isVelocity = (i: number) =>
      this.curves.some((curve) => typeof curve === 'object' && curve.hermite === i)
    this.checked = this.told.filter((i) => moves(columns[i]!) && !isVelocity(i))
    this.limits = Float64Array.from(this.checked, (i) => {
      const { ratio, step } = columns[i]!
      return Math.max(MISS_UNITS, ratio * step)
    })
    const smooth = [...columns.keys()].filter((i) => isSmooth(columns[i]!))
    const behind = COLUMNS + columns.length
    this.slopes = Int32Array.from(this.checked, (i) =>
      smooth.includes(i) ? behind + 2 * smooth.indexOf(i) : -1,
    )
    this.hasSlopes = smooth.length > 0
    this.canRest = this.curves.every((curve) => typeof curve !== 'object')
    this.width = behind + 2 * smooth.length
    const perTick = Math.ceil(game.sendSubTicks / SUBTICKS_PER_STEP)
    const states = Math.min(Math.max(LEAST_STATES, 2 * perTick), MAX_STEPS_BACK + 1)
    this.states = 2 ** Math.ceil(Math.log2(states))
  }
}

/** Whether entities of a kind move in a way that can be carried on: some number or angle of theirs glides. */
export function glides({ schema }: Kind): boolean {
  return schema.columns.some((c) => isNumber(c) && (moves(c) || c.curve === 'angle'))
}

function isNumber(c: Column): boolean {
  return c.seen === 'all' && (c.op === OP.grid || c.op === OP.angle)
}

function isSmooth({ curve }: Column): boolean {
  return curve === 'hermite' || typeof curve === 'object'
}

function moves(c: Column): boolean {
  return c.curve === 'linear' || isSmooth(c)
}

/**
 * What the server knows of one entity's movement beyond its records: its state after every step, of which the extra
 * ones of a record are chosen, and how well it can be foretold. Free of allocation after construction; its methods may
 * be called in steps.
 */
export class Movement implements ExtraStates, RecordSource {
  /** How many of the states since the network tick before are to be told, oldest first. */
  count = 0
  /** The state asked for last, on the grid that everybody gets. */
  readonly row: Int32Array
  readonly offset = 0
  readonly texts: readonly string[]
  readonly #shared: Gliding
  readonly #carry: Carry
  /** All states that are kept. */
  readonly #states: Int32Array
  /** The time of each state, and how many there have been since time last went back. */
  readonly #stamps: Float64Array
  #noted = 0
  /** The first of the states that were noted since numbers were taken, and whether one of them is another than these. */
  #first = 0
  #hasMoved = true
  /** The entity's numbers: what they were when they were taken last. */
  readonly #last: Int32Array
  /** What a client holds that has missed nothing: the newest is of the last network tick. */
  readonly #samples: Samples
  /** The time of the newest one and of the one before; the teleports until then. V8 boxes fractional arguments. */
  #stamp: SubTick = Number.NaN
  #before: SubTick = Number.NaN
  #teleports = -1
  /** The state that is looked at, as others would get it. */
  readonly #is: Float64Array
  /** Of the states to be told: where they are, and how far back. */
  readonly #chosen = new Int32Array(MAX_EXTRAS)
  readonly #back = new Int32Array(MAX_EXTRAS)

  /** `row`, `texts`: those of the entity, kept up to date; its numbers change only when they are taken. */
  constructor(shared: Gliding, row: Int32Array, texts: readonly string[]) {
    this.#shared = shared
    this.#last = row
    this.texts = texts
    this.row = new Int32Array(shared.schema.width)
    this.#states = new Int32Array(shared.states * shared.schema.width)
    this.#stamps = new Float64Array(shared.states)
    this.#is = new Float64Array(shared.schema.width)
    this.#samples = new Samples(SAMPLES, shared.width)
    this.#carry = new Carry(shared.curves)
    this.#carry.values = this.#samples.values
  }

  /** How far it may be carried on: see `Carry`. */
  get code(): number {
    return this.#carry.code
  }

  stepsBack(n: number): number {
    return this.#back[n]!
  }

  state(n: number): this {
    const { columns, width } = this.#shared.schema
    const at = this.#chosen[n]! * width
    for (let i = 0; i < width; i++) this.row[i] = coarsen(columns[i]!, this.#states[at + i]!)
    return this
  }

  /** Notes what `object` is after a step that ends at `stamp`, the entity's own time. Said again, the last word counts. */
  note(object: Holder, stamp: SubTick): void {
    const { schema, states, taker } = this.#shared
    const stamps = this.#stamps
    const newest = this.#noted > 0 ? stamps[(this.#noted - 1) & (states - 1)]! : Number.NaN
    if (newest === stamp) this.#noted--
    else if (newest > stamp) this.#noted = 0
    if (this.#noted < this.#first) this.#first = this.#noted
    const at = this.#noted++ & (states - 1)
    stamps[at] = stamp
    if (taker.note(object, this.#states, at * schema.width, this.#last)) this.#hasMoved = true
  }

  /**
   * The entity's numbers were taken for a network tick, the state of `stamp`: measures how it could have been foretold,
   * and chooses what must be told beside it. `hasChanged`: whether they are others than those of the last one.
   */
  take(stamp: SubTick, hasChanged: boolean): void {
    const before = this.#stamp
    this.#before = before
    const isStill = !hasChanged && !this.#hasMoved && stamp > before && this.#shared.canRest
    if (isStill && this.#firstSince() >= this.#first) this.#rest(stamp)
    else this.#measure(stamp)
    this.#first = this.#noted
    this.#hasMoved = false
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
    const { states } = this.#shared
    for (let n = this.#firstSince(); n < this.#noted; n++)
      if (canBeTold((this.#stamp - this.#stamps[n & (states - 1)]!) / SUBTICKS_PER_STEP))
        return true
    return false
  }

  /** Has the carry take the sample that begins at `at` into account. */
  #note(at: number): void {
    const carry = this.#carry
    carry.stampMs = this.#samples.values[at]!
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
    const { schema, states, checked, slopes, limits, perSubTick } = this.#shared
    const samples = this.#samples
    const { values } = samples
    const stamps = this.#stamps
    const is = this.#is
    let isFrozen = !this.#shared.hasSlopes
    let worst = -1
    let worstBack = 0
    let most = 1
    for (let n = this.#firstSince(); n < this.#noted; n++) {
      const slot = n & (states - 1)
      const stamp = stamps[slot]!
      const back = (this.#stamp - stamp) / SUBTICKS_PER_STEP
      const offset = slot * schema.width
      if (!canBeTold(back)) continue
      if (this.#states[offset + schema.width - 1] !== row[schema.width - 1]) continue
      if (!isFrozen) this.#freeze()
      isFrozen = true
      this.#fill(is, 0, this.#states, offset)
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
    this.#fill(values, at + COLUMNS, this.#states, worst * schema.width)
    this.#copyTexts(row, worst * schema.width)
    return true
  }

  /** The first of the states kept that came after the network tick before. */
  #firstSince(): number {
    const { states } = this.#shared
    const oldest = Math.max(0, this.#noted - states)
    let n = this.#noted
    while (n > oldest && this.#stamps[(n - 1) & (states - 1)]! > this.#before) n--
    return n
  }

  /** The place of the first sample since the network tick before that is not older than a state. */
  #placeOf(slot: number): number {
    const samples = this.#samples
    const timeMs = this.#stamps[slot]! * this.#shared.perSubTick
    let place = samples.count - 1 - this.count
    while (samples.values[samples.row(place)]! < timeMs) place++
    return place
  }

  /** Adds a state to those that are told, in the order of time. Returns where its sample begins. */
  #open(slot: number, stepsBack: number): number {
    const samples = this.#samples
    const place = this.#placeOf(slot)
    const index = place - (samples.count - 1 - this.count)
    this.#chosen.copyWithin(index + 1, index)
    this.#back.copyWithin(index + 1, index)
    this.#chosen[index] = slot
    this.#back[index] = stepsBack
    this.count++
    return samples.row(samples.open(place))
  }

  /** Texts are not looked at in every step: a state has those of its network tick. */
  #copyTexts(row: Int32Array, offset: number): void {
    const { textIndex } = this.#shared.schema
    for (let i = 0; i < textIndex.length; i++)
      if (textIndex[i]! >= 0) this.#states[offset + i] = row[i]!
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
