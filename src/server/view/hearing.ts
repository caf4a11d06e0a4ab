import type { Vec2 } from '../../game/field.ts'
import { Entity } from '../entities.ts'
import type { RoomEvent } from '../events.ts'
import type { RoomHost } from '../host.ts'
import type { Peer } from '../peer.ts'
import type { Visibility } from './visibility.ts'

/**
 * Decides which players hear each event, once, in the first network tick that carries the event, by what each player sees
 * then. A player who comes near later does not hear it. A player who hears it is told until it acknowledges that, wherever
 * it looks from by then.
 */
export class Hearing {
  readonly #source: RoomHost
  readonly #visibility: Visibility

  constructor(source: RoomHost, visibility: Visibility) {
    this.#source = source
    this.#visibility = visibility
  }

  /** Decides for all events that were raised up to network tick `tick`. */
  decide(tick: number): void {
    const { events } = this.#source
    const { list, forgotten } = events
    for (let i = events.decided - forgotten; i < list.length; i++) this.#decide(tick, list[i]!)
    events.decided = forgotten + list.length
  }

  #decide(tick: number, { near, hearers, isPrivate }: RoomEvent): void {
    if (!hearers) return
    const { peerList } = this.#source
    for (let i = 0; i < peerList.length; i++) {
      const peer = peerList[i]!
      const { id } = peer.player
      if (near && this.#isNear(tick, peer, near)) hearers.add(id)
      if (isPrivate && hearers.has(id)) peer.lastPrivateTick = tick
    }
  }

  #isNear(tick: number, peer: Peer, near: Entity | Readonly<Vec2>): boolean {
    if (near instanceof Entity) return this.#visibility.sees(tick, peer, near)
    return this.#visibility.reaches(tick, peer, near)
  }
}
