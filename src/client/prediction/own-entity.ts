import type { Seconds } from '../../base/units.ts'
import type { Kind } from '../../game/define-game.ts'
import type { EntityId } from '../../game/field.ts'
import type { Holder } from '../../game/schema.ts'
import type { HeardTexts, OwnedTexts } from '../../game/texts.ts'
import type { ToldFields } from '../../game/told-fields.ts'
import type { PredictedStates } from '../../motion/predicted-states.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import type { RecordTarget } from '../../wire/records/columns.ts'
import { RowHistory } from '../../wire/records/row-history.ts'
import { EntityView } from '../page/view.ts'

/** How many predicted states are kept, by input id. As many inputs are kept. */
export const PREDICTED = 256

/** The newest row of an entity as the bodies of snapshots describe it. */
export interface Told {
  readonly row: Int32Array
  readonly offset: number
  readonly texts: HeardTexts | undefined
}

export interface OwnEntityOptions {
  /** The number of the local player. */
  readonly player: number
  /** Whether `move` moves it. */
  readonly isMoved: boolean
  /** Keeps its predicted states; empty. */
  readonly states: PredictedStates
  /** See `spawnedBy`; 0 if no input spawned it. It is also the id while `slot` is -1. Default 0. */
  readonly seed?: number
}

/**
 * An entity of the local player, as the owner block of snapshots describes it. It is predicted if `move` moves it: `move` works
 * on `state`. The view shows a moment between the last two states, plus an offset that hides past corrections and dies away.
 */
export class OwnEntity implements RecordTarget {
  /** Its slot on the server; -1 while only this client knows it. */
  declare slot: number
  /** Its id; negative while only this client knows it. */
  declare id: EntityId
  /** What its `ctx.random()` depends on: see `Entity.seed` of the server. */
  declare seed: number
  /** For a ghost: the input that spawned it. It is moved from the next input on. */
  spawnedAt = 0
  /** Whether `move` moves it. If not, the remote timeline shows it, with the fields that only its owner gets. */
  declare readonly isMoved: boolean
  declare readonly kind: Kind
  declare readonly schema: Kind['schema']
  declare readonly view: EntityView
  declare readonly state: Holder
  /** States from the server, by network tick: the baselines of the owner block. */
  declare readonly history: RowHistory
  /** The newest input after which its state was compared with the server's; 0 before the first comparison. */
  comparedAt = 0
  /** Whether the current snapshot is the first to describe it. */
  isNew = true
  /** Whether the server's state differs from the one predicted for the same input. */
  isWrong = false
  /** The predicted states. Their numbers are on the grid of `move`, so equal states agree to the bit. */
  declare readonly states: PredictedStates
  /** The told fields; undefined if the kind has none. */
  declare readonly told: ToldFields | undefined
  readonly #texts: OwnedTexts | undefined
  readonly #picture: Float64Array
  readonly #shared: Int32Array
  /** The columns that its owner gets at every change, but others get only once or never. */
  readonly #overlaid: Int32Array

  constructor(slot: number, generation: number, kind: Kind, options: OwnEntityOptions) {
    const { player, isMoved, states, seed = 0 } = options
    this.isMoved = isMoved
    this.slot = slot
    this.id = slot < 0 ? seed : (generation << 16) | slot
    this.seed = seed || this.id
    this.states = states
    this.kind = kind
    this.schema = kind.schema
    const {
      width,
      ownWidth,
      columns,
      every,
      textIndex,
      textCode,
      toldCode: ToldFields,
    } = kind.schema
    this.view = new EntityView(kind, this.id, player, true)
    this.state = kind.schema.create()
    this.history = new RowHistory(ownWidth)
    const own = kind.schema.privateColumns
    const isShared = (i: number) =>
      !own.includes(i) && (textIndex[i]! < 0 || columns[i]!.seen === 'told')
    this.#shared = kind.schema.fine.filter(isShared)
    const { history, state } = this
    const shown = this.view.object
    const texts = textCode?.owned(kind.schema, state, shown)
    this.#texts = texts
    const toldOptions = { history, keptTicks: HISTORY_TICKS, state, shown, texts }
    this.told = ToldFields && new ToldFields(kind.schema, toldOptions)
    this.#picture = new Float64Array(width)
    this.#overlaid = every.filter((i) => ['own', 'once'].includes(columns[i]!.seen))
  }

  /** Whether an input has spawned it here, and the server has not confirmed it yet. */
  get isGhost(): boolean {
    return this.id < 0
  }

  /** Whether nothing was known of it before the current snapshot. */
  get isUnknown(): boolean {
    return this.isNew && Number.isNaN(this.states.newest)
  }

  /** Begins, or begins anew, with the state in which input `input` has spawned it. */
  spawn(start: Holder, seed: number, input: number): void {
    this.spawnedAt = input
    this.#rename(seed)
    this.seed = seed
    this.schema.assign(this.state, start)
    this.#takeState()
    this.states.restart(input)
  }

  /**
   * Takes the id that the server has given it. The view stays the same object. With another seed than predicted, the states so far
   * no longer count. An entity that was given away and back has another seed, too.
   */
  bind(slot: number, id: EntityId, seed: number): void {
    this.slot = slot
    if (seed !== this.seed) this.states.since = this.states.newest
    this.seed = seed
    this.#rename(id)
  }

  #rename(id: EntityId): void {
    if (id === this.id) return
    this.id = id
    this.view.rename(id)
  }

  /** The array that holds the newest row from the server, at `offset`. */
  get row(): Int32Array {
    return this.history.rows
  }

  get offset(): number {
    return this.history.newestOffset
  }

  putText(index: number, value: string): number {
    return this.#texts!.put(index, value)
  }

  /** Copies the columns that the body told of it: all but the private ones, see WIRE.md. */
  takeShared(remote: Told): void {
    const { row, offset: from, texts } = remote
    for (let k = 0; k < this.#shared.length; k++) {
      const i = this.#shared[k]!
      this.row[this.offset + i] = row[from + i]!
    }
    this.#texts?.take(texts!, row, from)
  }

  /** Begins the server's state of network tick `tick` from its baseline. Returns false if the baseline is not held. */
  begin(tick: number, baseline: number): boolean {
    return this.history.pushFrom(tick, baseline) >= 0
  }

  beginWhole(tick: number): void {
    this.history.push(tick)
  }

  /** Keeps `state` as the predicted state after input `id`, which becomes the newest. */
  stepped(id: number): void {
    this.#takeState()
    this.states.stepped(id)
  }

  /** Whether the state predicted for input `id` is the server's, to the bit. */
  agrees(id: number): boolean {
    this.#takeRow()
    return this.states.agrees(id)
  }

  /** Sets the simulation to the server's state, as the state after input `id`. */
  snap(id: number): void {
    this.#take()
    this.states.restart(id)
  }

  /** Sets the simulation to the state predicted for input `id`, or to the server's if that is not known. */
  rewind(id: number): void {
    const numbers = this.states.rewind(id)
    if (numbers) this.schema.fromNumbers(this.schema.predicted, numbers, this.state)
    else this.snap(id)
  }

  /** Takes the server's state as the next step, to be shown without prediction. */
  adopt(): void {
    this.#take()
    this.states.adopt()
  }

  /** Shows the moment `alpha` between the last two states, plus what is left of the offset after `dtSeconds`. */
  show(alpha: number, dtSeconds: Seconds): void {
    const { schema } = this
    this.states.draw(this.#picture, alpha, dtSeconds)
    schema.fromNumbers(schema.predicted, this.#picture, this.view.object)
  }

  /** Sets the fields that only its owner gets, in another view of it, to the newest values from the server. */
  overlay(view: EntityView): void {
    this.schema.scatter(this.row, this.offset, view.object, this.#overlaid)
    this.#texts?.overlay(view.object)
  }

  #take(): void {
    this.schema.scatterOwn(this.row, this.offset, this.state)
    this.#takeRow()
  }

  /*
   * These write numbers to `states.next`. Texts and columns that are not predicted stay 0 on both sides of a comparison.
   */

  #takeState(): void {
    this.schema.predictedNumbers(this.state, this.states.next)
  }

  #takeRow(): void {
    this.schema.ownToNumbers(this.row, this.offset, this.states.next)
  }
}
