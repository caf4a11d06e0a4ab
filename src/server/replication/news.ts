import type { ChangesWriter } from '../../wire/coding/coding.ts'
import type { Peer } from '../connection/peer.ts'
import type { PlayerTimes } from './player-times.ts'
import type { SnapshotPlan } from './snapshot-plan.ts'
import type { ToldRoom } from './told-room.ts'
import type { Views } from './views.ts'

/**
 * Decides whether the snapshot of a network tick has anything new for a client. The room leaves out snapshots without news,
 * except a few a second. Allocates nothing.
 */
export class News {
  readonly #source: ToldRoom
  readonly #times: PlayerTimes
  readonly #coding: ChangesWriter
  readonly #mostTicks: number
  /** Codes the bodies of clients with a view of their own; null if there are none. */
  #views: Views | null = null
  #tick = 0
  /** The newest network tick with news for everybody: of the room's entities and events, or of the coding. */
  #newsTick = -1
  /** The last question about the players' times, and its answer: most clients have the same baselines. */
  #askedBaseline = -1
  #askedBefore = -1
  #isTimeNews = false

  /** `mostTicks`: most network ticks between two snapshots for a client. */
  constructor(source: ToldRoom, times: PlayerTimes, coding: ChangesWriter, mostTicks: number) {
    this.#source = source
    this.#times = times
    this.#coding = coding
    this.#mostTicks = mostTicks
  }

  /** Called when all about network tick `tick` is known. `views`: codes bodies for one client alone, if there are any. */
  begin(tick: number, views: Views | null): void {
    const { entities, events } = this.#source
    this.#tick = tick
    this.#views = views
    this.#newsTick = Math.max(this.#coding.newsTick, entities.newsTick, events.newsTick)
    this.#askedBaseline = -1
  }

  /** Whether a body against `baseline`, which was coded against `before`, would tell a client anything; -1: none. */
  isInBody(peer: Peer, baseline: number, before: number): boolean {
    if (baseline < 0 || this.#hasTimeNews(baseline, before)) return true
    const views = this.#views
    if (views && !views.visibility.look(this.#tick, peer))
      return baseline < this.#coding.newsTick || views.hasNews(peer, baseline)
    if (baseline <= peer.lastPartialTick || baseline < peer.lastPrivateTick) return true
    return baseline < this.#newsTick
  }

  #hasTimeNews(baseline: number, before: number): boolean {
    if (baseline !== this.#askedBaseline || before !== this.#askedBefore) {
      this.#askedBaseline = baseline
      this.#askedBefore = before
      this.#isTimeNews = this.#times.hasNews(this.#tick, baseline, before)
    }
    return this.#isTimeNews
  }

  /**
   * Whether a client needs the planned snapshot. The client has to know that a moving entity has come to rest, so nothing is
   * left out until it has a snapshot with nothing new.
   */
  isDue(peer: Peer, { baseline, hasBody, nowMs }: SnapshotPlan): boolean {
    const { quietTick, baselines, messages, place } = peer
    if (hasBody || quietTick < 0 || baseline < quietTick) return true
    if (this.#tick - baselines.lastSentTick >= this.#mostTicks) return true
    // A client whose inputs keep changing has to know what became of them.
    if (!place.isRestSaid && !place.isQuiet(nowMs)) return true
    if (messages.received !== peer.messagesTold || baseline < peer.messagesTick) return true
    if (baseline < peer.epochTick) return true
    return baseline < this.#source.entities.ownNewsTick && hasNewsOfOwn(peer, baseline)
  }
}

/** Whether anything that only its owner gets is newer than the snapshot of network tick `baseline`. */
function hasNewsOfOwn({ owner: { entities } }: Peer, baseline: number): boolean {
  for (let i = 0; i < entities.length; i++) if (entities[i]!.ownTick > baseline) return true
  return false
}
