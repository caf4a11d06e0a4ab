import type { Peer } from '../connection/peer.ts'
import type { Player } from '../world/world.ts'

/** What a client's newest snapshot told, for tools and tests. */
export interface ViewReport {
  /** Its network tick. */
  readonly tick: number
  /** Slots of the entities in view, in order; the slot of an entity is the low 16 bits of its id. */
  readonly seen: readonly number[]
  /** Those of them that had to wait for a later snapshot. */
  readonly deferred: readonly number[]
  /** For each slot in `seen`, the priority that has added up while it waited. */
  readonly waited: readonly number[]
}

/**
 * Reports a player's view in a room. Returns null when the player's newest snapshot told of everything, as all such clients
 * get it, or there was none. Allocates: for tools and tests.
 */
export function reportView(
  room: { readonly peers: ReadonlyMap<number, Peer> },
  player: Player,
): ViewReport | null {
  const peer = room.peers.get(player.id)
  const view = peer?.view
  if (!peer || !view || view.tick !== peer.baselines.lastSentTick) return null
  const seen = view.seen.toArray()
  return {
    tick: view.tick,
    seen,
    deferred: seen.filter((slot) => !view.told(slot, view.tick)),
    waited: seen.map((slot) => view.waited[slot]!),
  }
}
