import { SUBTICKS_PER_STEP, type SubTick } from '../base/units.ts'
import { Mover } from '../game/mover.ts'
import type { Holder } from '../game/schema.ts'
import type { Player, World } from '../game/world.ts'
import type { RoomHost } from './host.ts'
import type { Peer } from './peer.ts'

type EventFunction = (world: World, data: object, by: Player) => void

/** How far a player's own time may be ahead of the room's; an honest one is so for a moment, after a rough start. */
const MOST_AHEAD_STEPS = 64

/** Applies inputs: one fixed step of a player alone for each. Free of allocation unless the game raises events. */
export class Inputs {
  readonly #room: RoomHost
  readonly #mover: Mover
  /** What the game's `move` reads; refilled for each input. */
  readonly #input: Holder

  constructor(room: RoomHost) {
    this.#room = room
    this.#mover = new Mover(room.game)
    this.#input = room.game.inputSchema.create()
  }

  /** Applies the inputs of a player that wait, as far as the guard lets them. `now` is the room's time. */
  apply(peer: Peer, now: SubTick): void {
    const room = this.#room
    const mover = this.#mover
    const { inbox, guard, time, owned } = peer
    const nextSend = room.nextNetworkTick * room.game.sendSubTicks
    while (peer.isOpen && inbox.isWaiting && guard.take(now, nextSend)) {
      const dropped = inbox.dropped
      const id = inbox.next(this.#input)
      room.stats.inputsDropped += inbox.dropped - dropped
      if (id === 0) continue
      room.stats.inputsApplied++
      const own = time.epochs.stampOf(id)
      // Whoever leaves out inputs to be ahead in time gets no further than this.
      const stamp = Math.min(own, now + MOST_AHEAD_STEPS * SUBTICKS_PER_STEP)
      mover.begin(peer.player.id, id, stamp, false)
      for (let i = 0; i < owned.length; i++) {
        const entity = owned[i]!
        mover.move(entity.kind, entity.kind.schema, entity.object, entity.id, this.#input)
        entity.extras?.note(entity.object, own)
      }
      if (mover.raised.length > 0) this.#raise(peer, id, stamp)
    }
  }

  #raise(peer: Peer, input: number, stamp: SubTick): void {
    const room = this.#room
    for (const { kind, data, index } of this.#mover.raised) {
      // What an event called may have ended the player's connection.
      if (!peer.isOpen) return
      const from = { player: peer.player.id, input, index }
      const event = room.events.add(kind, data, stamp, room.nextNetworkTick, from)
      const on = room.game.definition.on?.[kind.name] as EventFunction | undefined
      on?.(room.gameWorld, event.record.toObject(), peer.player)
    }
  }
}
