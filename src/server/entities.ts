import { BoxedTime } from '../base/boxed-time.ts'
import { GlissadeError } from '../base/error.ts'
import { SUBTICKS_PER_STEP, type SubTick, type Tick } from '../base/units.ts'
import type { AnyGame, Kind } from '../game/define-game.ts'
import type { EntityId, Field } from '../game/field.ts'
import type { Identity } from '../game/infer.ts'
import { type RowTaker, takerOf } from '../game/row-taker.ts'
import { coarsen, type Holder, TELEPORTS } from '../game/schema.ts'
import type { KnownEntity } from '../wire/change-list.ts'
import { anyChanged, type RecordSource } from '../wire/columns.ts'
import { HISTORY_TICKS } from '../wire/packets.ts'
import { isCoarse, privateColumns } from '../wire/plan.ts'
import { RowHistory } from '../wire/row-history.ts'
import { type Gliding, glidingOf } from './gliding.ts'
import { Movement } from './movement.ts'

const MOST_ENTITIES = 0xffff

/** What says whose time is what. */
export interface OwnerTimes {
  /** Players who are connected, each with the time of its newest state. */
  readonly peers: ReadonlyMap<number, { readonly stamp: SubTick }>
  /** Steps that the room has run. */
  readonly tick: Tick
}

/** One entity: the object the game writes, its numbers now, and those of its earlier states that are needed. */
export class Entity implements KnownEntity {
  readonly slot: number
  readonly generation: number
  readonly kind: Kind
  readonly owner: number
  readonly id: EntityId
  /** What the game sees. */
  readonly object: Holder
  /** Its numbers on the grid that everybody gets; behind them its carry, as it was told last. */
  readonly row: Int32Array
  /** Its numbers as its owner gets them. */
  readonly fine: RecordSource
  readonly offset = 0
  readonly texts: string[] = []
  readonly history: RowHistory
  /** What only its owner gets, in rows of the owner's numbers; null for what is not told of to an owner. */
  readonly own: RowHistory | null
  readonly #private: Int32Array
  readonly #taker: RowTaker
  /** How it moves; null for what does not glide. */
  readonly extras: Movement | null
  /** The network tick at which anything everybody sees changed last; -1 before the first. */
  changedTick = -1

  /**
   * `gliding`: what its movement has in common with others of its kind; null for what does not glide. `isOwners`:
   * whether snapshots tell its owner of it.
   */
  constructor(
    slot: number,
    generation: number,
    kind: Kind,
    owner: number,
    gliding: Gliding | null,
    isOwners: boolean,
  ) {
    this.slot = slot
    this.generation = generation
    this.kind = kind
    this.owner = owner
    this.id = (generation << 16) | slot
    this.object = kind.schema.create()
    const { width } = kind.schema
    this.row = new Int32Array(width + 1)
    const row = isCoarse(kind.schema) ? new Int32Array(width) : this.row
    this.fine = { row, offset: 0, texts: this.texts }
    this.history = new RowHistory(width + 1)
    this.own = isOwners ? new RowHistory(width) : null
    this.#private = privateColumns(kind.schema)
    this.#taker = takerOf(kind.schema)
    this.extras = gliding ? new Movement(gliding, row, this.texts, this.history) : null
    const identity = { id: this.id, kind: kind.name, owner: owner || null, mine: false }
    for (const [name, value] of Object.entries(identity))
      Object.defineProperty(this.object, name, { value, enumerable: true })
  }

  /**
   * Rounds the object to its grid and takes its numbers for network tick `tick`, the state of `stamp`. `oldest`: as of
   * `RowHistory.push`. Free of allocation in steady state.
   */
  gather(tick: number, stamp: SubTick, oldest?: number): void {
    const { schema } = this.kind
    const { row, extras, history, own } = this
    const fine = this.fine.row
    const hasChanged = this.#taker.take(this.object, fine, this.texts)
    extras?.take(stamp, hasChanged)
    const isFirst = history.count === 0 || own?.count === 0
    if (!hasChanged && !isFirst && (extras === null || extras.count === 0)) return
    if (fine !== row)
      for (let i = 0; i < schema.width; i++) row[i] = coarsen(schema.columns[i]!, fine[i]!)
    if (own && (own.count === 0 || this.#hasNewsForOwner(own))) {
      const at = own.push(tick, oldest)
      const { rows } = own
      for (let i = 0; i < schema.width; i++) rows[at + i] = fine[i]!
    }
    const { count, newestOffset } = history
    const strays = extras !== null && extras.count > 0
    if (!(count === 0 || strays || anyChanged(schema.shared, row, 0, history.rows, newestOffset)))
      return
    this.changedTick = tick
    // Only together with what makes a record: clients hold the carry of the row that they hold.
    if (extras) row[schema.width] = extras.code
    const at = history.push(tick, oldest)
    const { rows } = history
    // Not by `set`, which costs more than a row of few numbers.
    for (let i = 0; i <= schema.width; i++) rows[at + i] = row[i]!
  }

  /** Whether its numbers are others than those of the last network tick. */
  get hasChanged(): boolean {
    return this.#taker.note(this.object, scratch, 0, this.fine.row as Int32Array)
  }

  #hasNewsForOwner({ rows, newestOffset }: RowHistory): boolean {
    return anyChanged(this.#private, this.fine.row, 0, rows, newestOffset)
  }
}

/** Numbers that nobody keeps. */
const scratch = /* @__PURE__ */ new Int32Array(256)

/** A slot that lost its entity before network tick `tick`. */
export interface Leave {
  readonly slot: number
  readonly tick: number
}

/** The objects of a kind. */
interface Herd {
  objects: Holder[]
  /** Whether somebody may be looping over them: then they are copied before any is added or taken out. */
  isLent: boolean
}

/**
 * All entities of a room by slot. A slot rests for 128 network ticks after its entity left: by then every client
 * has either acknowledged the leave or gets a complete body.
 */
export class Entities {
  /** By slot; empty slots are undefined. Its length is the greatest slot used plus one. */
  readonly slots: (Entity | undefined)[] = []
  /** Leaves of the last 127 network ticks, oldest first. */
  readonly leaves: Leave[] = []
  /** The newest network tick with a record or a leave for anybody who sees everything; -1 before the first. */
  newsTick = -1
  readonly #kinds: ReadonlyMap<string, Kind>
  readonly #byKind = new Map<string, Herd>()
  readonly #entities = new Map<object, Entity>()
  readonly #owned = new Map<number, Entity[]>()
  readonly #isOwners: (kind: Kind) => boolean
  readonly #generations: number[] = []
  readonly #free: number[] = []
  /** Whether the room makes steps that no network tick tells of. */
  readonly #hasStepsBetween: boolean
  readonly #pathKinds: readonly Kind[]
  /** By kind with a path: the fields that are set on both sides and not sent. */
  readonly #unsent = new Map<string, ReadonlySet<string>>()
  readonly #pathTime = new BoxedTime()
  readonly #game: AnyGame

  constructor(game: AnyGame) {
    this.#game = game
    this.#pathTime.ms = 0
    this.#pathKinds = game.kinds.filter((kind) => kind.path)
    this.#kinds = new Map(game.kinds.map((kind) => [kind.name, kind]))
    this.#isOwners = ({ name, schema }) =>
      game.definition.move?.[name] !== undefined || schema.fine.length > schema.shared.length
    this.#hasStepsBetween = game.sendSubTicks > SUBTICKS_PER_STEP
    for (const { name } of game.kinds) this.#byKind.set(name, { objects: [], isLent: false })
    for (const { name } of this.#pathKinds) {
      const record: { readonly [field: string]: Field } = game.definition.entities[name]
      const unsent = Object.keys(record).filter((field) => record[field]?.seen === 'all')
      this.#unsent.set(name, new Set(unsent))
    }
  }

  /** Makes an entity. Throws `misuse` for an unknown kind or field, or when the room is full of entities. */
  spawn(kindName: string, owner: number, start: object): Entity {
    const kind = this.#kinds.get(kindName)
    if (!kind)
      throw misuse(`there is no kind '${kindName}'; kinds: ${[...this.#kinds.keys()].join(', ')}`)
    const unsent = this.#unsent.get(kindName)
    for (const field of Object.keys(start))
      if (unsent?.has(field))
        throw misuse(`'${kindName}' has a path, so '${field}' is not sent: make it once(...)`)
    const slot = this.#free.pop() ?? this.slots.length
    if (slot >= MOST_ENTITIES) throw misuse(`a room holds at most ${MOST_ENTITIES} entities`)
    const generation = (this.#generations[slot] = ((this.#generations[slot] ?? 0) % 255) + 1)
    const isOwners = owner > 0 && this.#isOwners(kind)
    const gliding = glidingOf(kind, this.#game)
    const entity = new Entity(slot, generation, kind, owner, gliding, isOwners)
    try {
      kind.schema.assign(entity.object, start)
    } catch (error) {
      this.#free.push(slot)
      if (slot === this.slots.length) this.slots.push(undefined)
      throw error
    }
    kind.schema.round(entity.object)
    kind.path?.(entity.object, this.#pathTime.ms)
    this.slots[slot] = entity
    this.#entities.set(entity.object, entity)
    this.#changing(kindName).push(entity.object)
    if (isOwners) this.ownedBy(owner).push(entity)
    return entity
  }

  /** Removes an entity; `nextTick` is the first network tick without it. False when it was gone already. */
  despawn(object: object, nextTick: number): boolean {
    const entity = this.#entities.get(object)
    if (!entity) return false
    this.#entities.delete(object)
    this.slots[entity.slot] = undefined
    const siblings = this.#changing(entity.kind.name)
    siblings.splice(siblings.indexOf(entity.object), 1)
    const owned = this.#owned.get(entity.owner)
    if (owned?.includes(entity)) owned.splice(owned.indexOf(entity), 1)
    this.leaves.push({ slot: entity.slot, tick: nextTick })
    this.newsTick = nextTick
    return true
  }

  /**
   * The entity behind a game's object. Throws `stale` for one that is gone, and `misuse` for an object that is not an
   * entity.
   */
  of(object: object): Entity {
    const entity = this.#entities.get(object)
    if (entity) return entity
    const { kind = '', id } = (object ?? {}) as Partial<Identity>
    if (!this.#kinds.has(kind)) throw misuse('this object is not an entity of this room')
    throw new GlissadeError('stale', `${kind} ${id} is no longer in this room`)
  }

  /** The entities that a player's inputs move, or that have fields for their owner: one array, kept up to date. */
  ownedBy(owner: number): Entity[] {
    let owned = this.#owned.get(owner)
    if (!owned) {
      owned = []
      this.#owned.set(owner, owned)
    }
    return owned
  }

  /** Removes everything a player owns, and forgets the player. */
  forget(owner: number, nextTick: number): void {
    for (const entity of this.slots)
      if (entity?.owner === owner) this.despawn(entity.object, nextTick)
    this.#owned.delete(owner)
  }

  /** A living entity by id. */
  get(id: EntityId): Entity | undefined {
    const entity = this.slots[id & 0xffff]
    return entity?.id === id ? entity : undefined
  }

  /** The objects of a kind that live now. The array never changes: spawning and despawning make another. */
  ofKind(kind: string): readonly Holder[] {
    const herd = this.#byKind.get(kind)
    if (!herd)
      throw misuse(`there is no kind '${kind}'; kinds: ${[...this.#kinds.keys()].join(', ')}`)
    herd.isLent = true
    return herd.objects
  }

  /** The array for adding and taking out, which nobody loops over. */
  #changing(kind: string): Holder[] {
    const herd = this.#byKind.get(kind)!
    if (herd.isLent) herd.objects = herd.objects.slice()
    herd.isLent = false
    return herd.objects
  }

  /** Sets everything with a `path` to where it is at step `tick`, as until the next step what is spawned. */
  follow(tick: Tick): void {
    if (this.#pathKinds.length === 0) return
    this.#pathTime.ms = tick * this.#game.stepMs
    this.#follow()
  }

  #follow(): void {
    for (let i = 0; i < this.#pathKinds.length; i++) {
      const kind = this.#pathKinds[i]!
      const { objects } = this.#byKind.get(kind.name)!
      for (let k = 0; k < objects.length; k++) kind.path?.(objects[k]!, this.#pathTime.ms)
    }
  }

  /** Notes where everything is after a step of the room. Free of allocation. */
  note(times: OwnerTimes): void {
    if (!this.#hasStepsBetween) return
    for (let slot = 0; slot < this.slots.length; slot++) {
      const entity = this.slots[slot]
      if (entity?.extras) entity.extras.note(entity.object, stampOf(entity.owner, times))
    }
  }

  /** Takes everybody's numbers for a network tick, and gives rested slots free. `oldest`: as of `RowHistory.push`. */
  gather(tick: number, times: OwnerTimes, oldest?: number): void {
    for (let slot = 0; slot < this.slots.length; slot++) {
      const entity = this.slots[slot]
      if (!entity) continue
      entity.gather(tick, stampOf(entity.owner, times), oldest)
      if (entity.changedTick === tick) this.newsTick = tick
    }
    // To take numbers is to round; what is on a path is not on the grid.
    this.#follow()
    while (this.leaves.length > 0 && tick - this.leaves[0]!.tick >= HISTORY_TICKS - 1)
      this.#free.push(this.leaves.shift()!.slot)
  }

  /** Says that an entity was set somewhere else. */
  teleport(entity: object): void {
    const { object, fine, kind } = this.of(entity)
    const next = ((object[TELEPORTS] as number) + 1) & 7
    // The count has 3 bits, and must not wrap to the value told last: eight teleports would look like none.
    const told = fine.row[kind.schema.width - 1]
    object[TELEPORTS] = next === told ? (next + 1) & 7 : next
  }
}

/** The time of the newest state of what a player owns: who has lost the connection is moved in the room's time. */
function stampOf(owner: number, { peers, tick }: OwnerTimes): SubTick {
  const now = tick * SUBTICKS_PER_STEP
  return owner === 0 ? now : (peers.get(owner)?.stamp ?? now)
}

function misuse(message: string): GlissadeError {
  return new GlissadeError('misuse', message)
}
