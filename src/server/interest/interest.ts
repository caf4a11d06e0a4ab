import { noSuch } from '../../base/settings.ts'
import type { GameParts } from '../../game/define-game.ts'
import { fail, type Vec2 } from '../../game/field.ts'
import type { EntityKinds } from '../../game/world.ts'
import type { Player, ServerEntity, World } from '../world/world.ts'

/** Least bytes of a snapshot that a budget has to allow. Its head and what cannot wait fit into them in most games. */
const LEAST_PACKET_BYTES = 50

/** An entity of any kind, as the server's functions see it. Its `kind` tells which. */
export type SomeEntity<E extends EntityKinds> = {
  [K in keyof E & string]: ServerEntity<E, K>
}[keyof E & string]

/**
 * Decides which entities each player sees, and so which ones the room tells its client of. A player sees the near ones,
 * unless the game's own rule hides them, and always sees its own. Players who see an entity hear the events of its `move`.
 * Everybody hears an event of the room. In both cases `emit` may name another audience.
 */
export interface Interest<P extends GameParts = GameParts, S = unknown, A = unknown> {
  /**
   * By kind: returns where an entity is. Return a `vec2` field, or the entity itself if it has `x` and `y`, because a new
   * object would be garbage for each entity and network tick. Entities of kinds that are left out are near everybody.
   */
  at: {
    [K in keyof P['entities'] & string]?: (entity: ServerEntity<P['entities'], K>) => Readonly<Vec2>
  }
  /** Returns where a player looks from; null: from everywhere. Called at most once a network tick for each player. */
  from: (world: World<P, S, A>, player: Player<P['profile'], A>) => Readonly<Vec2> | null
  /** How near an entity has to come to be seen, in the units of `at`. Above 0. */
  radius: number
  /** How much further an entity has to go to be lost from sight, from 0. Default: an eighth of the radius. */
  margin?: number | undefined
  /**
   * The game's own rule, such as fog, teams or stealth. False hides an entity that is near. The room asks it each network
   * tick about every entity near each player, so keep it quick. If an event is near an entity that came and went since the
   * last network tick, the room asks about that entity too. Default: all that is near is seen.
   */
  sees?:
    | ((
        world: World<P, S, A>,
        player: Player<P['profile'], A>,
        entity: SomeEntity<P['entities']>,
      ) => boolean)
    | undefined
}

/** How much the room sends to each client, and what goes first when that is not enough for everything. */
export interface Budget<P extends GameParts = GameParts, A = unknown> {
  /**
   * Bytes of snapshots a second to each client, at least 50 for each packet. Up to two packets' worth can be saved up. What
   * cannot wait is sent all the same and paid back later: the player's own entities, and once in a while something larger
   * than that. Default: no limit.
   */
  bytesPerSecond?: number | undefined
  /**
   * How much an entity matters to a player, from 0. An entity that does not fit into a packet waits, and adds up this value
   * in each network tick. The entity with the greatest sum goes first, so every entity has its turn. Default: 1. Called
   * only where something has to wait, also for entities that do not fit into a datagram.
   */
  priority?:
    | ((entity: SomeEntity<P['entities']>, player: Player<P['profile'], A>) => number)
    | undefined
}

/** Throws `schema-definition` for an invalid `interest` or `budget`. `kinds`: the names of the entity kinds. */
export function checkInterest(
  interest: Interest | undefined,
  budget: Budget | undefined,
  kinds: readonly string[],
  sendHz: number,
): void {
  if (interest) {
    const { at, from, radius, margin = 0 } = interest
    for (const kind of Object.keys(at))
      if (!kinds.includes(kind))
        fail(`defineRoom: interest.at.${kind}: ${noSuch('entity kind', kind, kinds)}`)
    if (typeof from !== 'function')
      fail(`defineRoom: interest.from is ${from}, but must be a function`)
    if (!(radius > 0 && radius < Infinity))
      fail(`defineRoom: interest.radius is ${radius}, but must be a finite number above 0`)
    if (!(margin >= 0 && margin < Infinity))
      fail(`defineRoom: interest.margin is ${margin}, but must be a finite number, at least 0`)
  }
  const bytes = budget?.bytesPerSecond ?? Infinity
  const least = LEAST_PACKET_BYTES * sendHz
  if (!(bytes >= least))
    fail(
      `defineRoom: budget.bytesPerSecond is ${bytes}, but must be at least ${least}, ${LEAST_PACKET_BYTES} for each packet`,
    )
}
