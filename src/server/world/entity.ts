import { type Kind, ROOM_KIND } from '../../game/define-game.ts'
import type { EntityId } from '../../game/field.ts'
import { coarsen } from '../../game/quantize.ts'
import type { Holder } from '../../game/schema.ts'
import type { KnownEntity } from '../../wire/records/change-list.ts'
import { anyChanged, type RecordSource } from '../../wire/records/columns.ts'
import { isCoarse } from '../../wire/records/plan.ts'
import { RowHistory } from '../../wire/records/row-history.ts'
import { CHANGED, type ChangeTracker } from './change-tracker.ts'
import { Movement } from './movement.ts'
import type { SentStates, TickStamps } from './tick-stamps.ts'
import type { ToldHorizons } from './told-horizons.ts'
import type { ToldMoves } from './told-moves.ts'

/** Whose an entity is: a player, or the room. */
export interface EntityOwner {
  /** The player's number; 0: the room. */
  readonly id: number
  readonly ticks: TickStamps
  /** The input that moved what they own last: a row of the game's input. A plain array takes less. */
  readonly input: number[]
}

/** What all entities of a kind share. */
export interface KindParts {
  readonly kind: Kind
  readonly watch: ChangeTracker
  /** How far each may be extrapolated; null if the kind does not glide. */
  readonly horizons: ToldHorizons | null
  /** Whether snapshots tell owners of them. */
  readonly isOwners: boolean
}

/** One entity: the object the game writes, its numbers now, and those of its earlier states that are needed. */
export class Entity implements KnownEntity, SentStates {
  readonly slot: number
  readonly generation: number
  /** Whether it holds the fields of the room: the game does not meet it as an entity, and everybody is told of it at once. */
  declare readonly isRoom: boolean
  readonly kind: Kind
  readonly owner: number
  readonly id: EntityId
  /** The first network tick since it has this owner, if it had another before; -1: it had none. */
  givenTick = -1
  /** What the game sees. */
  readonly object: Holder
  /** Its numbers on the grid that everybody gets; behind them its extrapolation code, as it was told last. */
  readonly row: Int32Array
  /** Its numbers as its owner gets them. */
  readonly fine: RecordSource
  readonly offset = 0
  readonly texts: string[]
  readonly history: RowHistory
  /** What only its owner gets, in rows of the owner's numbers; null if there is nothing, or no owner who is told of it. */
  readonly own: RowHistory | null
  readonly #watch: ChangeTracker
  /** How it moves between network ticks; null if it does not glide, or if nothing of that can be told. */
  readonly extras: Movement | null
  /** How far it may be extrapolated, and its number there; null if it does not glide. */
  readonly #horizons: ToldHorizons | null
  readonly #share: number
  /** How far it may be extrapolated, and by what, as of the last look: see `base/horizons.ts`. */
  extrapolationCode = 0
  /** How far `move` extrapolates it; undefined for what no player's inputs move. */
  #moves: ToldMoves | undefined
  /** Whose it is, and the input that moved it last. */
  readonly #owner: EntityOwner
  #input: number[]
  /** The last network tick that changed anything everybody sees; -1 before the first. */
  changedTick = -1
  /** The last network tick that changed anything only its owner gets; at first the first one. */
  ownTick = -1
  /** Its place among the entities of its kind; -1 before it has one. */
  place = -1

  constructor(
    { kind, watch, horizons, isOwners }: KindParts,
    slot: number,
    generation: number,
    owner: EntityOwner,
    object: Holder = kind.schema.create(),
  ) {
    this.slot = slot
    this.generation = generation
    this.kind = kind
    this.owner = owner.id
    this.#owner = owner
    this.#input = owner.input
    this.id = (generation << 16) | slot
    this.object = object
    const { width } = kind.schema
    this.row = new Int32Array(width + 1)
    this.texts = kind.schema.textIndex.some((i) => i >= 0) ? [] : NO_TEXTS
    const row = isCoarse(kind.schema) ? new Int32Array(width) : this.row
    this.fine = row === this.row ? this : { row, offset: 0, texts: this.texts }
    this.history = new RowHistory(width + 1)
    const hasOwn = isOwners && owner.id > 0 && kind.schema.privateColumns.length > 0
    this.own = hasOwn ? new RowHistory(width) : null
    this.#watch = watch
    this.#horizons = horizons
    this.#share = horizons ? horizons.shares.add() : -1
    this.#moves = owner.id > 0 ? horizons?.moves?.(this.#share) : undefined
    // The room's own entities have only the times of its network ticks, unless there are steps between them.
    this.extras =
      horizons && (horizons.shared.hasSteps || owner.id > 0)
        ? new Movement(horizons.shared, watch, this, row)
        : null
    this.isRoom = kind.name === ROOM_KIND
    if (this.isRoom) return
    const identity = { id: this.id, kind: kind.name, owner: owner.id || null, mine: false }
    for (const [name, value] of Object.entries(identity))
      Object.defineProperty(this.object, name, { value, enumerable: true, configurable: true })
  }

  /** The times of what its owner owns. */
  get ticks(): TickStamps {
    return this.#owner.ticks
  }

  /** Whether the next `look` would measure its `move`. */
  isMoveDue(): boolean {
    return this.#moves?.isDue() ?? false
  }

  /**
   * Measures how far it can be extrapolated, by the state of network tick `tick`, whose numbers have been taken, for
   * that many ticks. `withMove`: also at where `move` would have taken it.
   */
  look(tick: number, states: number, withMove: boolean): void {
    const horizons = this.#horizons
    if (!horizons) return
    horizons.look(this.#share, this, tick, states)
    if (withMove) this.#moves?.look(this, tick, states)
    this.extrapolationCode = horizons.shares.code(this.#share)
  }

  /** It is gone. */
  end(): void {
    this.#horizons?.shares.remove(this.#share)
  }

  /**
   * Rounds the object to its grid and takes its numbers for network tick `tick`; `isOther`: whether the object may have
   * changed; `oldest`: see `RowHistory.push`. Free of allocation in steady state.
   */
  gather(tick: number, isOther: boolean, oldest: number): void {
    const { schema } = this.kind
    const { row, extras, history, own } = this
    const fine = this.fine.row
    const hasChanged = isOther && this.#watch.take(this.place, fine, this.texts)
    extras?.take(hasChanged)
    const hasOtherInput = isOther && this.#takeInput(fine as Int32Array)
    const extraCount = extras === null ? 0 : extras.count
    const isFirst = history.count === 0
    if (!hasChanged && !hasOtherInput && !isFirst && extraCount === 0) return
    const tellsAll = fine === row && schema.shared.length === schema.width
    if (fine !== row)
      for (let i = 0; i < schema.width; i++) row[i] = coarsen(schema.columns[i]!, fine[i]!)
    if (isFirst) this.ownTick = tick
    if (own && (isFirst || this.#hasNewsForOwner(own))) {
      this.ownTick = tick
      const at = own.push(tick, oldest)
      const { rows } = own
      for (let i = 0; i < schema.width; i++) rows[at + i] = fine[i]!
    }
    if (!(isFirst || extraCount > 0 || (tellsAll && hasChanged)) && !this.#hasNews()) return
    this.changedTick = tick
    // Only together with what makes a record: clients hold the code of the row that they hold.
    row[schema.width] = this.extrapolationCode
    // `look` asks for states of that many network ticks ago.
    const kept = this.#horizons ? tick - this.#horizons.shared.keptTicks : oldest
    const at = history.push(tick, oldest < kept ? oldest : kept)
    const { rows } = history
    // Not with `set`, which costs more than a row of few numbers.
    for (let i = 0; i <= schema.width; i++) rows[at + i] = row[i]!
  }

  /** The room has moved it by an input of its own, whose numbers are `row`. */
  driveBy(row: Int32Array): void {
    if (this.#input === this.#owner.input) {
      this.#input = [...this.#owner.input]
      this.#moves = this.#horizons?.moves?.(this.#share)
    }
    let isOther = false
    for (let i = 0; i < row.length; i++) {
      if (this.#input[i] === row[i]) continue
      this.#input[i] = row[i]!
      isOther = true
    }
    if (isOther) this.hasOtherInput()
  }

  /** The owner's inputs are others than before: the next network tick takes them. */
  hasOtherInput(): void {
    this.#watch.marks[this.place]! |= CHANGED
  }

  /** Takes the input that moved it last onto `row`. Whether it is another one. */
  #takeInput(row: Int32Array): boolean {
    const { inputAt, toldInput } = this.kind.schema
    const input = this.#input
    let isOther = false
    for (let k = 0; k < toldInput.length; k++) {
      const i = toldInput[k]!
      if (row[inputAt + i] === input[i]) continue
      row[inputAt + i] = input[i]!
      isOther = true
    }
    return isOther
  }

  /** Whether anything that `move` may change differs from the last network tick. */
  get hasMoved(): boolean {
    const { row } = this.fine
    scratch.set(row)
    if (!this.#watch.note(this.place, scratch, 0, row as Int32Array)) return false
    return anyChanged(this.kind.schema.predicted, scratch, 0, row, 0)
  }

  /** A hash of the numbers that its owner predicts, unrounded. It goes on from another hash. */
  hash(before: number): number {
    const { schema } = this.kind
    const { predicted } = schema
    schema.gather(this.object, scratch, 0, null)
    let hash = before
    for (let k = 0; k < predicted.length; k++)
      hash = Math.imul(hash ^ scratch[predicted[k]!]!, 0x01000193)
    return hash
  }

  #hasNews(): boolean {
    const { rows, newestOffset } = this.history
    return anyChanged(this.kind.schema.shared, this.row, 0, rows, newestOffset)
  }

  #hasNewsForOwner({ rows, newestOffset }: RowHistory): boolean {
    return anyChanged(this.kind.schema.privateColumns, this.fine.row, 0, rows, newestOffset)
  }
}

const NO_TEXTS: string[] = []
/** Numbers that nobody keeps. */
const scratch = /* @__PURE__ */ new Int32Array(256)
