import { GlissadeError } from '../../base/error.ts'
import { type Ms, SUBTICKS_PER_STEP, type Tick } from '../../base/units.ts'
import type { AnyGame, Kind } from '../../game/define-game.ts'
import type { EntityId, Field } from '../../game/field.ts'
import type { Identity } from '../../game/infer.ts'
import { Mover } from '../../game/mover.ts'
import { type Holder, TELEPORTS } from '../../game/schema.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import { CHANGED } from './change-tracker.ts'
import { Entity } from './entity.ts'
import { glidingOf } from './gliding.ts'
import { Herd } from './herd.ts'
import { isSeenByOthers, type Owner, Owners, type OwnerTimes } from './owners.ts'
import { ToldHorizons } from './told-horizons.ts'

const MOST_ENTITIES = 0xffff
/** The slots that there is room for once there is an entity. */
const LEAST_SLOTS = 16
const NO_TICKS = /* @__PURE__ */ new Int32Array(0)
/** Marks an entity whose movement each network tick must look at, even if nothing changes. */
const RESTLESS = 2
/** How often the room measures how far an entity's movement can be extrapolated. */
const LOOK_MS: Ms = 200

/** A slot that lost its entity before network tick `tick`. */
export interface Leave {
  readonly slot: number
  readonly tick: number
}

/**
 * All entities of a room by slot. A slot rests for 128 network ticks after its entity left: by then every client
 * has either acknowledged the leave or gets a complete body.
 */
export class Entities {
  /** By slot; empty slots are undefined. Its length is the greatest slot used plus one. */
  readonly slots: (Entity | undefined)[] = []
  /** `Entity.changedTick` by slot, all in one place for quick lookups; -1: an empty slot. */
  changedTicks: Int32Array = NO_TICKS
  /** Leaves of the last 127 network ticks, oldest first. */
  readonly leaves: Leave[] = []
  /** The newest network tick with a record or a leave for players who see everything; -1 before the first. */
  newsTick = -1
  /** The newest network tick with anything that only an entity's owner is told; -1 before the first. */
  ownNewsTick = -1
  /** The object with the fields of the room; empty for a game without any. */
  readonly room: Holder
  readonly #byKind = new Map<string, Herd>()
  /** Those that have ever had an entity: the others are not looked at. */
  readonly #herds: Herd[] = []
  /** Those whose kind has a `path`, and the moment at which they are. */
  readonly #onPaths: Herd[] = []
  #pathMs: Ms = 0
  readonly #owners: Owners
  readonly #generations: number[] = []
  readonly #free: number[] = []
  /** Whether the room makes steps that no network tick tells of. */
  readonly #hasStepsBetween: boolean
  readonly #game: AnyGame
  /** How many network ticks there are between two looks at an entity. */
  readonly #lookTicks: number

  constructor(game: AnyGame) {
    this.#game = game
    this.#owners = new Owners(game)
    this.#lookTicks = Math.max(1, Math.round(LOOK_MS / game.sendMs))
    this.#hasStepsBetween = game.sendSubTicks > SUBTICKS_PER_STEP
    const { roomKind } = game
    this.room = roomKind ? this.#spawn(new Herd(roomKind, null, false), 0, {}).object : {}
    const mover = new Mover(game, this.room)
    for (const kind of game.kinds) {
      if (kind === roomKind) continue
      const gliding = glidingOf(kind, game)
      const horizons = gliding && new ToldHorizons(gliding, kind, mover)
      const herd = new Herd(kind, horizons, isOwners(kind, game))
      this.#byKind.set(kind.name, herd)
      if (kind.path) this.#onPaths.push(herd)
    }
  }

  /** Makes an entity. Throws `misuse` for an unknown kind or field, or when the room is full of entities. */
  spawn(kindName: string, owner: number, start: object): Entity {
    const herd = this.#herdOf(kindName)
    if (herd.kind.path) this.#checkPath(kindName, start)
    return this.#spawn(herd, owner, start)
  }

  #spawn(herd: Herd, owner: number, start: object): Entity {
    const { kind } = herd
    const slot = this.#free.pop() ?? this.slots.length
    if (slot >= MOST_ENTITIES) throw misuse(`a room holds at most ${MOST_ENTITIES} entities`)
    const generation = (this.#generations[slot] = ((this.#generations[slot] ?? 0) % 255) + 1)
    const owning = this.ownerOf(owner)
    const entity = new Entity(herd, slot, generation, owning)
    try {
      kind.schema.assign(entity.object, start)
    } catch (error) {
      entity.end()
      this.#free.push(slot)
      if (slot === this.slots.length) this.slots.push(undefined)
      throw error
    }
    kind.schema.round(entity.object)
    kind.path?.(entity.object, this.#pathMs)
    this.slots[slot] = entity
    if (slot >= this.changedTicks.length) this.#growTicks()
    if (!this.#herds.includes(herd)) this.#herds.push(herd)
    herd.add(entity)
    if (owner > 0 && herd.isOwners) owning.entities = [...owning.entities, entity]
    return entity
  }

  /** Of a kind with a path, fields that are set on both sides are not sent. */
  #checkPath(kind: string, start: object): void {
    const record: { readonly [field: string]: Field } = this.#game.definition.entities[kind]
    for (const field of Object.keys(start))
      if (record[field]?.seen === 'all')
        throw misuse(`'${kind}' has a path, so '${field}' is not sent: make it once(...)`)
  }

  /** Removes an entity; `nextTick` is the first network tick without it. False when it was gone already. */
  despawn(object: object, nextTick: number): boolean {
    const entity = this.#behind(object)
    if (!entity) return false
    this.slots[entity.slot] = undefined
    this.changedTicks[entity.slot] = -1
    this.#herdOf(entity.kind.name).remove(entity)
    entity.end()
    this.#leaveOwner(entity)
    this.leaves.push({ slot: entity.slot, tick: nextTick })
    this.newsTick = nextTick
    return true
  }

  #leaveOwner(entity: Entity): void {
    const owner = this.ownerOf(entity.owner)
    if (owner.entities.includes(entity))
      owner.entities = owner.entities.filter((one) => one !== entity)
  }

  /**
   * Makes a player the owner of an entity, or with 0 the room. It stays the same entity; everybody is told of it anew.
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
    this.slots[slot] = entity
    this.changedTicks[slot] = -1
    herd.add(entity)
    if (owner > 0 && herd.isOwners) owning.entities = [...owning.entities, entity]
  }

  /**
   * The entity behind a game's object. Throws `stale` for one that is gone, and `misuse` for an object that is not an
   * entity.
   */
  of(object: object): Entity {
    const entity = this.#behind(object)
    if (entity) return entity
    const { kind = '', id } = (object ?? {}) as Partial<Identity>
    if (!this.#byKind.has(kind)) throw misuse('this object is not an entity of this room')
    throw new GlissadeError('stale', `${kind} ${id} is no longer in this room`)
  }

  #behind(object: object): Entity | undefined {
    const entity = this.get((object as Partial<Identity> | null)?.id as EntityId)
    return entity?.object === object ? entity : undefined
  }

  /** What is known of a player, or of the room: 0. One object until the player is forgotten. */
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

  /** A living entity by id. */
  get(id: EntityId): Entity | undefined {
    const entity = this.slots[id & 0xffff]
    return entity?.id === id ? entity : undefined
  }

  /** The objects of a kind that live now. The array never changes: spawning and despawning make another. */
  ofKind(kind: string): readonly Holder[] {
    return this.#herdOf(kind).lend()
  }

  #herdOf(kind: string): Herd {
    const herd = this.#byKind.get(kind)
    if (herd) return herd
    throw misuse(`there is no kind '${kind}'; kinds: ${[...this.#byKind.keys()].join(', ')}`)
  }

  /** Sets everything with a `path` to where it is at step `tick`, as until the next step what is spawned. */
  follow(tick: Tick): void {
    if (this.#onPaths.length === 0) return
    this.#pathMs = tick * this.#game.stepMs
    this.#followPaths(this.#pathMs)
  }

  #followPaths(timeMs: Ms): void {
    for (let i = 0; i < this.#onPaths.length; i++) this.#onPaths[i]!.followPath(timeMs)
  }

  /** Notes where each moving entity is after a step of the room. Free of allocation. */
  note(times: OwnerTimes): void {
    if (!this.#hasStepsBetween) return
    for (let k = 0; k < this.#herds.length; k++) this.#herds[k]!.note(times)
  }

  /** Takes every entity's numbers for a network tick, and frees rested slots. `oldest`: see `RowHistory.push`. */
  gather(tick: number, times: OwnerTimes, oldest: number = tick - HISTORY_TICKS): void {
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
      if (horizons === null) continue
      for (let n = this.#turn(tick); n < entities.length; n += this.#lookTicks) {
        const entity = entities[n]!
        const withMove = entity.isMoveDue() && isSeenByOthers(entity, times)
        entity.look(tick, this.#lookTicks, withMove)
      }
    }
    // To take numbers is to round; what is on a path is not on the grid.
    this.#followPaths(this.#pathMs)
    while (this.leaves.length > 0 && tick - this.leaves[0]!.tick >= HISTORY_TICKS - 1)
      this.#free.push(this.leaves.shift()!.slot)
  }

  /**
   * Which of each `#lookTicks` entities have their turn. Each has one turn in that many network ticks, but the order differs
   * each time: otherwise a movement of that period would always be seen at the same point.
   */
  #turn(tick: number): number {
    const round = Math.floor(tick / this.#lookTicks)
    return (tick + (Math.imul(round, 0x9e3779b1) >>> 16)) % this.#lookTicks
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

/** Whether snapshots tell owners of the entities of a kind that they own. */
function isOwners({ name, schema }: Kind, { definition }: AnyGame): boolean {
  return definition.move?.[name] !== undefined || schema.fine.length > schema.shared.length
}

function misuse(message: string): GlissadeError {
  return new GlissadeError('misuse', message)
}
