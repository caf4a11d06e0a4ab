import type { Tick } from '../../base/units.ts'
import { type Kind, ROOM_KIND } from '../../game/define-game.ts'
import type { EntityId } from '../../game/field.ts'
import { restOf } from '../../game/fine-steps.ts'
import { identify } from '../../game/identify.ts'
import { coarsen, getNumber } from '../../game/quantize.ts'
import { PLAYERS_KIND } from '../../game/roster.ts'
import { type Holder, type Schema, TELEPORTS } from '../../game/schema.ts'
import type { KnownEntity } from '../../wire/records/change-list.ts'
import { anyChanged, type RecordSource } from '../../wire/records/columns.ts'
import { isCoarse } from '../../wire/records/plan.ts'
import { RowHistory } from '../../wire/records/row-history.ts'
import {
  type Archive,
  archiveExpected,
  archiveNetworkTick,
  archiveWhole,
  check,
} from '../save/archive.ts'
import { archiveHistory, archiveRow, coarseMostsOf, mostOf } from '../save/rows.ts'
import { CHANGED, type ChangeTracker } from './change-tracker.ts'
import { Movement } from './movement.ts'
import { Past } from './past.ts'
import type { SentStates, TickStamps } from './tick-stamps.ts'
import type { ToldHorizons } from './told-horizons.ts'
import type { ToldMoves } from './told-moves.ts'

/** The owner of an entity: a player, or the room. */
export interface EntityOwner {
  /** The player's number; 0: the room. */
  readonly id: number
  readonly ticks: TickStamps
  /** The last input that moved the owner's entities: a row of the game's input. A plain array takes less memory. */
  readonly input: number[]
}

/** What all entities of a kind share. */
export interface KindParts {
  readonly kind: Kind
  readonly watch: ChangeTracker
  /** How far each entity may be extrapolated; null if the kind does not glide. */
  readonly horizons: ToldHorizons | null
  /** Whether snapshots tell owners of their entities of this kind. */
  readonly tellsOwners: boolean
}

/** One entity: the object that the game writes, its present numbers, and those of earlier states that are needed. */
export class Entity implements KnownEntity, SentStates {
  readonly slot: number
  readonly generation: number
  /** Whether it is the room or a player. The game does not meet it as an entity, and everybody is told of it at once. */
  declare readonly isHidden: boolean
  readonly kind: Kind
  readonly owner: number
  readonly id: EntityId
  /**
   * What its `ctx.random()` depends on besides player and input: its id, or if a player's input has spawned it, what the player's
   * client calls it until it knows the id (see `spawnedBy`).
   */
  readonly seed: number
  /** The first network tick with this owner, if it had another before; -1: it had none. */
  givenTick = -1
  /** The object that the game sees. */
  readonly object: Holder
  /** Its numbers on the grid that everybody gets, followed by its extrapolation code as it was last told. */
  readonly row: Int32Array
  /** Its numbers as its owner gets them. */
  readonly fine: RecordSource
  readonly offset = 0
  readonly texts: string[]
  readonly history: RowHistory
  /** States that only its owner gets, in rows of the owner's numbers; null if there are none, or no owner is told. */
  readonly own: RowHistory | null
  readonly #watch: ChangeTracker
  /** Its movement between network ticks; null if it does not glide, or if none of that can be told. */
  readonly extras: Movement | null
  /** Measures how far it may be extrapolated, and its number there; null if it does not glide. */
  readonly #horizons: ToldHorizons | null
  readonly #share: number
  /** Its extrapolation code as of the last look: see `base/horizons.ts`. */
  extrapolationCode = 0
  /** For how many looks more the code stays as it is, because the measurement has begun anew. */
  #looksHeld = 0
  /** Measures how far `move` extrapolates it; undefined for an entity that no inputs move. */
  #moves: ToldMoves | undefined
  /** Its owner, and the last input that moved it. */
  readonly #owner: EntityOwner
  #input: number[]
  /** The last network tick that changed something that everybody sees; -1 before the first. */
  changedTick = -1
  /** The last network tick that changed something that only its owner gets; at first its first one. */
  ownTick = -1
  /** Its past; undefined unless the room judges by what players saw. */
  past: Past | undefined
  /** Its place among the entities of its kind; -1 before it has one. */
  place = -1

  constructor(
    { kind, watch, horizons, tellsOwners }: KindParts,
    slot: number,
    generation: number,
    owner: EntityOwner,
    object: Holder,
    seed = 0,
  ) {
    this.slot = slot
    this.generation = generation
    this.kind = kind
    this.owner = owner.id
    this.#owner = owner
    this.#input = owner.input
    this.id = (generation << 16) | slot
    this.seed = seed || this.id
    this.object = object
    const { width } = kind.schema
    this.row = new Int32Array(width + 1)
    this.texts = kind.schema.textIndex.some((i) => i >= 0) ? [] : NO_TEXTS
    const { ownWidth } = kind.schema
    const row = isCoarse(kind.schema) || ownWidth > width ? new Int32Array(ownWidth) : this.row
    this.fine = row === this.row ? this : { row, offset: 0, texts: this.texts }
    this.history = new RowHistory(width + 1)
    const hasOwn = kind.schema.privateColumns.length > 0 || ownWidth > width
    this.own = hasOwn && tellsOwners && owner.id > 0 ? new RowHistory(ownWidth) : null
    this.#watch = watch
    this.#horizons = horizons
    this.#share = horizons ? horizons.shares.add() : -1
    this.#moves = owner.id > 0 ? horizons?.moves?.(this.#share) : undefined
    // The room's own entities have states only at its network ticks, unless there are steps between them.
    this.extras =
      horizons && (horizons.shared.hasSteps || owner.id > 0)
        ? new Movement(horizons.shared, watch, this, row)
        : null
    this.isHidden = kind.name === ROOM_KIND || kind.name === PLAYERS_KIND
    if (this.isHidden) return
    const identity = { id: this.id, kind: kind.name, owner: owner.id || null, mine: false }
    identify(this.object, identity, true)
  }

  /**
   * All but what its object and its owner say. `oldest`: the oldest network tick whose states are kept, if the past is. Of a
   * restored entity, `object` has the fields already. How well it can be extrapolated is measured anew.
   */
  archive(archive: Archive, oldest: Tick): void {
    const { schema } = this.kind
    if (TELEPORTS in this.object)
      this.object[TELEPORTS] = archiveWhole(archive, this.object[TELEPORTS] as number, 0, 7)
    this.givenTick = archiveNetworkTick(archive, this.givenTick)
    this.changedTick = archiveNetworkTick(archive, this.changedTick)
    this.ownTick = archiveNetworkTick(archive, this.ownTick)
    this.extrapolationCode = archiveWhole(archive, this.extrapolationCode, 0, MOST_CODE)
    this.#archiveInput(archive)
    if (!archive.flag(this.history.count > 0)) return
    this.#archiveFine(archive)
    if (this.fine !== this) this.#takeCoarse()
    this.row[schema.width] = archiveWhole(archive, this.row[schema.width]!, 0, MOST_CODE)
    const from = this.past ? oldest : this.history.newestTick
    const mosts = coarseMostsOf(schema.columns, MOST_CODE)
    archiveHistory(archive, this.history, this.row, from, mosts)
    check(archive, this.history.count > 0)
    this.past?.archive(archive, this.fine.row, oldest, schema.columns)
    if (!archive.isRestoring) return
    this.#looksHeld = LOOKS_HELD
    this.#watch.restore(this.place, this.fine.row as Int32Array, this.texts)
    if (this.own)
      this.own.rows.set(this.fine.row.subarray(0, schema.ownWidth), this.own.push(this.ownTick))
  }

  /** The input of its own, if the room has moved it by one. */
  #archiveInput(archive: Archive): void {
    if (!archive.flag(this.#input !== this.#owner.input)) return
    if (archive.isRestoring) {
      this.#input = [...this.#owner.input]
      this.#moves = this.#horizons?.moves?.(this.#share)
    }
    archiveRow(archive, this.#input, this.kind.schema.input?.columns ?? [])
  }

  /** The numbers that were last taken, which the object mostly still has. */
  #archiveFine(archive: Archive): void {
    const { schema } = this.kind
    const fine = this.fine.row as Int32Array
    this.#readObject()
    for (let k = 0; k < schema.toldInput.length; k++)
      scratch[schema.inputAt + schema.toldInput[k]!] = this.#input[schema.toldInput[k]!]!
    for (let i = 0; i < schema.width; i++) {
      fine[i] = archiveExpected(archive, fine[i]!, scratch[i]!)
      check(archive, fine[i]! >= 0 && fine[i]! <= mostOf(schema.columns[i]!))
    }
    // The object has the rests. One that has changed since is found to be other than these.
    if (archive.isRestoring) gatherRests(schema, this.object, fine)
    for (let k = 0; k < schema.texts.length; k++) {
      this.texts[k] = archive.text(this.texts[k] ?? '')
      check(archive, this.texts[k]!.length <= schema.columns[schema.texts[k]!]!.levels)
    }
  }

  /** The times of the states of all that its owner owns. */
  get ticks(): TickStamps {
    return this.#owner.ticks
  }

  /** Its numbers as they were last taken; undefined before the first time. */
  get last(): Int32Array | undefined {
    return this.history.count > 0 ? (this.fine.row as Int32Array) : undefined
  }

  /** Keeps its past from now on, `samples` samples of its curve. */
  keepPast(samples: number): void {
    this.extras?.keepSamples(samples)
    this.past ??= new Past(this.kind.schema)
  }

  /** Whether the next `look` should measure `move` as well. */
  isMoveDue(): boolean {
    return this.#moves?.isDue() ?? false
  }

  /**
   * Measures how far it can be extrapolated, by the state of network tick `tick`, whose numbers have been taken. The
   * measurement counts as `states` states. `withMove`: whether to measure `move` as well.
   */
  look(tick: number, states: number, withMove: boolean): void {
    const horizons = this.#horizons
    if (!horizons) return
    horizons.look(this.#share, this, tick, states)
    if (withMove) this.#moves?.look(this, tick, states)
    if (this.#looksHeld > 0) this.#looksHeld--
    else this.extrapolationCode = horizons.shares.code(this.#share)
  }

  /** Called when the entity is gone. */
  end(): void {
    this.#horizons?.shares.remove(this.#share)
  }

  /**
   * Takes the numbers of the object, which rounds them if a `move` reads them. `isOther`: whether the object may have
   * changed. `oldest`: see `RowHistory.push`. Allocates nothing in steady state.
   */
  gather(tick: number, isOther: boolean, oldest: number): void {
    const { schema } = this.kind
    const { row, extras, history, own } = this
    this.past?.look(this)
    const fine = this.fine.row
    const hasChanged = isOther && this.#watch.take(this.place, fine, this.texts)
    extras?.take(hasChanged)
    const hasOtherInput = isOther && this.#takeInput(fine as Int32Array)
    this.past?.take(fine, tick, oldest)
    const extraCount = extras === null ? 0 : extras.count
    const isFirst = history.count === 0
    if (!hasChanged && !hasOtherInput && !isFirst && extraCount === 0) return
    const tellsAll = fine === row && schema.shared.length === schema.width
    if (fine !== row) this.#takeCoarse()
    if (isFirst) this.ownTick = tick
    if (own && (isFirst || this.#hasNewsForOwner(own))) {
      this.ownTick = tick
      const at = own.push(tick, oldest)
      const { rows } = own
      for (let i = 0; i < schema.ownWidth; i++) rows[at + i] = fine[i]!
    }
    if (!(isFirst || extraCount > 0 || (tellsAll && hasChanged)) && !this.#hasNews()) return
    this.changedTick = tick
    // Only together with a record: clients hold the code of the row that they hold.
    row[schema.width] = this.extrapolationCode
    // `look` needs the states of that many network ticks.
    const kept = this.#horizons ? tick - this.#horizons.shared.keptTicks : oldest
    const at = history.push(tick, oldest < kept ? oldest : kept)
    const { rows } = history
    // Not with `set`, which costs more than a short row.
    for (let i = 0; i <= schema.width; i++) rows[at + i] = row[i]!
  }

  #takeCoarse(): void {
    const { schema } = this.kind
    const { row } = this.fine
    for (let i = 0; i < schema.width; i++) this.row[i] = coarsen(schema.columns[i]!, row[i]!)
  }

  /** Notes that the room has moved it by an input of its own. `row`: the numbers of that input. */
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

  /** Notes that the input has changed. The next network tick takes it. */
  hasOtherInput(): void {
    this.past?.note()
    this.#watch.marks[this.place]! |= CHANGED
  }

  /** Writes the last input that moved it to `row`. Returns whether it has changed. */
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
    if (this.#watch.hasMoved(this.place)) return true
    const { row } = this.fine
    scratch.set(row)
    if (!this.#watch.note(this.place, scratch, 0, row as Int32Array)) return false
    return anyChanged(this.kind.schema.predicted, scratch, 0, row, 0)
  }

  /** Returns a hash of the numbers that its owner predicts, without rounding the object. Continues the hash `before`. */
  hash(before: number): number {
    const { schema } = this.kind
    const { predicted, width, ownWidth } = schema
    this.#readObject()
    gatherRests(schema, this.object, scratch)
    let hash = before
    for (let k = 0; k < predicted.length; k++)
      hash = Math.imul(hash ^ scratch[predicted[k]!]!, 0x01000193)
    for (let i = width; i < ownWidth; i++) hash = Math.imul(hash ^ scratch[i]!, 0x01000193)
    return hash
  }

  /** Writes the numbers of the object to `scratch`, without rounding them. */
  #readObject(): void {
    const { schema } = this.kind
    try {
      schema.gather(this.object, scratch, 0, null)
    } catch {
      this.#watch.mend(this.place)
      schema.gather(this.object, scratch, 0, null)
    }
  }

  #hasNews(): boolean {
    const { rows, newestOffset } = this.history
    return anyChanged(this.kind.schema.shared, this.row, 0, rows, newestOffset)
  }

  #hasNewsForOwner({ rows, newestOffset }: RowHistory): boolean {
    const { privateColumns, width, ownWidth } = this.kind.schema
    const { row } = this.fine
    for (let i = width; i < ownWidth; i++) if (row[i] !== rows[newestOffset + i]) return true
    return anyChanged(privateColumns, row, 0, rows, newestOffset)
  }
}

/** After so many looks, in about 3 s, the measurement of a restored entity knows as much as it takes to judge. */
const LOOKS_HELD = 15
const NO_TEXTS: string[] = []
/** The greatest extrapolation code. */
const MOST_CODE = 31
/** Numbers that no caller keeps. */
const scratch = /* @__PURE__ */ new Int32Array(512)
/** A number of an object. */
const NUMBER = /* @__PURE__ */ new Float64Array(1)

/** Writes the rests of an object to the end of an owner's row. */
function gatherRests({ columns, rested, width }: Schema, object: Holder, row: Int32Array): void {
  for (let k = 0; k < rested.length; k++) {
    const c = columns[rested[k]!]!
    getNumber(c, object, NUMBER, 0)
    row[width + k] = restOf(c, NUMBER, 0)
  }
}
