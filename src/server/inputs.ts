import { SUBTICKS_PER_STEP, type SubTick } from '../base/units.ts'
import type { Player, World } from '../game/world.ts'
import type { RoomHost } from './host.ts'
import type { Peer } from './peer.ts'

type EventFunction = (world: World, data: object, by: Player) => void

/** How far a player's own time may be ahead of the room's; an honest one is so for a moment, after a rough start. */
const MOST_AHEAD_STEPS = 64

/**
 * Applies the inputs of a player that wait, as far as the guard lets them: one fixed step of that player alone for each
 * input. `now` is the room's time. Free of allocation unless the game raises events.
 */
export function applyInputs(room: RoomHost, peer: Peer, now: SubTick): void {
  const { inbox, guard, time, mover } = peer
  const nextSend = room.nextNetworkTick * room.game.sendSubTicks
  while (peer.isOpen && inbox.isWaiting && guard.take(now, nextSend)) {
    const dropped = inbox.dropped
    const id = inbox.next(peer.input)
    room.stats.inputsDropped += inbox.dropped - dropped
    if (id === 0) continue
    room.stats.inputsApplied++
    // Whoever leaves out inputs to be ahead in time gets no further than this.
    const stamp = Math.min(time.epochs.stampOf(id), now + MOST_AHEAD_STEPS * SUBTICKS_PER_STEP)
    mover.begin(peer.player.id, id, stamp, false)
    for (let i = 0; i < peer.owned.length; i++) {
      const entity = peer.owned[i]!
      mover.move(entity.kind, entity.kind.schema, entity.object, entity.id, peer.input)
      entity.extras?.note(entity.object, peer.stamp)
    }
    if (mover.raised.length > 0) raise(room, peer, id, stamp)
  }
}

function raise(room: RoomHost, peer: Peer, input: number, stamp: SubTick): void {
  for (const { kind, data, index } of peer.mover.raised) {
    // What an event called may have ended the player's connection.
    if (!peer.isOpen) return
    const from = { player: peer.player.id, input, index }
    const event = room.events.add(kind, data, stamp, room.nextNetworkTick, from)
    const on = room.game.definition.on?.[kind.name] as EventFunction | undefined
    on?.(room.gameWorld, event.record.toObject(), peer.player)
  }
}
