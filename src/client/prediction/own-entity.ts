import type { Seconds } from '../../base/units.ts'
import type { Kind } from '../../game/define-game.ts'
import type { EntityId } from '../../game/field.ts'
import type { Holder } from '../../game/schema.ts'
import type { HeardTexts, OwnedTexts } from '../../game/texts.ts'
import type { ToldFields } from '../../game/told-fields.ts'
import { PredictedStates } from '../../motion/predicted-states.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import type { RecordTarget } from '../../wire/records/columns.ts'
import { RowHistory } from '../../wire/records/row-history.ts'
import { EntityView } from '../page/view.ts'

/** Predicted states kept, by input id; the same number as inputs kept. */
export const PREDICTED = 256

/** What bodies have told of an entity. */
export interface Told {
  readonly row: Int32Array
  readonly offset: number
  readonly texts: HeardTexts | undefined
}

/**
 * An entity of the local player, as the owner block of snapshots describes it. What `move` moves is predicted. Its
 * `state` is what `move` works on; what is shown lies between the last two states, plus an offset by which past
 * corrections are still wrong and which dies away.
 */
export class OwnEntity implements RecordTarget {
  declare readonly slot: number
  declare readonly id: EntityId
  /** Whether `move` moves it. If not, it is shown on the remote timeline, plus what only its owner gets. */
  declare readonly isMoved: boolean
  declare readonly kind: Kind
  declare readonly schema: Kind['schema']
  declare readonly view: EntityView
  /** What `move` works on. */
  declare readonly state: Holder
  /** States from the server, by network tick: the baselines of the owner block. */
  declare readonly history: RowHistory
  /** The newest input after which it was compared with what the server has; 0 before the first. */
  comparedAt = 0
  /** Whether nothing was known of it before the snapshot at hand. */
  isNew = true
  /** The states predicted, as numbers; equal numbers are equal whole numbers, so they agree to the bit. */
  declare readonly states: PredictedStates
  /** What only the server writes; undefined where there is nothing like that. */
  declare readonly told: ToldFields | undefined
  readonly #rounded: Int32Array
  readonly #texts: OwnedTexts | undefined
  readonly #picture: Float64Array
  readonly #shared: Int32Array
  /** What its owner gets beyond what all others get whenever it changes. */
  readonly #overlaid: Int32Array

  constructor(slot: number, generation: number, kind: Kind, owner: number, isMoved: boolean) {
    this.isMoved = isMoved
    this.slot = slot
    this.id = (generation << 16) | slot
    this.kind = kind
    this.schema = kind.schema
    const { width, columns, curves, every, textIndex, textCode, toldCode: ToldFields } = kind.schema
    this.view = new EntityView(kind, this.id, owner, true)
    this.state = kind.schema.create()
    this.history = new RowHistory(width)
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
    this.#rounded = new Int32Array(width)
    this.#picture = new Float64Array(width)
    this.#overlaid = every.filter((i) => ['own', 'once'].includes(columns[i]!.seen))
    this.states = new PredictedStates({ curves, capacity: PREDICTED, teleportColumn: width - 1 })
  }

  /** Its newest row. */
  get row(): Int32Array {
    return this.history.rows
  }

  get offset(): number {
    return this.history.newestOffset
  }

  putText(index: number, value: string): number {
    return this.#texts!.put(index, value)
  }

  /** Takes over what the body told of it, which is all but the private columns: see WIRE.md. */
  takeShared(remote: Told): void {
    const { row, offset: from, texts } = remote
    for (let k = 0; k < this.#shared.length; k++) {
      const i = this.#shared[k]!
      this.row[this.offset + i] = row[from + i]!
    }
    this.#texts?.take(texts!, row, from)
  }

  /** Begins the server's state of network tick `tick` from its baseline; false when that is not held. */
  begin(tick: number, baseline: number): boolean {
    return this.history.pushFrom(tick, baseline) >= 0
  }

  /** Begins it from nothing. */
  beginWhole(tick: number): void {
    this.history.push(tick)
  }

  /** Takes `state` as it is after input `id`, which becomes the newest. */
  stepped(id: number): void {
    this.schema.gather(this.state, this.#rounded, 0, null)
    this.#toNumbers(this.#rounded, 0)
    this.states.stepped(id)
  }

  /** True when the state predicted for input `id` is the one the server has, to the bit. */
  agrees(id: number): boolean {
    this.#toNumbers(this.row, this.offset)
    return this.states.agrees(id)
  }

  /** Sets the simulation to the server's state, as the one after input `id`. */
  snap(id: number): void {
    this.#take()
    this.states.restart(id)
  }

  /** Takes the server's state as the next step: what is shown without prediction. */
  adopt(): void {
    this.#take()
    this.states.adopt()
  }

  /** Writes the moment `alpha` between the last two states to the view, plus what `dtSeconds` leave of the offset. */
  show(alpha: number, dtSeconds: Seconds): void {
    this.states.draw(this.#picture, alpha, dtSeconds)
    this.view.show(this.schema.predicted, this.#picture)
  }

  /** Adds to another view of it what only its owner gets, as the server said it last. */
  overlay(view: EntityView): void {
    this.schema.scatter(this.row, this.offset, view.object, this.#overlaid)
    this.#texts?.overlay(view.object)
  }

  #take(): void {
    this.schema.scatter(this.row, this.offset, this.state)
    this.#toNumbers(this.row, this.offset)
  }

  /** Writes a row into the predicted states' `next`. What is not predicted stays 0, and so do texts, on both sides alike. */
  #toNumbers(row: Int32Array, offset: number): void {
    this.schema.toNumbers(this.schema.predicted, row, offset, this.states.next, 0)
  }
}
