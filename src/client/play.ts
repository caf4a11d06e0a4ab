import { type Ms, SUBTICKS_PER_STEP } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { Welcome } from '../wire/handshake.ts'
import { Prediction, type Techniques } from './predict.ts'
import { SnapshotReceiver } from './receive.ts'
import type { SessionStats } from './stats.ts'
import type { SyncTest } from './sync-test.ts'
import { type EventSink, Timeline } from './timeline.ts'
import type { Views } from './view.ts'

/** Everything that begins with WELCOME and ends with the connection. */
export interface Play {
  readonly player: number
  readonly prediction: Prediction
  readonly timeline: Timeline
  readonly receiver: SnapshotReceiver
  /** The time of its first snapshot; NaN before that. */
  firstMs: Ms
}

/** Makes what follows a WELCOME. `events`: where events go. */
export function openPlay(
  game: AnyGame,
  { player, nowSubTicks }: Welcome,
  views: Views,
  stats: SessionStats,
  techniques: Techniques,
  syncTest: SyncTest | undefined,
  isOrdered: boolean,
  events: EventSink | undefined,
): Play {
  const prediction = new Prediction(game, player, nowSubTicks, views, stats, techniques, syncTest)
  // What `join` itself raised stands at the room's last whole step, which may be one behind.
  const joinedMs = (Math.floor(nowSubTicks / SUBTICKS_PER_STEP) - 1) * game.stepMs
  const timeline = new Timeline(game, player, views, stats, techniques, joinedMs, events)
  const receiver = new SnapshotReceiver(game, prediction, timeline, stats, nowSubTicks, isOrdered)
  return { player, prediction, timeline, receiver, firstMs: Number.NaN }
}
