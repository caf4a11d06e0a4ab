import type { Seconds } from '../base/units.ts'
import type { Kind } from '../game/define-game.ts'
import { getNumber } from '../game/quantize.ts'
import { type Holder, TELEPORTS } from '../game/schema.ts'
import { angleDifference, isSmooth } from './curves.ts'

/** By how many times its own speed a view moves faster or slower, at most, until it is where its new timeline says. */
const MOST_SHIFT = 0.8
/** While it stands still, this share of the rest goes each second, times the seconds so far. In the end it is put there. */
const STILL_SHARE = 2.6
const LAST_SECONDS: Seconds = 10
/** For how long a sudden change of its timeline is eased as well. */
const WATCHED_SECONDS: Seconds = 0.5
/** Its own speed is a mean over about this time, which is longer than a frame may count for. */
const MEAN_SECONDS: Seconds = 0.6

/**
 * Eases the view of an entity that has got another owner over from `shown`, its view until now. Each owner has a timeline of its
 * own, and the moments on display lie apart: what the local player predicts is ahead, and what others move is behind. So the view
 * keeps its place, and then moves faster or slower than its new timeline until it is there. Rotations change at once. Returns a
 * function to be called in each frame, when `view` has been brought to its timeline's moment, with the seconds since the previous
 * frame. That returns whether there is more to ease.
 */
export function handOver(
  { schema }: Kind,
  view: Holder,
  shown: Holder,
): (dtSeconds: Seconds) => boolean {
  const { columns, curves, width } = schema
  const places = schema.viewed.filter(
    (i) => curves[i] === 'linear' || curves[i] === 'angle' || isSmooth(curves[i]),
  )
  const at = new Float64Array(width)
  const timeline = new Float64Array(width)
  const next = new Float64Array(width)
  const velocity = new Float64Array(width)
  const read = (from: Holder, to: Float64Array): void => {
    for (const i of places) getNumber(columns[i]!, from, to, i)
  }
  const way = (i: number, from: Float64Array): number =>
    curves[i] === 'angle' ? angleDifference(from[i]!, next[i]!) : next[i]! - from[i]!
  let seconds = 0
  read(shown, at)
  return (dtSeconds) => {
    if (view[TELEPORTS] !== shown[TELEPORTS]) return false
    read(view, next)
    // Of the first moment on the timeline, no velocity is known.
    if (seconds === 0) timeline.set(next)
    seconds += dtSeconds
    let speeds = 0
    let gaps = 0
    for (const i of places) {
      // A view that was left out of this frame still shows what it was set to.
      if (next[i] === at[i]) next[i] = timeline[i]!
      velocity[i]! += (way(i, timeline) - velocity[i]! * dtSeconds) / MEAN_SECONDS
      at[i]! += velocity[i]! * dtSeconds
      speeds += velocity[i]! ** 2
      gaps += way(i, at) ** 2
    }
    const share = dtSeconds * (STILL_SHARE * seconds + MOST_SHIFT * Math.sqrt(speeds / gaps))
    const isThere = !(share < 1 && seconds < LAST_SECONDS)
    for (const i of places) at[i] = isThere ? next[i]! : at[i]! + way(i, at) * share
    schema.fromNumbers(places, at, view)
    timeline.set(next)
    return !isThere || seconds < WATCHED_SECONDS
  }
}
