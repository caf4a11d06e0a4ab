import type { Ms } from '../base/units.ts'
import type { ChangesWriter } from '../wire/coding.ts'
import type { RoomHost } from './host.ts'
import type { Peer } from './peer.ts'
import type { PlayerTimes } from './player-times.ts'
import type { Views } from './view/views.ts'

/**
 * Says whether the snapshot of a network tick would tell a client anything new. What would not is left out, but for a few
 * a second. Free of allocation.
 */
export class News {
  readonly #source: RoomHost
  readonly #times: PlayerTimes
  readonly #coding: ChangesWriter
  readonly #mostTicks: number
  /** What some clients see of the world, if that is not everything. */
  #views: Views | null = null
  #tick = 0
  /** The newest network tick that told everybody something, and the newest that told something that is not of entities. */
  #newsTick = -1
  #otherTick = -1

  /** `mostTicks`: how many network ticks apart the snapshots for a client are at most. */
  constructor(source: RoomHost, times: PlayerTimes, coding: ChangesWriter, mostTicks: number) {
    this.#source = source
    this.#times = times
    this.#coding = coding
    this.#mostTicks = mostTicks
  }

  /** Network tick `tick` begins: everything of it is known. `views`: what codes bodies for one client alone, if there is any. */
  begin(tick: number, views: Views | null): void {
    const { entities, events } = this.#source
    this.#tick = tick
    this.#views = views
    this.#otherTick = Math.max(this.#times.newsTick, this.#coding.newsTick)
    this.#newsTick = Math.max(this.#otherTick, entities.newsTick, events.newsTick)
  }

  /** Whether a body that goes on from `baseline` would tell a client anything; -1: there is none. */
  isInBody(peer: Peer, baseline: number): boolean {
    if (baseline < 0) return true
    const views = this.#views
    if (views && !views.visibility.look(this.#tick, peer))
      return baseline < this.#otherTick || views.hasNews(peer, baseline)
    if (baseline <= peer.lastPartialTick || baseline < peer.lastPrivateTick) return true
    return baseline < this.#newsTick
  }

  /**
   * Whether a client has to get a snapshot now that has `baseline`. It has to know that what moved has come to rest: so nothing
   * is left out until it has one that had nothing new. `isInBody`: what that says.
   */
  isDue(peer: Peer, baseline: number, isInBody: boolean, nowMs: Ms): boolean {
    const { quietTick, lastSentTick, messages, rest } = peer
    if (isInBody || quietTick < 0 || baseline < quietTick) return true
    if (this.#tick - lastSentTick >= this.#mostTicks) return true
    // Whose inputs are other ones all the time has to know what became of them.
    if (!rest.isSaid && !peer.isQuiet(nowMs)) return true
    if (messages.received !== peer.messagesTold || baseline < peer.messagesTick) return true
    return baseline < peer.epochTick || hasNewsOfOwn(peer, baseline)
  }
}

/** Whether anything that only its owner gets is newer than the snapshot of network tick `baseline`. */
function hasNewsOfOwn({ owned }: Peer, baseline: number): boolean {
  for (let i = 0; i < owned.length; i++) if (owned[i]!.own!.newestTick > baseline) return true
  return false
}
