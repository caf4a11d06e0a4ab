import type { Peer } from '../connection/peer.ts'
import { lowest } from '../interest/slot-set.ts'
import type { Visibility } from '../interest/visibility.ts'
import { isHeard } from '../world/events.ts'
import type { ToldRoom } from './told-room.ts'

/**
 * Whether network tick `tick` has anything to tell a client with a view of its own and baseline `baseline`: other entities
 * are in view than before, or an entity has changed since the client surely had it, or there is an event. Allocates nothing
 * once the view has grown.
 */
export function hasViewNews(
  { events, entities }: ToldRoom,
  visibility: Visibility,
  tick: number,
  peer: Peer,
  baseline: number,
): boolean {
  const { view, baselines } = peer
  if (!view || view.tick !== baselines.lastSentTick || view.forgets || view.hasWaited) return true
  if (!view.leaving.isEmpty) return true
  for (let i = Math.max(0, view.events - events.forgotten); i < events.list.length; i++)
    if (isHeard(events.list[i]!, peer.player.id)) return true
  if (peer.link.kind === 'ordered') view.acked(baseline)
  view.reach(entities.slots.length)
  visibility.find(tick, peer, view)
  const { ids, changedTicks } = visibility
  const { words } = view.next
  for (let w = 0; w < words.length; w++) {
    if (words[w] !== view.seen.words[w]) return true
    for (let bits = words[w]!; bits !== 0; bits &= bits - 1) {
      const slot = (w << 5) + lowest(bits)
      if (ids[slot] !== view.ids[slot] || changedTicks[slot]! > view.held[slot]!) return true
    }
  }
  return false
}
