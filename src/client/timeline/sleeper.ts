import type { Ms } from '../../base/units.ts'
import { getNumber } from '../../game/quantize.ts'
import { SHOWN } from '../../motion/pieces.ts'
import { COLUMNS } from '../../motion/samples.ts'
import { BETWEEN } from '../../motion/track-state.ts'
import type { LaneMoments } from '../../time/playout/lane-moments.ts'
import type { Culled } from './culled.ts'
import type { RemoteEntity, Sleep } from './remote-entity.ts'

/** For how long an entity may be extrapolated past its newest state: see `trackOf`. */
const AHEAD_MS: Ms = 400

const place = /* @__PURE__ */ new Float64Array(2)

/** What sleepers share. */
export interface Waking {
  /** The moments on display. */
  readonly lanes: LaneMoments
  /** Makes an entity due in each frame again, because it has news. `wasAway`: it was out of sight. */
  wake(remote: RemoteEntity, wasAway: boolean): void
}

/**
 * Lets an entity sleep. It is *away* while it is out of sight, and its view then grows old. It *rests* while it is in sight and
 * known to stand still: its view is right, whatever moment is on display. Free of allocation.
 */
export class Sleeper implements Sleep {
  isAway = false
  isResting = false
  isListed = false
  /** While it rests: its lane. */
  #horizon = 0
  /** While it is away: whether its view is older than its newest state. */
  #isOld = false
  readonly #remote: RemoteEntity
  declare readonly culled: Culled
  readonly #waking: Waking
  /** All places at which it may be shown, whatever moment is on display. */
  #left = 0.5
  #top = 0.5
  #right = 0.5
  #bottom = 0.5

  constructor(remote: RemoteEntity, culled: Culled, waking: Waking) {
    this.#remote = remote
    this.culled = culled
    this.#waking = waking
  }

  told(): void {
    if (this.isResting) this.#endRest()
    if (!this.isAway) return
    this.#isOld = true
    this.#include(this.#remote.track.samples.count - 1)
    if (!this.#mayBeSeen() && canSleep(this.#remote)) return
    this.isAway = false
    this.#waking.wake(this.#remote, true)
  }

  look(): void {
    if (this.isAway) {
      this.isAway = !this.#mayBeSeen()
      if (this.isAway && this.#isOld) this.#remote.copyNewest(this.#remote.view.object)
      this.#isOld = false
    } else if (canSleep(this.#remote) && !this.#measure()) {
      this.isAway = true
      this.isResting = false
      // Its view is as old as the moment on display.
      this.#isOld = true
      forgetPicture(this.#remote)
    }
  }

  mayRest(): boolean {
    const remote = this.#remote
    const { track } = remote
    if (!track.isResting || remote.state !== BETWEEN) return false
    if (!(remote.renderTimeMs >= track.newestMs)) return false
    this.#horizon = remote.horizon
    // Only the moment of a lane can be found again when it wakes.
    const isInLane = remote.renderTimeMs === this.#waking.lanes.momentOf(this.#horizon)
    this.isResting = isInLane && !remote.shownTimeline.clock && canSleep(remote)
    return this.isResting
  }

  /** It goes on as if it had been shown in each frame. */
  #endRest(): void {
    const remote = this.#remote
    const { pieces, row } = remote.track
    remote.renderTimeMs = this.#waking.lanes.momentOf(this.#horizon)
    pieces.values[row + SHOWN] = remote.renderTimeMs
    this.isResting = false
    this.#waking.wake(remote, false)
  }

  #mayBeSeen(): boolean {
    const { left, top, right, bottom } = this.culled
    return this.#right > left && this.#left < right && this.#bottom > top && this.#top < bottom
  }

  /** Finds all places at which it may be shown. Returns whether it may be seen at one of them. */
  #measure(): boolean {
    const { track, view, schema } = this.#remote
    const { x, y } = this.culled
    getNumber(schema.columns[x]!, view.object, place, 0)
    getNumber(schema.columns[y]!, view.object, place, 1)
    this.#left = this.#right = place[0]!
    this.#top = this.#bottom = place[1]!
    if (this.#mayBeSeen()) return true
    const { samples } = track
    let at = samples.count
    let isShown = false
    while (at-- > 0 && !isShown) {
      isShown = samples.values[samples.row(at)]! <= track.sampledMs
      this.#include(at)
    }
    return this.#mayBeSeen()
  }

  /** Includes the places between a sample and the one before, and those at which it may be extrapolated from there. */
  #include(at: number): void {
    const { samples } = this.#remote.track
    const { values } = samples
    const row = samples.row(at)
    const before = at > 0 ? samples.row(at - 1) : row
    const ahead = at > 0 ? AHEAD_MS / (values[row]! - values[before]!) : 0
    const x = COLUMNS + this.culled.x
    const y = COLUMNS + this.culled.y
    const goneX = values[row + x]! - values[before + x]!
    const goneY = values[row + y]! - values[before + y]!
    const reachX = Math.abs(goneX * ahead)
    const reachY = Math.abs(goneY * ahead)
    this.#left = Math.min(this.#left, values[row + x]! - reachX)
    this.#right = Math.max(this.#right, values[row + x]! + reachX)
    this.#top = Math.min(this.#top, values[row + y]! - reachY)
    this.#bottom = Math.max(this.#bottom, values[row + y]! + reachY)
  }
}

/** Whether all that an entity will show lies between and behind the states that are known. */
function canSleep({ isShown, leftMs, own, track }: RemoteEntity): boolean {
  const isStaying = isShown && leftMs === Number.POSITIVE_INFINITY
  return isStaying && !own && track.foresight === null && !track.offset.active
}

/** When it is shown again, nothing was seen before: nothing is eased, and its lane need not be caught up with. */
function forgetPicture(remote: RemoteEntity): void {
  const { track } = remote
  const { pieces, row } = track
  pieces.stop(row)
  pieces.values[row + SHOWN] = Number.NaN
  track.isRewritten = false
  remote.renderTimeMs = Number.NaN
}
