import { HORIZONS_MS } from '../../base/horizons.ts'
import type { Ms } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import { PASSED, TIME } from '../../motion/moment.ts'
import { SHOWN } from '../../motion/pieces.ts'
import { EMPTY, EXTRAPOLATED, HELD } from '../../motion/track-state.ts'
import { LaneMoments } from '../../time/playout/lane-moments.ts'
import type { SessionStats } from '../page/stats.ts'
import type { Views } from '../page/view.ts'
import type { Techniques } from '../prediction/predict.ts'
import type { Culling } from './culling.ts'
import { ROOM } from './players.ts'
import type { RemoteEntity } from './remote-entity.ts'
import type { ShownTimeline } from './shown-timeline.ts'
import { ToldMoments } from './told-moments.ts'

/** An entity that is extrapolated by less than this in a frame stands still: the render clock waits for data. */
const STILL_MS: Ms = 1

/** Brings the views of remote entities to the moment on display, and removes entities that have left by then. */
export class RemoteDisplay {
  /** The moment of the server's time that was shown last; NaN before the first. */
  renderTimeMs: Ms = Number.NaN
  readonly moments: ToldMoments
  readonly lanes: LaneMoments = new LaneMoments()
  /** Chooses the entities that are shown; undefined: all of them. */
  culling: Culling | undefined
  readonly #remotes: RemoteEntity[]
  readonly #views: Views
  readonly #stats: SessionStats
  readonly #techniques: Techniques
  readonly #moment = new Float64Array(2)
  #frame = 0
  #someLeft = false

  /** `remotes`: the entities held. The caller adds entities, and this class removes those that have left on display. */
  constructor(
    remotes: RemoteEntity[],
    views: Views,
    stats: SessionStats,
    techniques: Techniques,
    game: Pick<AnyGame, 'stepMs' | 'sendMs'>,
  ) {
    this.moments = new ToldMoments(game)
    this.#remotes = remotes
    this.#views = views
    this.#stats = stats
    this.#techniques = techniques
  }

  /** See `Timeline.show`. `newestTick`: the network tick of the newest snapshot. */
  show(
    newestTick: number,
    renderTimeMs: Ms,
    frameMs: Ms,
    ownTimeMs: Ms,
    leadsMs: Float64Array | undefined,
  ): void {
    this.renderTimeMs = renderTimeMs
    if (Number.isNaN(renderTimeMs)) return
    this.lanes.advance(renderTimeMs, frameMs, leadsMs)
    this.#moment[PASSED] = frameMs
    this.#frame++
    this.moments.shownHorizons = 0
    for (const remote of this.culling?.due(frameMs) ?? this.#remotes)
      this.#show(remote, newestTick, ownTimeMs)
    this.moments.shownHorizons |= this.culling?.settle() ?? 0
    if (this.#someLeft) this.#forgetGone()
  }

  /** Removes entities that left before `limitMs`. While no frames come, `show` does not remove any. */
  prune(limitMs: Ms): void {
    for (const remote of this.#remotes) if (remote.leftMs < limitMs) this.#leave(remote)
    if (this.#someLeft) this.#forgetGone()
  }

  /** Removes an entity at once, because it goes to another owner. */
  drop(remote: RemoteEntity): void {
    this.#setShown(remote, false)
    this.#remotes.splice(this.#remotes.indexOf(remote), 1)
  }

  #show(remote: RemoteEntity, newestTick: number, ownTimeMs: Ms): void {
    this.#advance(remote)
    if (remote.isPredicted) {
      if (this.renderTimeMs >= remote.leftMs) this.#leave(remote)
      return
    }
    const { shownTimeline, track } = remote
    const moment = this.#moment
    const snaps = !this.#techniques.interpolate
    const timeMs = snaps ? track.newestMs : remote.renderTimeMs
    moment[TIME] = timeMs
    const isStill = timeMs - track.pieces.values[track.row + SHOWN]! < STILL_MS
    const isSilent = remote.silentTick === newestTick
    remote.show(moment, ownTimeMs, !isSilent && remote.tick < knownTick(shownTimeline, newestTick))
    if (isStill && remote.state === EXTRAPOLATED) remote.state = HELD
    const { state } = remote
    // Entities leave at the moment of the room's events, so that what the room does is seen and heard together.
    const leavesMs = remote.owner === ROOM ? this.renderTimeMs : timeMs
    const hasLeft = snaps ? remote.leftMs < Number.POSITIVE_INFINITY : leavesMs >= remote.leftMs
    if (hasLeft) return this.#leave(remote)
    remote.hasEntered ||= timeMs >= track.firstMs
    this.#setShown(remote, remote.hasEntered && state !== EMPTY)
    if (remote.isShown && state === EXTRAPOLATED) this.#stats.extrapolatedFrames++
    if (remote.isShown && state === HELD) this.#stats.heldFrames++
  }

  /** Moves the entity's render time on: to the time of its player's clock, or along its lane. */
  #advance(remote: RemoteEntity): void {
    const { shownTimeline } = remote
    const { clock } = shownTimeline
    if (!clock) {
      const moment = this.#moment
      moment[TIME] = remote.renderTimeMs
      this.moments.shownHorizons |= 1 << remote.horizon
      this.lanes.moveOn(remote.horizon, moment)
      remote.renderTimeMs = moment[TIME]!
      return
    }
    // A player's entities and events are shown at one moment. The entity held for longest decides the horizon.
    if (shownTimeline.frame !== this.#frame) {
      shownTimeline.frame = this.#frame
      if (shownTimeline.horizon !== remote.horizon) {
        shownTimeline.horizon = remote.horizon
        clock.horizonMs = HORIZONS_MS[remote.horizon]!
      }
    }
    remote.renderTimeMs = clock.renderTimeMs
  }

  #leave(remote: RemoteEntity): void {
    this.#setShown(remote, false)
    remote.isGone = true
    this.#someLeft = true
  }

  #setShown(remote: RemoteEntity, isShown: boolean): void {
    if (isShown === remote.isShown) return
    remote.isShown = isShown
    if (isShown) this.#views.add(remote.view)
    else this.#views.remove(remote.view)
  }

  #forgetGone(): void {
    this.#someLeft = false
    const remotes = this.#remotes
    let kept = 0
    for (const remote of remotes) if (!remote.isGone) remotes[kept++] = remote
    remotes.length = kept
  }
}

/** Returns the newest network tick that told something of a player's entities, if only by leaving them out. */
function knownTick({ stalledTick, movedTick }: ShownTimeline, newestTick: number): number {
  return stalledTick === newestTick ? movedTick : newestTick
}
