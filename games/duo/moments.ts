import type { LocalRoom } from '../local-room.ts'
import type { PipView } from '../platformer/picture/scene.ts'
import type { platformerRoom } from '../platformer/room.ts'
import type { Side } from './side.ts'

/** A frame is a fault when the time on display passes slower or faster than this: the eye sees it. */
const EVEN = { least: 0.75, most: 1.25 }

/**
 * The same player at its own client, on the server and at the other client: how far apart these are in time and in
 * pixels.
 */
export class Moments {
  /**
   * How far ahead of the server the player's own client shows the player. Below 0 without prediction; NaN before it is
   * shown.
   */
  aheadMs = Number.NaN
  /** How far behind the server the other client shows the player. */
  behindMs = Number.NaN
  /** The distance from where the player's own client shows the player to where the server has it. */
  aheadPx = 0
  /** The distance from where the server has the player to where the other client shows it. */
  behindPx = 0
  /** The distance from the player's own client straight to the other. */
  apartPx = 0
  /** Frames in which the other client showed the player standing still, slowed down, or hurrying. */
  faults = 0
  #frameMs = Number.NaN
  #shownMs = Number.NaN

  /** Measures what is on display now. Call at the end of a frame. */
  measure(
    local: LocalRoom<typeof platformerRoom>,
    owner: Side,
    other: Side,
    truth: PipView | undefined,
  ): void {
    const { own } = owner
    const seen = other.shown(owner.session.playerId)
    if (!own || !seen || !truth) return
    this.#judge(local.nowMs, other.momentOf(seen))
    // A player's own time is stamped on the server's clock, so all moments can be compared.
    this.aheadMs = owner.momentOf(own) - local.nowMs
    this.behindMs = local.nowMs - other.momentOf(seen)
    this.aheadPx = distance(own, truth)
    this.behindPx = distance(truth, seen)
    this.apartPx = distance(own, seen)
  }

  #judge(nowMs: number, shownMs: number): void {
    const rate = (shownMs - this.#shownMs) / (nowMs - this.#frameMs)
    if (rate < EVEN.least || rate > EVEN.most) this.faults++
    this.#frameMs = nowMs
    this.#shownMs = shownMs
  }
}

function distance(a: PipView, b: PipView): number {
  const dx = a.x - b.x
  const dy = a.y - b.y
  return Math.sqrt(dx * dx + dy * dy)
}
