import { type Ms, type Seconds, SUBTICKS_PER_STEP } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { Roster } from '../game/roster.ts'
import type { Playout } from '../time/playout/playout.ts'
import type { Held, Welcome } from '../wire/packets/handshake.ts'
import type { SessionStats } from './page/stats.ts'
import type { Views } from './page/view.ts'
import { Prediction, type PredictionOptions } from './prediction/predict.ts'
import { SnapshotReceiver } from './receive.ts'
import type { EventSink } from './timeline/event-queue.ts'
import { Timeline } from './timeline/timeline.ts'

/** How far behind the render time an entity is shown at most: after this time, all of the first snapshot is on display. */
const MOST_LAG_MS: Ms = 250

export interface PlayOptions extends PredictionOptions {
  /** Receives the events; undefined in a game without events. */
  readonly events: EventSink | undefined
  readonly isOrdered: boolean
  /** Receives the players; default: nobody. */
  readonly roster?: Roster | undefined
}

/** The part of a session that begins with input 1, and goes on through reconnects as long as the server can go on too. */
export class Play {
  declare readonly player: number
  declare readonly prediction: Prediction
  declare readonly timeline: Timeline
  declare readonly receiver: SnapshotReceiver
  readonly #views: Views
  readonly #stats: SessionStats
  /** The time of the first snapshot; NaN before it has come. */
  #firstMs: Ms = Number.NaN

  constructor(game: AnyGame, { player, nowSubTicks }: Welcome, options: PlayOptions) {
    const { views, stats, techniques, events, isOrdered } = options
    this.player = player
    this.#views = views
    this.#stats = stats
    // Events that `join` itself raised have the stamp of the room's last whole step, which may be one step behind.
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
      options.roster,
    )
    this.prediction = new Prediction(game, player, nowSubTicks, options)
    this.receiver = new SnapshotReceiver(game, this, stats, { now: nowSubTicks, isOrdered })
  }

  /** What to tell the server of this play when the connection has broken; undefined before the first snapshot. */
  get held(): Pick<Held, 'tick' | 'applied'> | undefined {
    const { newestTick: tick } = this.timeline
    return tick < 0 ? undefined : { tick, applied: this.prediction.acknowledged }
  }

  /** Goes on over another connection, which begins with a complete snapshot. */
  goOn(isOrdered: boolean): void {
    this.receiver.goOn(isOrdered)
    // The server has forgotten them.
    this.timeline.display.moments.forget(this.timeline.times.all)
  }

  /** Tells the render clocks of the room and of all players that the snapshot just read came at `arrivedAtMs`. */
  tellClocks(playout: Playout, arrivedAtMs: Ms): void {
    const { timeline } = this
    const { news, head } = this.receiver
    if (Number.isNaN(this.#firstMs)) this.#firstMs = timeline.newestMs
    playout.arrived(timeline.newestMs, arrivedAtMs, news.leftOut, head.isQuiet)
    timeline.times.arrived(arrivedAtMs, news.leftOut, head.isQuiet)
  }

  /** Moves the render clocks on to `nowMs`. After a gap they jump to where they should be, and no correction is eased. */
  advanceClocks(playout: Playout, nowMs: Ms, afterGap: boolean): void {
    const { timeline } = this
    if (afterGap) {
      this.#stats.gaps++
      this.prediction.settle()
      playout.jump(nowMs)
    }
    const renderTimeMs = playout.advance(nowMs)
    timeline.times.advance(nowMs, afterGap)
    this.#stats.delayMs = playout.delayMs
    this.#stats.bufferMs = timeline.newestMs - renderTimeMs
  }

  /**
   * Brings all views to the moment on display: those of remote entities to the time of the render clocks, `frameMs` after the
   * previous frame, and the own ones to the moment `alpha` of the newest step.
   */
  show({ renderTimeMs, leadsMs }: Playout, frameMs: Ms, alpha: number, dtSeconds: Seconds): void {
    const { timeline, prediction } = this
    timeline.show(renderTimeMs, frameMs, prediction.ownTimeMs(alpha), leadsMs)
    timeline.shownInput = prediction.newest - 1 + alpha
    prediction.show(alpha, dtSeconds, timeline.shownTick)
    if (renderTimeMs >= this.#firstMs + MOST_LAG_MS) this.#views.removeHeld()
  }
}
