import { type Ms, SUBTICKS_PER_STEP } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { Welcome } from '../wire/packets/handshake.ts'
import { Prediction, type Techniques } from './prediction/predict.ts'
import type { SyncTest } from './prediction/sync-test.ts'
import { SnapshotReceiver } from './receive.ts'
import type { SessionStats } from './stats.ts'
import type { EventSink } from './timeline/event-queue.ts'
import { Timeline } from './timeline/timeline.ts'
import type { Views } from './view.ts'

/** The furthest that anybody is shown behind the render time. After that, everything of a first snapshot is on display. */
const MOST_LAG_MS: Ms = 250

/** Everything that begins with WELCOME and ends with the connection. */
export class Play {
  declare readonly player: number
  declare readonly prediction: Prediction
  declare readonly timeline: Timeline
  declare readonly receiver: SnapshotReceiver
  readonly #views: Views
  /** The time of its first snapshot; NaN before that. */
  #firstMs: Ms = Number.NaN

  /** `events`: where events go. */
  constructor(
    game: AnyGame,
    { player, nowSubTicks }: Welcome,
    views: Views,
    stats: SessionStats,
    techniques: Techniques,
    syncTest: SyncTest | undefined,
    isOrdered: boolean,
    events: EventSink | undefined,
  ) {
    this.player = player
    this.#views = views
    const prediction = new Prediction(game, player, nowSubTicks, views, stats, techniques, syncTest)
    // What `join` itself raised stands at the room's last whole step, which may be one behind.
    const joinedMs = (Math.floor(nowSubTicks / SUBTICKS_PER_STEP) - 1) * game.stepMs
    const timeline = new Timeline(game, player, views, stats, techniques, joinedMs, events)
    this.prediction = prediction
    this.timeline = timeline
    this.receiver = new SnapshotReceiver(game, prediction, timeline, stats, nowSubTicks, isOrdered)
  }

  /** A snapshot was read. */
  arrived(): void {
    if (Number.isNaN(this.#firstMs)) this.#firstMs = this.timeline.newestMs
  }

  /** Brings all views to the moment on display: see `Timeline.show`. */
  show(renderTimeMs: Ms, frameMs: Ms, leadsMs: Float64Array | undefined): void {
    const { timeline, prediction } = this
    timeline.show(renderTimeMs, frameMs, prediction.ownTimeMs(prediction.alpha), leadsMs)
    prediction.show(timeline.shownTick)
    if (renderTimeMs >= this.#firstMs + MOST_LAG_MS) this.#views.removeHeld()
  }
}
