import type { Vec2 } from '../../game/field.ts'
import { Entity } from '../world/entity.ts'
import type { RoomEvent, RoomEvents } from '../world/events.ts'
import type { Viewer } from './look.ts'
import type { Visibility } from './visibility.ts'

/** A connected player who may hear events. */
interface Hearer extends Viewer {
  /** The newest network tick with a private event for this player, see `RoomEvent.isPrivate`; -1: none. */
  lastPrivateTick: number
}

/** What `decideHearers` needs of a room. */
interface HeardRoom {
  readonly peerList: readonly Hearer[]
  readonly events: RoomEvents
}

/**
 * Decides which players hear each event that was raised up to network tick `tick`. It decides once, in the first network
 * tick that carries the event, by what each player sees then. A player who comes near later does not hear it. The room
 * repeats the event to a player who hears it until the client acknowledges it, even if the player looks from elsewhere by
 * then. `visibility`: null if the game has no points of view.
 */
export function decideHearers(
  source: HeardRoom,
  tick: number,
  visibility: Visibility | null,
): void {
  const { list, forgotten } = source.events
  for (let i = source.events.decided - forgotten; i < list.length; i++)
    decide(source, tick, visibility, list[i]!)
  source.events.decided = forgotten + list.length
}

function decide(
  { peerList }: HeardRoom,
  tick: number,
  visibility: Visibility | null,
  { near, hearers, isPrivate }: RoomEvent,
): void {
  if (!hearers) return
  for (let i = 0; i < peerList.length; i++) {
    const peer = peerList[i]!
    const { id } = peer.player
    if (near && visibility && isNear(visibility, tick, peer, near)) hearers.add(id)
    if (isPrivate && hearers.has(id)) peer.lastPrivateTick = tick
  }
}

function isNear(
  visibility: Visibility,
  tick: number,
  hearer: Hearer,
  near: Entity | Readonly<Vec2>,
): boolean {
  if (near instanceof Entity) return visibility.sees(tick, hearer, near)
  return visibility.reaches(tick, hearer, near)
}
