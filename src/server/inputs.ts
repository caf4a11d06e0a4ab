import { SUBTICKS_PER_STEP, type SubTick } from '../base/units.ts'
import type { RoomHost } from './host.ts'
import { type InputAuthority, InputSteps } from './input-steps.ts'
import type { Peer } from './peer.ts'

/** How far a player's own time may be ahead of the room's; an honest one is so for a moment, after a rough start. */
const MOST_AHEAD_STEPS = 64

/**
 * `authority: 'input'`: inputs are applied as they come, one fixed step of that player alone for each. Free of allocation
 * unless the game raises events.
 */
export class Inputs implements InputAuthority {
  readonly #room: RoomHost
  readonly #steps: InputSteps

  constructor(room: RoomHost) {
    this.#room = room
    this.#steps = new InputSteps(room)
  }

  came(peer: Peer, arrival: SubTick): void {
    peer.time.arrived(peer.inbox.received, arrival)
    this.step(peer, arrival)
  }

  /** Applies the inputs of a player that wait, as far as the guard lets them. `now` is the room's time. */
  step(peer: Peer, now: SubTick): void {
    const room = this.#room
    const steps = this.#steps
    const { inbox, guard, time } = peer
    if (!inbox.isWaiting) return
    const nextSend = room.nextNetworkTick * room.game.sendSubTicks
    while (peer.isOpen && inbox.isWaiting && guard.take(now, nextSend)) {
      const dropped = inbox.dropped
      const id = inbox.next(steps.input)
      room.stats.inputsDropped += inbox.dropped - dropped
      if (id === 0) continue
      room.stats.inputsApplied++
      const own = time.epochs.stampOf(id)
      // Whoever leaves out inputs to be ahead in time gets no further than this.
      steps.run(peer, id, own, Math.min(own, now + MOST_AHEAD_STEPS * SUBTICKS_PER_STEP))
    }
  }
}
