import type { GameParts } from '../../game/define-game.ts'
import { fail, type Vec2 } from '../../game/field.ts'
import type { EntityKinds } from '../../game/world.ts'
import type { Player, ServerEntity, World } from '../world/world.ts'

/** Least bytes of a snapshot that a budget has to leave: its head and what cannot wait fit into them in most games. */
const LEAST_PACKET_BYTES = 50

/** An entity of any kind, as the server's functions see it: told apart by its `kind`. */
export type SomeEntity<E extends EntityKinds> = {
  [K in keyof E & string]: ServerEntity<E, K>
}[keyof E & string]

/**
 * What each player sees of a room, and so what its client is told of: what is near, and what the game's own rule lets
 * through. A player always sees what it owns. Those who see the entity hear an event of `move`, and everybody hears an
 * event of the room, unless `emit` says who hears it.
 */
export interface Interest<P extends GameParts = GameParts, S = unknown> {
  /**
   * By kind: where an entity is. Return a `vec2` field, or the entity itself where it has `x` and `y`: a new object would
   * be garbage for each entity and network tick. Kinds that are left out are near everybody.
   */
  at: {
    [K in keyof P['entities'] & string]?: (entity: ServerEntity<P['entities'], K>) => Readonly<Vec2>
  }
  /** Where a player looks from; null: from everywhere. Called at most once a network tick for each player. */
  from: (world: World<P, S>, player: Player<P['profile']>) => Readonly<Vec2> | null
  /** How near an entity has to come to be seen, in the units of `at`. Above 0. */
  radius: number
  /** By how much further it has to go to be lost from sight, from 0. Default: an eighth of the radius. */
  margin?: number | undefined
  /**
   * The game's own rule, such as fog, teams or stealth: false hides an entity that is near. Asked each network tick of
   * all that is near each player, so keep it quick; also of an entity that came and went since the network tick before, if
   * an event is near it. Default: all that is near is seen.
   */
  sees?:
    | ((
        world: World<P, S>,
        player: Player<P['profile']>,
        entity: SomeEntity<P['entities']>,
      ) => boolean)
    | undefined
}

/** How much each client is sent, and what goes first when that is not enough for everything. */
export interface Budget<P extends GameParts = GameParts> {
  /**
   * Bytes of snapshots a second to each client, with up to two packets' worth saved up; at least 50 for each packet.
   * What cannot wait is sent all the same and paid back later: the player's own entities, and once in a while
   * something larger than that. Default: no limit.
   */
  bytesPerSecond?: number | undefined
  /**
   * How much an entity matters to a player, from 0. Of what does not fit into a packet that goes first for which most
   * of this has added up in the network ticks that it has waited: so everything has its turn. Default: 1. Asked only
   * where something has to wait, also of entities that do not fit into a datagram.
   */
  priority?:
    | ((entity: SomeEntity<P['entities']>, player: Player<P['profile']>) => number)
    | undefined
}

/** Throws `schema-definition` where something is off. `kinds`: the names of those there are. */
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
        fail(`defineRoom: interest.at.${kind}: there is no entity kind '${kind}'`)
    if (typeof from !== 'function')
      fail(`defineRoom: interest.from is ${from}, it must be a function`)
    if (!(radius > 0 && radius < Infinity))
      fail(`defineRoom: interest.radius is ${radius}, it must be a finite number above 0`)
    if (!(margin >= 0 && margin < Infinity))
      fail(`defineRoom: interest.margin is ${margin}, it must be a finite number from 0`)
  }
  const bytes = budget?.bytesPerSecond ?? Infinity
  const least = LEAST_PACKET_BYTES * sendHz
  if (!(bytes >= least))
    fail(
      `defineRoom: budget.bytesPerSecond is ${bytes}, it must be from ${least}: ${LEAST_PACKET_BYTES} for each packet`,
    )
}
