import { GlissadeError } from '../../base/error.ts'
import type { SubTick } from '../../base/units.ts'
import { columnName } from '../../game/column.ts'
import type { AnyGame, Kind } from '../../game/define-game.ts'
import { Mover } from '../../game/mover.ts'
import * as OP from '../../game/op.ts'
import type { PredictedPresses } from '../../game/predicted-presses.ts'
import type { Holder } from '../../game/schema.ts'
import type { Epochs } from '../../time/sync/epochs.ts'
import type { InputRows } from '../../wire/packets/input-packet.ts'
import type { OwnEntity } from './own-entity.ts'

/** A field that got another value in a replay, which shows that `move` is not a pure function. */
export interface SyncMismatch {
  readonly kind: string
  /** The field's name; for a vector with its part, such as 'at.x'. */
  readonly field: string
  /** The input whose replay gave the other value. */
  readonly inputId: number
  /** The field's value when the input was first applied. */
  readonly first: number
  /** Its value when the same input was applied again. Both values are the place in the field's list for words and booleans. */
  readonly again: number
}

/** Options of `SyncTest`. */
export interface SyncTestOptions {
  /** How many inputs are replayed after every step, 1 to 128. Default 8. */
  inputs?: number | undefined
  /** Called with each mismatch. Default: a mismatch throws. */
  onMismatch?: ((mismatch: SyncMismatch) => void) | undefined
}

/** The told fields and texts of an entity as of the last step. Fields are whole numbers, and texts count their changes. */
interface Told {
  readonly row: Int32Array
  readonly texts: string[]
  /** The first step that had these values. */
  since: number
}

/** What a session passes to its `SyncTest` after each step. */
export interface SyncSubject {
  readonly game: AnyGame
  readonly player: number
  readonly inputs: InputRows
  readonly presses: PredictedPresses | undefined
  readonly epochs: Epochs
  readonly newest: number
  readonly entities: readonly OwnEntity[]
}

/**
 * Tests `move` during development. After every predicted step it replays the last 8 inputs from the state kept 8 inputs ago,
 * and compares the results with the states kept. A difference means that `move` is not a function of entity, input and `ctx`
 * alone: it reads a variable of its module, `Math.random`, a clock, or `ctx.replaying`. With a server, that causes corrections.
 * Here, it is an error that names the field. Pass a `SyncTest` to a session as `syncTest`. It costs 8 steps for each step, so
 * leave it out when the game is done. (GGPO's synctest backend.)
 */
export class SyncTest {
  /** How many steps were replayed, with or without a difference. */
  replayedSteps = 0
  /** How many differences were found. */
  mismatches = 0
  readonly #inputs: number
  readonly #onMismatch: SyncTestOptions['onMismatch']
  readonly #stamps: Float64Array
  #mover: Mover | null = null
  #game: AnyGame | null = null
  #input: Holder = {}
  #states: Holder[] = []
  readonly #told = new WeakMap<OwnEntity, Told>()
  #row = new Int32Array(0)
  #again = new Float64Array(0)

  /** Throws `misuse` if `inputs` is out of range. */
  constructor(options: SyncTestOptions = {}) {
    const { inputs = 8, onMismatch } = options
    if (!(Number.isInteger(inputs) && inputs >= 1 && inputs <= 128))
      throw new GlissadeError(
        'misuse',
        `inputs is ${inputs}, but must be a whole number from 1 to 128`,
      )
    this.#inputs = inputs
    this.#onMismatch = onMismatch
    this.#stamps = new Float64Array(inputs + 1)
  }

  /** Tests the newest step. The session calls it. Throws `misuse` at the first difference if there is no `onMismatch`. */
  check(subject: SyncSubject): void {
    const { game, newest, epochs } = subject
    if (this.#game !== game) this.#begin(game)
    this.#stamps[newest % this.#stamps.length] = epochs.timeOf(newest)
    for (const entity of subject.entities) if (entity.isMoved) this.#replay(subject, entity)
  }

  #begin(game: AnyGame): void {
    this.#game = game
    this.#mover = new Mover(game)
    this.#input = game.inputSchema.create()
    this.#states = game.kinds.map((kind) => kind.schema.create())
    this.#row = new Int32Array(Math.max(0, ...game.kinds.map(({ schema }) => schema.width)))
    this.#again = new Float64Array(this.#row.length)
    this.#stamps.fill(Number.NaN)
  }

  #replay(subject: SyncSubject, entity: OwnEntity): void {
    const { newest, epochs } = subject
    const { states } = entity
    if (states.newest !== newest) return
    const told = this.#noteTold(entity, newest)
    let from = newest - this.#inputs
    if (states.since > from) from = states.since
    // Earlier steps may have read other told fields or texts.
    if (told.since - 1 > from) from = told.since - 1
    // An input that the server has since moved in time is no longer the same input.
    for (let id = newest; id > from; id--)
      if (this.#stamps[id % this.#stamps.length] !== epochs.timeOf(id)) from = id
    if (!(from < newest && states.holds(from))) return
    const state = this.#recall(entity, told, from)
    for (let id = from + 1; id <= newest; id++) {
      this.#step(subject, entity, state, id, epochs.timeOf(id))
      this.replayedSteps++
      if (!this.#compare(entity, state, id)) return
    }
  }

  #noteTold(entity: OwnEntity, newest: number): Told {
    const { schema, state } = entity
    let told = this.#told.get(entity)
    if (!told) {
      told = { row: new Int32Array(schema.width), texts: [], since: newest }
      this.#told.set(entity, told)
    }
    this.#row.set(told.row)
    schema.gather(state, told.row, 0, told.texts)
    for (let i = 0; i < schema.width; i++) {
      const { seen, op } = schema.columns[i]!
      if (seen !== 'told' && op !== OP.text) continue
      if (told.row[i] !== this.#row[i]) told.since = newest
    }
    return told
  }

  #recall(entity: OwnEntity, told: Told, id: number): Holder {
    const { kind, schema, states } = entity
    const state = this.#states[kind.index]!
    schema.fromNumbers(schema.predicted, states.of(id), state)
    for (const i of schema.texts) {
      const { name } = schema.columns[i]!
      state[name] = entity.state[name]
    }
    schema.scatter(told.row, 0, state, schema.told)
    return state
  }

  #step(subject: SyncSubject, entity: OwnEntity, state: Holder, id: number, stamp: SubTick): void {
    const { game, player, inputs, presses } = subject
    game.inputSchema.scatter(inputs.row, inputs.offsetOf(id), this.#input)
    presses?.press(id, this.#input)
    this.#mover?.begin(player, id, stamp, true)
    this.#mover?.move(entity.kind, entity.schema, state, entity.seed, this.#input)
  }

  #compare(entity: OwnEntity, state: Holder, id: number): boolean {
    const { kind, schema, states } = entity
    schema.predictedNumbers(state, this.#again)
    for (const i of schema.predicted) {
      const c = schema.columns[i]!
      if (c.op === OP.text) continue
      const again = this.#again[i]!
      const first = states.of(id)[i]!
      if (again === first) continue
      this.mismatches++
      this.#tell({ kind: kind.name, field: columnName(c), inputId: id, first, again }, kind)
      return false
    }
    return true
  }

  #tell(mismatch: SyncMismatch, kind: Kind): void {
    if (this.#onMismatch) return this.#onMismatch(mismatch)
    const { field, inputId, first, again } = mismatch
    throw new GlissadeError(
      'misuse',
      `move.${kind.name} is not a pure function: ${kind.name}.${field} is ${first} after input ${inputId}, and ` +
        `${again} when the same input is applied again; it must depend on entity, input and ctx alone`,
    )
  }
}
