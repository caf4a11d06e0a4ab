import type { Seconds } from '../base/units.ts'
import type { Kind } from '../game/define-game.ts'
import type { EntityId } from '../game/field.ts'
import { type Holder, numberOf, setColumn, TELEPORTS } from '../game/schema.ts'
import { angleLerp, type Curve, lerp } from '../motion/curves.ts'
import { ErrorOffset } from '../motion/error-offset.ts'
import { anyChanged, type RecordTarget } from '../wire/columns.ts'
import { RowHistory } from '../wire/row-history.ts'
import { EntityView } from './view.ts'

/** Predicted states kept, by input id; the same number as inputs kept. */
export const PREDICTED = 256

/**
 * An entity of the local player, as the owner block of snapshots describes it. What `move` moves is predicted. Its `state` is what `move` works on; what is shown lies between the
 * last two states, plus an offset by which past corrections are still wrong and which dies away.
 */
export class OwnEntity implements RecordTarget {
  readonly slot: number
  readonly id: EntityId
  /** Whether `move` moves it. If not, it is shown on the remote timeline, plus what only its owner gets. */
  readonly isMoved: boolean
  readonly kind: Kind
  readonly schema: Kind['schema']
  readonly view: EntityView
  /** What `move` works on. */
  readonly state: Holder
  /** States from the server, by network tick: the baselines of the owner block. */
  readonly history: RowHistory
  readonly row: Int32Array
  offset = 0
  /** The state before the newest, and the newest, as rows. */
  readonly previous: Int32Array
  readonly current: Int32Array
  readonly #predicted: Int32Array
  readonly #predictedIds = new Float64Array(PREDICTED).fill(-1)
  readonly #error: ErrorOffset
  readonly #texts: string[] = []
  readonly #curves: readonly Curve[]
  readonly #picture: Float64Array
  readonly #picture2: Float64Array

  constructor(slot: number, generation: number, kind: Kind, owner: number, isMoved: boolean) {
    this.isMoved = isMoved
    this.slot = slot
    this.id = (generation << 16) | slot
    this.kind = kind
    this.schema = kind.schema
    const { width, columns } = kind.schema
    this.view = new EntityView(kind, this.id, owner, true)
    this.state = kind.schema.create()
    this.history = new RowHistory(width)
    this.row = this.history.rows
    this.previous = new Int32Array(width)
    this.current = new Int32Array(width)
    this.#predicted = new Int32Array(width * PREDICTED)
    this.#curves = columns.map((c) => c.curve)
    this.#error = new ErrorOffset(this.#curves)
    this.#picture = new Float64Array(width)
    this.#picture2 = new Float64Array(width)
  }

  putText(index: number, value: string): number {
    this.#texts[index] = value
    this.view.showText(this.schema.textIndex.indexOf(index), value)
    return 0
  }

  /** Begins the server's state of network tick `tick` from its baseline; false when that is not held. */
  begin(tick: number, baseline: number): boolean {
    this.offset = this.history.pushFrom(tick, baseline)
    return this.offset >= 0
  }

  /** Begins it from nothing. */
  beginWhole(tick: number): void {
    this.offset = this.history.push(tick)
  }

  /** Takes `state` as it is after input `id`, which becomes the newest. */
  stepped(id: number): void {
    this.previous.set(this.current)
    this.schema.gather(this.state, this.current, 0, null)
    this.remember(id)
  }

  /** Keeps the newest state as the one after input `id`. */
  remember(id: number): void {
    const at = (id % PREDICTED) * this.schema.width
    for (let i = 0; i < this.schema.width; i++) this.#predicted[at + i] = this.current[i]!
    this.#predictedIds[id % PREDICTED] = id
  }

  /** True when the state predicted for input `id` is the one the server has, to the bit. */
  agrees(id: number): boolean {
    if (this.#predictedIds[id % PREDICTED] !== id) return false
    const { schema } = this
    const at = (id % PREDICTED) * schema.width
    return !anyChanged(schema, schema.fine, 'fine', this.row, this.offset, this.#predicted, at)
  }

  /** Sets the simulation to the server's state. */
  snap(): void {
    this.schema.scatter(this.row, this.offset, this.state)
    this.schema.gather(this.state, this.current, 0, null)
    this.previous.set(this.current)
  }

  /** Takes the server's state as the next step: what is shown without prediction. */
  adopt(): void {
    this.previous.set(this.current)
    this.schema.scatter(this.row, this.offset, this.state)
    this.schema.gather(this.state, this.current, 0, null)
  }

  /** Keeps what is on show now, to ease away what a correction changes. */
  beginCorrection(alpha: number): void {
    this.#picture2.set(this.#picture)
    this.#blend(alpha, this.#picture2)
  }

  /** Turns the difference between what was on show and what is now right into the offset. Returns its size. */
  endCorrection(alpha: number, teleported: boolean): number {
    this.#blend(alpha, this.#picture)
    if (teleported) this.#error.clear()
    else this.#error.add(this.#picture2, this.#picture)
    return this.#error.units
  }

  /** Writes the moment `alpha` between the last two states to the view, plus what is left of the offset. */
  show(alpha: number, dtSeconds: Seconds): void {
    this.#blend(alpha, this.#picture)
    this.#error.decay(dtSeconds)
    this.#error.apply(this.#picture)
    this.view.show(this.schema.fine, this.#picture)
  }

  /** Adds to another view of it what only its owner gets, as the server said it last. */
  overlay(view: EntityView): void {
    const { columns, textIndex } = this.schema
    for (let i = 0; i < columns.length; i++) {
      const c = columns[i]!
      if (c.seen !== 'own' && c.seen !== 'once') continue
      if (textIndex[i]! >= 0) view.showText(i, this.#texts[textIndex[i]!] ?? '')
      else setColumn(c, view.object, this.row[this.offset + i]!)
    }
  }

  /** Forgets the offset. */
  settle(): void {
    this.#error.clear()
  }

  /** How often the newest state was set somewhere else. */
  get teleports(): number {
    return this.state[TELEPORTS] as number
  }

  #blend(alpha: number, out: Float64Array): void {
    const { columns, width } = this.schema
    const last = width - 1
    const isBroken = this.previous[last] !== this.current[last]
    for (let i = 0; i < width; i++) {
      const c = columns[i]!
      const now = numberOf(c, this.current[i]!)
      if (c.curve === 'step' || isBroken) out[i] = now
      else if (c.curve === 'linear') out[i] = lerp(numberOf(c, this.previous[i]!), now, alpha)
      else out[i] = angleLerp(numberOf(c, this.previous[i]!), now, alpha)
    }
  }
}
