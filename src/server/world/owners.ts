import { SUBTICKS_PER_STEP, type SubTick, type Tick } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import { type Archive, archiveList, check, unreadable } from '../save/archive.ts'
import { archiveRow } from '../save/rows.ts'
import type { Entity, EntityOwner } from './entity.ts'
import { TickStamps } from './tick-stamps.ts'

const NONE: readonly Entity[] = []

/** Tells the time of what each player owns. */
export interface OwnerTimes {
  /** Connected players, each with the time of its newest state. */
  readonly peers: ReadonlyMap<number, { readonly stamp: SubTick }>
  /** Steps that the room has run. */
  readonly tick: Tick
  /** The same players, and what each saw in its newest snapshot. Default: all see everything. */
  readonly peerList?: readonly Seeing[]
}

/** A player, and what it saw in its newest snapshot. */
interface Seeing {
  readonly player: { readonly id: number }
  hadInView(entity: Entity): boolean
}

/** A player, or the room, and what it owns. */
export interface Owner extends EntityOwner {
  /** The entities that a player's inputs move, or that have fields for their owner. Replaced, but never changed. */
  entities: readonly Entity[]
}

/** The room, and each player who has a place. */
export class Owners {
  readonly #list: Owner[] = []
  readonly #game: AnyGame

  constructor(game: AnyGame) {
    this.#game = game
    this.of(0)
  }

  /** Returns what is known of a player, or with 0 of the room: the same object until the player is forgotten. */
  of(id: number): Owner {
    let owner = this.#list.find((one) => one.id === id)
    if (!owner) {
      const input = this.#game.inputSchema.columns.map((c) => c.initial)
      owner = { id, ticks: new TickStamps(), input, entities: NONE }
      this.#list.push(owner)
    }
    return owner
  }

  /** All owners. `kept`: how many times of network ticks. `bySlot`: finds an entity that has been restored. */
  archive(archive: Archive, kept: number, bySlot: (slot: number) => Entity): void {
    // In a restored room, the room and the players are there already.
    const known = this.#list.slice()
    const owners = archiveList(archive, this.#list, (owner) => {
      const id = archive.number(owner?.id ?? 0)
      const one = known.find((each) => each.id === id)
      if (!one) throw unreadable()
      one.ticks.archive(archive, kept)
      archiveRow(archive, one.input, this.#game.inputSchema.columns)
      const entities = archiveList(archive, one.entities, (entity) =>
        bySlot(archive.number(entity?.slot ?? 0)),
      )
      check(
        archive,
        entities.every((entity) => entity.owner === id),
      )
      check(archive, new Set(entities).size === entities.length)
      if (archive.isRestoring) one.entities = entities
      return one
    })
    check(archive, owners.length === known.length && new Set(owners).size === known.length)
    check(archive, owners[0]!.id === 0)
    this.#list.splice(0, this.#list.length, ...owners)
  }

  /** Forgets a player. */
  forget(id: number): void {
    const at = this.#list.findIndex((one) => one.id === id)
    if (at > 0) this.#list.splice(at, 1)
  }

  /** Called when a network tick begins. Notes the time of what each owner owns. */
  pushTimes(times: OwnerTimes): void {
    for (let i = 0; i < this.#list.length; i++) {
      const { id, ticks } = this.#list[i]!
      ticks.push(stampOf(id, times))
    }
  }
}

/** Returns the time of the newest state of what a player owns. The room moves away players in its own time. */
export function stampOf(owner: number, { peers, tick }: OwnerTimes): SubTick {
  const now = tick * SUBTICKS_PER_STEP
  return owner === 0 ? now : (peers.get(owner)?.stamp ?? now)
}

/** Whether a player other than its owner saw an entity in the newest snapshot. */
export function isSeenByOthers(entity: Entity, { peerList }: OwnerTimes): boolean {
  if (peerList === undefined) return true
  for (let i = 0; i < peerList.length; i++) {
    const peer = peerList[i]!
    if (peer.player.id !== entity.owner && peer.hadInView(entity)) return true
  }
  return false
}
