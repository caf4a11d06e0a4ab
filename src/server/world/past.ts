import type { Tick } from '../../base/units.ts'
import type { Column } from '../../game/column.ts'
import * as OP from '../../game/op.ts'
import type { Holder, Schema } from '../../game/schema.ts'
import { RowHistory } from '../../wire/records/row-history.ts'
import { type Archive, archiveFinite, archiveNetworkTick, archiveWhole } from '../save/archive.ts'
import { archiveHistory, mostOf } from '../save/rows.ts'

/** For how many network ticks surprises are remembered. */
const REMEMBERED = 31

/** An entity, as far as its past is kept. */
interface Moved {
  /** Returns a hash of the numbers that `move` may change. */
  hash(before: number): number
}

/**
 * What a room keeps of an entity, besides the states that were sent, to judge by what players saw: the columns that clients do
 * not get, and the network ticks with a *surprise*, which no client could predict that extrapolates the entity by `move`. The
 * input changed, a press was taken, or the room changed the entity. When the entity lands or takes off, a client that
 * extrapolates from a rounded state may predict this one step too early or too late. At all other network ticks, extrapolating
 * from one state leads to the next.
 */
export class Past {
  /** All its numbers at the last network ticks; null if everybody gets all of them, or if no input moves the entity. */
  readonly rows: RowHistory | null
  /** Bit n: there was a surprise at network tick `#newest - n`. */
  #bits = 0
  #newest = -1
  #isNew = false
  #first = -1
  /** The hash of what `move` may change, as of the last look or step; NaN before the first step. */
  #hash = Number.NaN
  /** The told columns that are no numbers, and a hash of them. */
  readonly #discrete: Int32Array
  #state = 0

  constructor({ columns, viewed, every, width, input }: Schema) {
    const isNumber = (i: number) => columns[i]!.op === OP.grid || columns[i]!.op === OP.angle
    this.#discrete = viewed.filter((i) => !isNumber(i))
    this.rows = input && viewed.length < every.length ? new RowHistory(width) : null
  }

  /** `newest`: a row like the newest one of `rows`. `oldest`: the oldest network tick that is kept. */
  archive(
    archive: Archive,
    newest: ArrayLike<number>,
    oldest: Tick,
    columns: readonly Column[],
  ): void {
    this.#bits = archiveWhole(archive, this.#bits, 0, 2 ** 31 - 1)
    this.#newest = archiveNetworkTick(archive, this.#newest)
    this.#isNew = archive.flag(this.#isNew)
    this.#first = archiveNetworkTick(archive, this.#first)
    this.#hash = archive.number(this.#hash)
    this.#state = archiveFinite(archive, this.#state)
    if (this.rows) archiveHistory(archive, this.rows, newest, oldest, columns.map(mostOf))
  }

  /** The first network tick that it knows of; -1: none yet. */
  get firstTick(): number {
    return this.#first
  }

  /** Notes a surprise, which the next network tick tells. */
  note(): void {
    this.#isNew = true
  }

  /** Called before `move` runs a step by `input`, which has the fields of `schema`. */
  beforeStep(entity: Moved, schema: Schema, input: Holder): void {
    this.look(entity)
    if (isPressed(schema, input)) this.note()
  }

  /** Finds out whether the room has changed the entity since the last step. Called before a network tick, too. */
  look(entity: Moved): void {
    if (Number.isNaN(this.#hash)) return
    const hash = entity.hash(0)
    if (hash !== this.#hash) this.#isNew = true
    this.#hash = hash
  }

  /** Called after `move` has run a step. */
  stepped(entity: Moved): void {
    this.#hash = entity.hash(0)
  }

  /** Takes the entity's numbers at network tick `tick`. `oldest`: see `RowHistory.push`. */
  take(row: ArrayLike<number>, tick: number, oldest: number): void {
    if (this.#first < 0) this.#first = tick
    if (this.#hasTurned(row) || this.#isNew) this.#remember(tick)
    if (!this.rows) return
    const at = this.rows.push(tick, oldest)
    for (let i = 0; i < this.rows.width; i++) this.rows.rows[at + i] = row[i]!
  }

  /** Whether a column has changed that is no number, such as whether the entity stands on the ground. */
  #hasTurned(row: ArrayLike<number>): boolean {
    const before = this.#state
    let state = 0
    for (let k = 0; k < this.#discrete.length; k++)
      state = Math.imul(state ^ row[this.#discrete[k]!]!, 0x01000193) + k
    this.#state = state
    return state !== before
  }

  #remember(tick: number): void {
    const passed = tick - this.#newest
    this.#bits = passed <= REMEMBERED ? ((this.#bits << passed) | 1) & 0x7fffffff : 1
    this.#newest = tick
    this.#isNew = false
  }

  /** Returns the first network tick after `since` and up to `until` with a surprise, as far as is known; -1: there is none. */
  firstSurprise(since: number, until: number): number {
    const known = Math.max(this.#first, this.#newest - REMEMBERED)
    if (this.#first < 0 || since < known) return since + 1
    for (let tick = since + 1; tick <= Math.min(until, this.#newest); tick++)
      if (this.#bits & (1 << (this.#newest - tick))) return tick
    return -1
  }
}

/** Whether a press in an input counts in this step. Nobody else is told of it. */
function isPressed({ presses, columns }: Schema, input: Holder): boolean {
  for (let k = 0; k < presses.length; k++)
    if (input[columns[presses[k]!]!.name] === true) return true
  return false
}
