import { BoxedTime } from '../../base/boxed-time.ts'
import { GlissadeError } from '../../base/error.ts'
import { type Ms, SUBTICKS_PER_STEP, type SubTick, type Tick } from '../../base/units.ts'
import type { AnyGame, Kind } from '../../game/define-game.ts'
import type { EntityId, Field } from '../../game/field.ts'
import type { Identity } from '../../game/infer.ts'
import { Mover } from '../../game/mover.ts'
import { type Holder, TELEPORTS } from '../../game/schema.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import { Entity, type EntityOwner } from './entity.ts'
import { glidingOf } from './gliding.ts'
import { TickStamps } from './tick-stamps.ts'
import { ToldCarry } from './told-carry.ts'
import { CHANGED, Watch } from './watch.ts'

export { Entity } from './entity.ts'

const MOST_ENTITIES = 0xffff
/** The slots that there is room for once there is an entity. */
const LEAST_SLOTS = 16
const NONE: readonly Entity[] = []
const NO_TICKS = /* @__PURE__ */ new Int32Array(0)
/** Marks an entity whose movement each network tick must look at, even if nothing changes. */
const RESTLESS = 2
/** How often the room measures how far an entity's movement can be carried on. */
const LOOK_MS: Ms = 200

/** What says whose time is what. */
export interface OwnerTimes {
  /** Players who are connected, each with the time of its newest state. */
  readonly peers: ReadonlyMap<number, { readonly stamp: SubTick }>
  /** Steps that the room has run. */
  readonly tick: Tick
  /** Those players, and what each saw in its newest snapshot. Default: all see everything. */
  readonly peerList?: readonly Seeing[]
}

/** A player, and what it saw in its newest snapshot. */
interface Seeing {
  readonly player: { readonly id: number }
  hadInView(entity: Entity): boolean
}

/** A slot that lost its entity before network tick `tick`. */
export interface Leave {
  readonly slot: number
  readonly tick: number
}

/** A player, or the room, and what it owns. */
export interface Owner extends EntityOwner {
  /** The entities that a player's inputs move, or that have fields for their owner. Never changed, but replaced. */
  entities: readonly Entity[]
}

/** The entities of a kind. */
interface Herd {
  readonly kind: Kind
  objects: Holder[]
  /** Whether somebody may be looping over them: then they are copied before any is added or taken out. */
  isLent: boolean
  /** The entities by place, and the watch that finds those that have changed. */
  readonly entities: Entity[]
  readonly watch: Watch
  /** How far each may be carried on; null for what does not glide. */
  readonly carry: ToldCarry | null
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
  readonly #byKind = new Map<string, Herd>()
  /** Those that have ever had an entity: the others are not looked at. */
  readonly #herds: Herd[] = []
  /** The room, and each player who has a place. */
  readonly #owners: Owner[] = []
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
  /** How many network ticks there are between two looks at an entity. */
  readonly #lookTicks: number

  constructor(game: AnyGame) {
    this.#game = game
    this.ownerOf(0)
    this.#lookTicks = Math.max(1, Math.round(LOOK_MS / game.sendMs))
    this.#pathTime.ms = 0
    this.#pathKinds = game.kinds.filter((kind) => kind.path)
    this.#isOwners = ({ name, schema }) =>
      game.definition.move?.[name] !== undefined || schema.fine.length > schema.shared.length
    this.#hasStepsBetween = game.sendSubTicks > SUBTICKS_PER_STEP
    const mover = new Mover(game)
    for (const kind of game.kinds) {
      const watch = new Watch(kind.schema)
      const gliding = glidingOf(kind, game)
      const carry = gliding && new ToldCarry(gliding, kind, mover)
      this.#byKind.set(kind.name, { kind, objects: [], isLent: false, entities: [], watch, carry })
    }
    for (const { name } of this.#pathKinds) {
      const record: { readonly [field: string]: Field } = game.definition.entities[name]
      const unsent = Object.keys(record).filter((field) => record[field]?.seen === 'all')
      this.#unsent.set(name, new Set(unsent))
    }
  }

  /** Makes an entity. Throws `misuse` for an unknown kind or field, or when the room is full of entities. */
  spawn(kindName: string, owner: number, start: object): Entity {
    const herd = this.#herdOf(kindName)
    const { kind, watch, carry } = herd
    const unsent = this.#unsent.get(kindName)
    for (const field of Object.keys(start))
      if (unsent?.has(field))
        throw misuse(`'${kindName}' has a path, so '${field}' is not sent: make it once(...)`)
    const slot = this.#free.pop() ?? this.slots.length
    if (slot >= MOST_ENTITIES) throw misuse(`a room holds at most ${MOST_ENTITIES} entities`)
    const generation = (this.#generations[slot] = ((this.#generations[slot] ?? 0) % 255) + 1)
    const owning = this.ownerOf(owner)
    const isOwners = owner > 0 && this.#isOwners(kind)
    const entity = new Entity(slot, generation, kind, owning, watch, carry, isOwners)
    try {
      kind.schema.assign(entity.object, start)
    } catch (error) {
      entity.end()
      this.#free.push(slot)
      if (slot === this.slots.length) this.slots.push(undefined)
      throw error
    }
    kind.schema.round(entity.object)
    kind.path?.(entity.object, this.#pathTime.ms)
    this.slots[slot] = entity
    if (slot >= this.changedTicks.length) this.#growTicks()
    if (!this.#herds.includes(herd)) this.#herds.push(herd)
    changing(herd).objects.push(entity.object)
    herd.entities.push(entity)
    entity.place = watch.add(entity.object)
    if (isOwners) owning.entities = [...owning.entities, entity]
    return entity
  }

  /** Removes an entity; `nextTick` is the first network tick without it. False when it was gone already. */
  despawn(object: object, nextTick: number): boolean {
    const entity = this.#behind(object)
    if (!entity) return false
    this.slots[entity.slot] = undefined
    this.changedTicks[entity.slot] = -1
    const { objects, entities, watch } = changing(this.#herdOf(entity.kind.name))
    objects.splice(objects.indexOf(entity.object), 1)
    entity.end()
    const { place } = entity
    const moved = entities.pop()!
    watch.remove(place)
    if (moved !== entity) entities[place] = moved
    moved.place = place
    const owner = this.ownerOf(entity.owner)
    if (owner.entities.includes(entity))
      owner.entities = owner.entities.filter((one) => one !== entity)
    this.leaves.push({ slot: entity.slot, tick: nextTick })
    this.newsTick = nextTick
    return true
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
    let owner = this.#owners.find((one) => one.id === id)
    if (!owner) {
      const input = this.#game.inputSchema.columns.map((c) => c.initial)
      owner = { id, ticks: new TickStamps(), input, entities: NONE }
      this.#owners.push(owner)
    }
    return owner
  }

  /** Removes everything a player owns, and forgets the player. */
  forget(owner: number, nextTick: number): void {
    for (const entity of this.slots)
      if (entity?.owner === owner) this.despawn(entity.object, nextTick)
    const at = this.#owners.findIndex(({ id }) => id === owner)
    if (at > 0) this.#owners.splice(at, 1)
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
    const herd = this.#herdOf(kind)
    herd.isLent = true
    return herd.objects
  }

  #herdOf(kind: string): Herd {
    const herd = this.#byKind.get(kind)
    if (herd) return herd
    throw misuse(`there is no kind '${kind}'; kinds: ${[...this.#byKind.keys()].join(', ')}`)
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

  /** Notes where each moving entity is after a step of the room. Free of allocation. */
  note(times: OwnerTimes): void {
    if (!this.#hasStepsBetween) return
    for (let k = 0; k < this.#herds.length; k++) {
      const { watch, entities, carry } = this.#herds[k]!
      if (carry === null) continue
      watch.find()
      const { marks } = watch
      for (let n = 0; n < entities.length; n++) {
        if ((marks[n]! & CHANGED) === 0) continue
        const { extras, owner } = entities[n]!
        extras!.note(n, stampOf(owner, times))
      }
    }
  }

  /** Takes every entity's numbers for a network tick, and frees rested slots. `oldest`: see `RowHistory.push`. */
  gather(tick: number, times: OwnerTimes, oldest: number = tick - HISTORY_TICKS): void {
    for (let i = 0; i < this.#owners.length; i++) {
      const { id, ticks } = this.#owners[i]!
      ticks.push(stampOf(id, times))
    }
    for (let k = 0; k < this.#herds.length; k++) {
      const { watch, entities, carry } = this.#herds[k]!
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
      if (carry === null) continue
      for (let n = this.#turn(tick); n < entities.length; n += this.#lookTicks) {
        const entity = entities[n]!
        const withMove = entity.isMoveDue() && isSeenByOthers(entity, times)
        entity.look(tick, this.#lookTicks, withMove)
      }
    }
    // To take numbers is to round; what is on a path is not on the grid.
    this.#follow()
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

/** A kind's entities for adding and taking out, in an array of objects that nobody loops over. */
function changing(herd: Herd): Herd {
  if (herd.isLent) herd.objects = herd.objects.slice()
  herd.isLent = false
  return herd
}

/** The time of the newest state of what a player owns: who has lost the connection is moved in the room's time. */
function stampOf(owner: number, { peers, tick }: OwnerTimes): SubTick {
  const now = tick * SUBTICKS_PER_STEP
  return owner === 0 ? now : (peers.get(owner)?.stamp ?? now)
}

/** Whether somebody else than its owner saw an entity in the newest snapshot. */
function isSeenByOthers(entity: Entity, { peerList }: OwnerTimes): boolean {
  if (peerList === undefined) return true
  for (let i = 0; i < peerList.length; i++) {
    const peer = peerList[i]!
    if (peer.player.id !== entity.owner && peer.hadInView(entity)) return true
  }
  return false
}

function misuse(message: string): GlissadeError {
  return new GlissadeError('misuse', message)
}
