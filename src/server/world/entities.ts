import { GlissadeError } from '../../base/error.ts'
import { noSuch } from '../../base/settings.ts'
import { type Ms, SUBTICKS_PER_STEP, type Tick } from '../../base/units.ts'
import type { AnyGame, Kind } from '../../game/define-game.ts'
import type { EntityId, Field } from '../../game/field.ts'
import type { Identity } from '../../game/infer.ts'
import { checkGiven, type Misfit } from '../../game/misfits.ts'
import { Mover } from '../../game/mover.ts'
import { type Holder, TELEPORTS } from '../../game/schema.ts'
import { HISTORY_TICKS, MAX_EXTRAS } from '../../wire/limits.ts'
import {
  type Archive,
  archiveFinite,
  archiveList,
  archiveNetworkTick,
  archiveWhole,
  check,
  unreadable,
} from '../save/archive.ts'
import { CHANGED } from './change-tracker.ts'
import { Entity } from './entity.ts'
import { glidingOf } from './gliding.ts'
import { guardedObject } from './guarded-object.ts'
import { Herd } from './herd.ts'
import { type Hooks, THROWS_ON } from './hooks.ts'
import { isSeenByOthers, type Owner, Owners, type OwnerTimes } from './owners.ts'
import { RoomOnGrid } from './room-on-grid.ts'
import { KEPT_STAMPS } from './tick-stamps.ts'
import { ToldHorizons } from './told-horizons.ts'

const MOST_ENTITIES = 0xffff
const MOST_GENERATION = 255
/** How many slots there is room for at first. */
const LEAST_SLOTS = 16
const NO_TICKS = /* @__PURE__ */ new Int32Array(0)
/** Marks an entity whose movement each network tick must look at, even if nothing changes. */
const RESTLESS = 2
/** How often the room measures how far an entity's movement can be extrapolated. */
const LOOK_MS: Ms = 200

/** How much of the past is kept, if it is: a player may be shown a moment that is 500 ms old, and the movement that led to it. */
const PAST_MS: Ms = 900

/** Where an entity is, and whose. `seed`: see `Entity.seed`; 0: its id. */
export interface Placed {
  readonly slot: number
  readonly generation: number
  readonly owner: number
  readonly seed: number
}

/** A slot whose entity left before network tick `tick`. */
export interface Leave {
  readonly slot: number
  readonly tick: number
}

/**
 * All entities of a room by slot. A slot stays empty for 128 network ticks after its entity left: by then every client
 * has either acknowledged the leave or gets a complete body.
 */
export class Entities {
  /** By slot; empty slots are undefined. Its length is the greatest slot used plus one. */
  readonly slots: (Entity | undefined)[] = []
  /** `Entity.changedTick` by slot, in one array for quick lookups; -1: an empty slot. */
  changedTicks: Int32Array = NO_TICKS
  /** Leaves of the last 127 network ticks, oldest first. */
  readonly leaves: Leave[] = []
  /** The newest network tick with a record or a leave for players who see everything; -1 before the first. */
  newsTick = -1
  /** The newest network tick with something that only an entity's owner is told; -1 before the first. */
  ownNewsTick = -1
  /** The object with the fields of the room; empty for a game without any. */
  readonly room: Holder
  /** The same as pages have them, for `move`; null for a game without any. */
  readonly roomOnGrid: RoomOnGrid | null
  readonly #byKind = new Map<string, Herd>()
  /** The herds that have ever had an entity. The others are skipped. */
  readonly #herds: Herd[] = []
  /** The herds whose kind has a `path`, and the moment to which they are set. */
  readonly #onPaths: Herd[] = []
  #pathMs: Ms = 0
  /** The values that the game has written and no field can hold, until somebody takes them out. */
  readonly misfits: Misfit[] = []
  /** The last network tick for which numbers were taken; -1 before the first. */
  gatheredTick = -1
  /** The entities spawned since it was set. Null: nobody asks. */
  spawned: Entity[] | null = null
  /** Whether the past of all entities is kept, because the room judges by what players saw. */
  keepsPast = false
  readonly #owners: Owners
  readonly #generations: number[] = []
  readonly #free: number[] = []
  /** Whether the room makes steps between network ticks. */
  readonly #hasStepsBetween: boolean
  readonly #game: AnyGame
  /** How many network ticks there are from one look at an entity to the next. */
  readonly #lookTicks: number
  /** How many network ticks, and samples, make `PAST_MS`. */
  readonly #pastTicks: number
  readonly #pastSamples: number

  /** `hooks`: of the room. Default: errors of the game's functions are thrown on. */
  constructor(game: AnyGame, hooks: Hooks = THROWS_ON) {
    this.#game = game
    this.#owners = new Owners(game)
    this.#lookTicks = Math.max(1, Math.round(LOOK_MS / game.sendMs))
    this.#pastTicks = Math.min(Math.ceil(PAST_MS / game.sendMs), KEPT_STAMPS - 1)
    const between = Math.ceil(game.sendSubTicks / SUBTICKS_PER_STEP) - 1
    const samples = this.#pastTicks * (1 + Math.min(between, MAX_EXTRAS))
    this.#pastSamples = 2 ** Math.ceil(Math.log2(samples))
    this.#hasStepsBetween = game.sendSubTicks > SUBTICKS_PER_STEP
    const { roomKind } = game
    this.room = roomKind ? this.#spawn(new Herd(roomKind, hooks, null, false), 0, {}).object : {}
    this.roomOnGrid = roomKind && new RoomOnGrid(roomKind.schema, this.room)
    const mover = new Mover(game, this.roomOnGrid?.object)
    for (const kind of game.kinds) {
      if (kind === roomKind) continue
      const gliding = glidingOf(kind, game)
      const horizons = gliding && new ToldHorizons(gliding, kind, mover, hooks)
      const herd = new Herd(kind, hooks, horizons, tellsOwners(kind, game))
      this.#byKind.set(kind.name, herd)
      if (kind.path) this.#onPaths.push(herd)
    }
  }

  /**
   * Makes an entity. `seed`: see `Entity.seed`; 0: its id. Throws `misuse` for an unknown kind or field, or when the room is full
   * of entities.
   */
  spawn(kindName: string, owner: number, start: object, seed = 0): Entity {
    const herd = this.#herdOf(kindName)
    checkGiven(herd.kind.schema, start, `spawn('${kindName}')`)
    if (herd.kind.path) this.#checkPath(kindName, start)
    return this.#spawn(herd, owner, start, seed)
  }

  /** Whether there is no space for another entity. */
  get isFull(): boolean {
    return this.#free.length === 0 && this.slots.length >= MOST_ENTITIES
  }

  #spawn(herd: Herd, owner: number, start: object, seed = 0): Entity {
    if (this.isFull)
      throw new GlissadeError('misuse', `a room holds at most ${MOST_ENTITIES} entities`)
    const slot = this.#free.pop() ?? this.slots.length
    const generation = (this.#generations[slot] = ((this.#generations[slot] ?? 0) % 255) + 1)
    const entity = this.#put(herd, { slot, generation, owner, seed }, start)
    herd.kind.schema.round(entity.object)
    herd.setOnPath(entity.object, this.#pathMs)
    this.spawned?.push(entity)
    return entity
  }

  /** Puts a saved entity back where it was. The one with the fields of the room is there already. */
  restore(kindName: string, placed: Placed, fields: object): void {
    const { roomKind } = this.#game
    const isRoom = kindName === roomKind?.name
    // The one of the room has a place from the start.
    if (isRoom !== (this.slots[placed.slot] !== undefined)) throw unreadable()
    if (isRoom) roomKind.schema.assign(this.room, fields)
    else this.#put(this.#herdOf(kindName), placed, fields)
    while (this.#generations.length < this.slots.length) this.#generations.push(0)
    this.#generations[placed.slot] = placed.generation
  }

  /** Makes the slots without an entity free, if nothing else is known of them. */
  freeSlots(): void {
    for (let slot = 0; slot < this.slots.length; slot++)
      if (!this.slots[slot]) this.#free.push(slot)
  }

  /** All but the objects, which `restore` has put back by then. */
  archive(archive: Archive, nextTick: Tick): void {
    this.#pathMs = archiveFinite(archive, this.#pathMs)
    this.gatheredTick = archiveNetworkTick(archive, this.gatheredTick)
    this.newsTick = archiveNetworkTick(archive, this.newsTick, nextTick)
    this.ownNewsTick = archiveNetworkTick(archive, this.ownNewsTick, nextTick)
    if (archive.flag(this.keepsPast)) this.keepPast()
    const generation = (one = 0) => archiveWhole(archive, one, 0, MOST_GENERATION)
    const generations = archiveList(archive, this.#generations, generation)
    check(archive, generations.length >= this.slots.length && generations.length <= MOST_ENTITIES)
    for (const [slot, entity] of this.slots.entries())
      check(archive, !entity || entity.generation === generations[slot])
    replace(this.#generations, generations)
    const slot = (one = 0) => archiveWhole(archive, one, 0, generations.length - 1)
    const leave = (one: Leave | undefined) => ({
      slot: slot(one?.slot),
      tick: archiveWhole(archive, one?.tick ?? 0, 0, nextTick),
    })
    replace(this.#free, archiveList(archive, this.#free, slot))
    replace(this.leaves, archiveList(archive, this.leaves, leave))
    // Each slot has an entity, or is free, or will be.
    const empty = [...this.#free, ...this.leaves.map((one) => one.slot)]
    check(archive, new Set(empty).size === empty.length && !empty.some((one) => this.slots[one]))
    for (let n = this.slots.length; n < this.#generations.length; n++) this.slots.push(undefined)
    this.#owners.archive(archive, this.keepsPast ? this.#pastTicks + 2 : 2, (slot) => {
      const entity = this.slots[slot]
      if (!entity) throw unreadable()
      return entity
    })
    const oldest = this.gatheredTick - this.#pastTicks
    for (const entity of this.slots) {
      entity?.archive(archive, oldest)
      if (!entity) continue
      check(archive, entity.history.newestTick <= this.gatheredTick)
      this.changedTicks[entity.slot] = entity.changedTick
    }
  }

  #put(herd: Herd, { slot, generation, owner, seed }: Placed, start: object): Entity {
    const { kind } = herd
    const owning = this.ownerOf(owner)
    const entity = new Entity(herd, slot, generation, owning, guardedObject(kind.schema), seed)
    if (this.keepsPast) entity.keepPast(this.#pastSamples)
    try {
      kind.schema.assign(entity.object, start)
    } catch (error) {
      entity.end()
      this.#free.push(slot)
      if (slot === this.slots.length) this.slots.push(undefined)
      throw error
    }
    this.slots[slot] = entity
    while (slot >= this.changedTicks.length) this.#growTicks()
    if (!this.#herds.includes(herd)) this.#herds.push(herd)
    herd.add(entity)
    if (owner > 0 && herd.tellsOwners) owning.entities = [...owning.entities, entity]
    return entity
  }

  /** Throws `misuse` for a field that is not sent: both sides compute it for a kind with a path. */
  #checkPath(kind: string, start: object): void {
    const record: { readonly [field: string]: Field } = this.#game.definition.entities[kind]
    for (const field of Object.keys(start))
      if (record[field]?.seen === 'all')
        throw new GlissadeError(
          'misuse',
          `'${kind}' has a path, so '${field}' is not sent: make it once(...)`,
        )
  }

  /** Removes an entity. `nextTick`: the first network tick without it. Returns false when it was gone already. */
  despawn(object: object, nextTick: number): boolean {
    const entity = this.#behind(object)
    if (entity) this.remove(entity, nextTick)
    return entity !== undefined
  }

  /** Removes a living entity. */
  remove(entity: Entity, nextTick: number): void {
    this.slots[entity.slot] = undefined
    this.changedTicks[entity.slot] = -1
    this.#herdOf(entity.kind.name).remove(entity)
    entity.end()
    this.#leaveOwner(entity)
    this.leaves.push({ slot: entity.slot, tick: nextTick })
    this.newsTick = nextTick
  }

  #leaveOwner(entity: Entity): void {
    const owner = this.ownerOf(entity.owner)
    if (owner.entities.includes(entity))
      owner.entities = owner.entities.filter((one) => one !== entity)
  }

  /**
   * Makes a player, or with 0 the room, the owner of an entity. It stays the same entity, and everybody is told of it anew.
   * `nextTick`: the first network tick with that owner.
   */
  give(object: object, owner: number, nextTick: number): void {
    const before = this.of(object)
    if (before.owner === owner) return
    const herd = this.#herdOf(before.kind.name)
    const { slot, generation } = before
    this.#leaveOwner(before)
    before.end()
    herd.remove(before)
    const owning = this.ownerOf(owner)
    const entity = new Entity(herd, slot, generation, owning, before.object)
    entity.givenTick = nextTick
    if (this.keepsPast) entity.keepPast(this.#pastSamples)
    this.slots[slot] = entity
    this.changedTicks[slot] = -1
    herd.add(entity)
    if (owner > 0 && herd.tellsOwners) owning.entities = [...owning.entities, entity]
  }

  /** Replaces all values that no field can hold, as `gather` does. Then the objects can be saved. */
  mend(): void {
    for (const { watch } of this.#herds)
      for (let place = 0; place < watch.count; place++) watch.mend(place)
  }

  /** Keeps the past of all entities from now on: what was sent of them in the last `PAST_MS`. */
  keepPast(): void {
    if (this.keepsPast) return
    this.keepsPast = true
    for (const entity of this.slots) entity?.keepPast(this.#pastSamples)
  }

  /** Returns the entity behind a game's object. Throws `stale` if it is gone, and `misuse` if the object is no entity. */
  of(object: object): Entity {
    const entity = this.#behind(object)
    if (entity) return entity
    const { kind = '', id } = (object ?? {}) as Partial<Identity>
    if (!this.#byKind.has(kind))
      throw new GlissadeError('misuse', 'this object is not an entity of this room')
    throw new GlissadeError('stale', `${kind} ${id} is no longer in this room`)
  }

  /** Returns the entities of a kind in the order of spawning. */
  inOrder(kind: Kind): Entity[] {
    const { roomKind, playersKind } = this.#game
    if (kind === roomKind || kind === playersKind)
      return this.slots.filter((entity) => entity?.kind === kind) as Entity[]
    return this.ofKind(kind.name).map((object) => this.of(object))
  }

  /** Returns what an object says that it is, if it was made for an entity of this game; undefined for any other. */
  identityOf(object: object): Identity | undefined {
    const { kind, id, mine } = object as Partial<Identity>
    if (typeof kind !== 'string' || typeof id !== 'number' || mine === undefined) return undefined
    return this.#byKind.has(kind) ? (object as Identity) : undefined
  }

  #behind(object: object): Entity | undefined {
    const entity = this.get((object as Partial<Identity> | null)?.id as EntityId)
    return entity?.object === object ? entity : undefined
  }

  /** Returns what is known of a player, or with 0 of the room: the same object until the player is forgotten. */
  ownerOf(id: number): Owner {
    return this.#owners.of(id)
  }

  /** Removes everything a player owns, and forgets the player. */
  forget(owner: number, nextTick: number): void {
    for (const entity of this.slots)
      if (entity?.owner === owner) this.despawn(entity.object, nextTick)
    this.#owners.forget(owner)
  }

  #growTicks(): void {
    const ticks = this.changedTicks
    this.changedTicks = new Int32Array(Math.max(LEAST_SLOTS, 2 * ticks.length)).fill(-1)
    this.changedTicks.set(ticks)
  }

  /** Returns a living entity by id. */
  get(id: EntityId): Entity | undefined {
    const entity = this.slots[id & 0xffff]
    return entity?.id === id ? entity : undefined
  }

  /** Returns the living objects of a kind. The array never changes: spawning and despawning make another. */
  ofKind(kind: string): readonly Holder[] {
    return this.#herdOf(kind).lend()
  }

  #herdOf(kind: string): Herd {
    const herd = this.#byKind.get(kind)
    if (herd) return herd
    const known = Object.keys(this.#game.definition.entities)
    throw new GlissadeError('misuse', noSuch('kind', kind, known))
  }

  /** Sets all entities with a `path` to where they are at step `tick`. Those spawned until the next step start there too. */
  follow(tick: Tick): void {
    if (this.#onPaths.length === 0) return
    this.#pathMs = tick * this.#game.stepMs
    this.#followPaths(this.#pathMs)
  }

  #followPaths(timeMs: Ms): void {
    for (let i = 0; i < this.#onPaths.length; i++) this.#onPaths[i]!.followPath(timeMs)
  }

  /** Notes where each moving entity is after a step of the room. Allocates nothing. */
  note(times: OwnerTimes): void {
    if (!this.#hasStepsBetween) return
    for (let k = 0; k < this.#herds.length; k++) this.#herds[k]!.note(times)
  }

  /** Takes the numbers of all entities for a network tick, and frees slots for reuse. `needed`: see `RowHistory.push`. */
  gather(tick: number, times: OwnerTimes, needed: number = tick - HISTORY_TICKS): void {
    const oldest = this.keepsPast ? Math.min(needed, tick - this.#pastTicks) : needed
    this.gatheredTick = tick
    this.#owners.pushTimes(times)
    for (let k = 0; k < this.#herds.length; k++) {
      const { watch, entities, horizons } = this.#herds[k]!
      watch.find()
      const { marks } = watch
      for (let n = 0; n < entities.length; n++) {
        if (marks[n] === 0) continue
        const isOther = (marks[n]! & CHANGED) !== 0
        const entity = entities[n]!
        entity.gather(tick, isOther, oldest)
        this.changedTicks[entity.slot] = entity.changedTick
        if (entity.changedTick === tick) this.newsTick = tick
        if (entity.ownTick === tick) this.ownNewsTick = tick
        marks[n] = entity.extras?.isRestless ? RESTLESS : 0
      }
      if (watch.misfits.length > 0) this.misfits.push(...watch.misfits.splice(0))
      if (horizons === null) continue
      for (let n = this.#turn(tick); n < entities.length; n += this.#lookTicks) {
        const entity = entities[n]!
        const withMove = entity.isMoveDue() && isSeenByOthers(entity, times)
        entity.look(tick, this.#lookTicks, withMove)
      }
    }
    this.roomOnGrid?.refresh()
    // Taking numbers keeps them within their range, which one on a path need not have.
    this.#followPaths(this.#pathMs)
    while (this.leaves.length > 0 && tick - this.leaves[0]!.tick >= HISTORY_TICKS - 1)
      this.#free.push(this.leaves.shift()!.slot)
  }

  /**
   * Returns which of each `#lookTicks` entities has its turn. Each has one turn in that many network ticks, but the order
   * differs each time: otherwise a movement of that period would always be seen at the same point.
   */
  #turn(tick: number): number {
    const round = Math.floor(tick / this.#lookTicks)
    return (tick + (Math.imul(round, 0x9e3779b1) >>> 16)) % this.#lookTicks
  }

  /** Notes that an entity was set somewhere else. */
  teleport(entity: object): void {
    const { object, fine, kind } = this.of(entity)
    const next = ((object[TELEPORTS] as number) + 1) & 7
    // The count has 3 bits, and must not wrap to the value told last: eight teleports would look like none.
    const told = fine.row[kind.schema.width - 1]
    object[TELEPORTS] = next === told ? (next + 1) & 7 : next
  }
}

/** Whether snapshots tell owners of the entities of a kind that they own. */
function tellsOwners({ name, schema }: Kind, { definition }: AnyGame): boolean {
  return definition.move?.[name] !== undefined || schema.fine.length > schema.shared.length
}

function replace<T>(list: T[], items: readonly T[]): void {
  list.splice(0, list.length, ...items)
}
