import { type Ms, type Seconds, SUBTICKS_PER_STEP } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { Playout } from '../time/playout/playout.ts'
import type { Welcome } from '../wire/packets/handshake.ts'
import type { SessionStats } from './page/stats.ts'
import type { Views } from './page/view.ts'
import { Prediction, type PredictionOptions } from './prediction/predict.ts'
import { SnapshotReceiver } from './receive.ts'
import type { EventSink } from './timeline/event-queue.ts'
import { Timeline } from './timeline/timeline.ts'

/** The furthest that anybody is shown behind the render time. After that, everything of a first snapshot is on display. */
const MOST_LAG_MS: Ms = 250

/** What a session hands to each of its connections. */
export interface PlayOptions extends PredictionOptions {
  /** Where events go; undefined in a game without any. */
  readonly events: EventSink | undefined
  /** Whether the link delivers in order. */
  readonly isOrdered: boolean
}

/** Everything that begins with WELCOME and ends with the connection. */
export class Play {
  declare readonly player: number
  declare readonly prediction: Prediction
  declare readonly timeline: Timeline
  declare readonly receiver: SnapshotReceiver
  readonly #views: Views
  readonly #stats: SessionStats
  /** The time of its first snapshot; NaN before that. */
  #firstMs: Ms = Number.NaN

  constructor(game: AnyGame, { player, nowSubTicks }: Welcome, options: PlayOptions) {
    const { views, stats, techniques, events, isOrdered } = options
    this.player = player
    this.#views = views
    this.#stats = stats
    // What `join` itself raised stands at the room's last whole step, which may be one behind.
    const joinedMs = (Math.floor(nowSubTicks / SUBTICKS_PER_STEP) - 1) * game.stepMs
    this.timeline = new Timeline(
      game,
      player,
      views,
      stats,
      techniques,
      joinedMs,
      events,
      options.room,
    )
    this.prediction = new Prediction(game, player, nowSubTicks, options)
    this.receiver = new SnapshotReceiver(game, this, stats, { now: nowSubTicks, isOrdered })
  }

  /** Tells the render clocks, that of the room and those of all players, that the snapshot just taken came at `arrivedAtMs`. */
  tellClocks(playout: Playout, arrivedAtMs: Ms): void {
    const { timeline } = this
    const { news, head } = this.receiver
    if (Number.isNaN(this.#firstMs)) this.#firstMs = timeline.newestMs
    playout.arrived(timeline.newestMs, arrivedAtMs, news.leftOut, head.isQuiet)
    timeline.times.arrived(arrivedAtMs, news.leftOut, head.isQuiet)
  }

  /** No frame came for a while: what was eased meanwhile is not eased any more. */
  leaveOutGap(): void {
    this.#stats.gaps++
    this.prediction.settle()
  }

  /** Moves the render clocks on to `nowMs`; after a gap they jump to where they should be. */
  advanceClocks(playout: Playout, nowMs: Ms, afterGap: boolean): void {
    const { timeline } = this
    if (afterGap) playout.jump(nowMs)
    const renderTimeMs = playout.advance(nowMs)
    timeline.times.advance(nowMs, afterGap)
    this.#stats.delayMs = playout.delayMs
    this.#stats.bufferMs = timeline.newestMs - renderTimeMs
  }

  /**
   * Brings all views to the moment on display: those of others to that of the render clocks, `frameMs` after the frame before;
   * the own ones to the moment `alpha` of the newest step.
   */
  show({ renderTimeMs, leadsMs }: Playout, frameMs: Ms, alpha: number, dtSeconds: Seconds): void {
    const { timeline, prediction } = this
    timeline.show(renderTimeMs, frameMs, prediction.ownTimeMs(alpha), leadsMs)
    prediction.show(alpha, dtSeconds, timeline.shownTick)
    if (renderTimeMs >= this.#firstMs + MOST_LAG_MS) this.#views.removeHeld()
  }
}
