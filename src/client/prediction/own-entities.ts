import { difference16 } from '../../base/sequence.ts'
import type { Kind } from '../../game/define-game.ts'
import type { Mover } from '../../game/mover.ts'
import { MOST_SPAWNED, type Spawned, spawnedBy, spawnerOf } from '../../game/spawned.ts'
import { PredictedStates } from '../../motion/predicted-states.ts'
import type { Views } from '../page/view.ts'
import { OwnEntity, PREDICTED } from './own-entity.ts'

/**
 * The entities of the local player, in the order in which the server moves them. The last ones are *ghosts*: entities that inputs
 * have spawned here, and that the server has not confirmed yet.
 */
export class OwnEntities {
  readonly list: OwnEntity[] = []
  readonly #player: number
  readonly #mover: Mover
  readonly #views: Views
  /** Ghosts that the running replay has not spawned again yet. Empty outside of a replay. */
  readonly #unclaimed: OwnEntity[] = []
  /** By kind: states of entities that are gone, to be used again: a few, because they are large. */
  readonly #spare: PredictedStates[][] = []

  constructor(player: number, mover: Mover, views: Views) {
    this.#player = player
    this.#mover = mover
    this.#views = views
  }

  find(slot: number): OwnEntity | undefined {
    for (const entity of this.list) if (entity.slot === slot) return entity
    return undefined
  }

  /**
   * Returns the entity of a slot. If the owner block names a new one, it is the ghost that was spawned as `seed`, or else one
   * whose press was taken later than predicted, or else a new entity. `seed`: see `Entity.seed` of the server; 0: its id.
   * `acknowledged`: the newest input that the server has applied.
   */
  claim(
    slot: number,
    generation: number,
    kind: Kind,
    seed: number,
    acknowledged: number,
  ): OwnEntity {
    const id = (generation << 16) | slot
    let known = this.find(slot)
    if (known && known.id !== id) {
      this.remove(known)
      known = undefined
    }
    if (seed < 0) known ??= ghostFor(this.list, kind, seed, acknowledged)
    known?.bind(slot, id, seed || id)
    return known ?? this.#add(slot, generation, kind, seed)
  }

  #add(slot: number, generation: number, kind: Kind, seed: number): OwnEntity {
    const isMoved = this.#mover.moves(kind)
    const states = this.#spare[kind.index]?.pop() ?? newStates(kind)
    const options = { player: this.#player, isMoved, states, seed }
    const entity = new OwnEntity(slot, generation, kind, options)
    this.list.push(entity)
    if (isMoved) this.#views.add(entity.view)
    return entity
  }

  /** Puts an entity at its place in the order in which the server moves them. */
  order(entity: OwnEntity, place: number): void {
    const { list } = this
    if (list[place] === entity) return
    list.splice(list.indexOf(entity), 1)
    list.splice(place, 0, entity)
  }

  remove(entity: OwnEntity): void {
    this.list.splice(this.list.indexOf(entity), 1)
    this.#forget(entity)
  }

  #forget({ kind, states, view }: OwnEntity): void {
    this.#views.remove(view)
    states.reset()
    const spare = (this.#spare[kind.index] ??= [])
    if (spare.length < MOST_SPAWNED) spare.push(states)
  }

  /** Adds what input `input` has spawned. A replay takes the ghosts that are there already. */
  spawn(spawned: readonly Spawned[], input: number): void {
    for (let index = 0; index < spawned.length; index++) {
      const { kind, start } = spawned[index]!
      const seed = spawnedBy(input, index)
      const known = ghostFor(this.#unclaimed, kind, seed, input)
      const ghost = known ?? this.#add(-1, 0, kind, seed)
      if (known) {
        this.#unclaimed.splice(this.#unclaimed.indexOf(known), 1)
        this.list.push(known)
      } else ghost.schema.assign(ghost.view.object, start)
      ghost.spawn(start, seed, input)
    }
  }

  /** Begins a replay: each ghost waits until it is spawned again. */
  takeGhosts(): void {
    const at = this.list.findIndex(({ isGhost }) => isGhost)
    if (at >= 0) this.#unclaimed.push(...this.list.splice(at))
  }

  /** Ends a replay: ghosts that were not spawned again are gone. */
  dropUnclaimed(): void {
    for (const ghost of this.#unclaimed.splice(0)) this.#forget(ghost)
  }

  /** Drops the ghosts that the server has not spawned, although it has applied their input. */
  dropUnconfirmed(acknowledged: number): void {
    for (let i = this.list.length - 1; i >= 0; i--) {
      const entity = this.list[i]!
      if (entity.isGhost && entity.spawnedAt <= acknowledged) this.remove(entity)
    }
  }
}

/** Returns the ghost that was spawned as `seed`, or else the oldest of its kind that an earlier input spawned. */
function ghostFor(
  ghosts: readonly OwnEntity[],
  kind: Kind,
  seed: number,
  near: number,
): OwnEntity | undefined {
  const input = near + difference16(spawnerOf(seed), near & 0xffff)
  const isGhost = (one: OwnEntity) => one.isGhost && one.kind === kind
  return (
    ghosts.find((one) => one.id === seed && isGhost(one)) ??
    ghosts.find((one) => one.spawnedAt < input && isGhost(one))
  )
}

/** Makes what keeps the predicted states of an entity of a kind. */
export function newStates({ schema: { curves, width } }: Kind): PredictedStates {
  return new PredictedStates({ curves, capacity: PREDICTED, teleportColumn: width - 1 })
}
