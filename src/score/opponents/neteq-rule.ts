import { SlidingMin } from '../../base/estimate.ts'
import type { Ms } from '../../base/units.ts'
import type { MotionScene } from '../measures/player.ts'
import type { RenderRule } from './rule-contender.ts'

/** Delays count from the fastest arrival in this window. Only the largest of each span of half a second counts. */
const BASE_WINDOW_MS = 2_000
const SPAN_MS = 500
const BUCKET_MS = 20
const BUCKETS = 100
const QUANTILE = 0.95
const FORGET = 0.983
const START_WEIGHT = 2
const START_MS = 80
/** The bounds of the level around its target; see the class. */
const LOW_SHARE = 0.75
const LOW_MOST_MS = 85
const HIGH_LEAST_MS = 20
const STRETCH = 0.1

/**
 * The rule by which NetEq, the jitter buffer of WebRTC's audio, chooses its delay (`delay_manager.cc`, `histogram.cc`,
 * `decision_logic.cc` of 2022 on), from its description, with snapshots in place of audio. An arrival's relative delay counts
 * from the fastest of the last 2 s. The largest of each half second enters a histogram of 100 buckets of 20 ms, which forgets:
 * its weights are multiplied by `max(0, min(1 - 2 / (n + 1), 0.983))` each time. The target level is 20 ms above the lower end
 * of the bucket of the 95 % quantile, and 80 ms at the start. The level is how much there is to play if packets come as fast as
 * the fastest. A snapshot adds one interval to it, where a packet of audio adds 20 ms. From `max(target, low + 20 ms)` up, the
 * rule plays 10 % fast until the target is reached; below low = `max(0.75 target, target - 85 ms)`, 10 % slow until low is
 * reached. When it runs dry it waits, which raises the level. Loss does not enter the statistic, because audio has concealment.
 * The part for reordered packets, which only adds delay, is left out. That favours NetEq.
 */
export class NetEqRule implements RenderRule {
  /** The target level: 20 ms without jitter. */
  targetMs: Ms = START_MS
  readonly #base = new SlidingMin(BASE_WINDOW_MS)
  readonly #weights = new Float64Array(BUCKETS)
  readonly #intervalMs: Ms
  #newestMs: Ms = Number.NaN
  #spanStartMs: Ms = Number.NaN
  #spanMostMs: Ms = 0
  #spans = 0
  #stretch = 0
  #shownMs: Ms = Number.NaN
  #lastMs: Ms = Number.NaN

  constructor(scene: MotionScene) {
    this.#intervalMs = 1000 / scene.sendHz
  }

  arrived(stampMs: Ms, arrivedAtMs: Ms): void {
    this.#base.insert(arrivedAtMs - stampMs, arrivedAtMs)
    if (!(stampMs <= this.#newestMs)) this.#newestMs = stampMs
    const delayMs = arrivedAtMs - stampMs - this.#base.least
    this.#spanMostMs = Math.max(this.#spanMostMs, delayMs)
    if (Number.isNaN(this.#spanStartMs)) this.#spanStartMs = arrivedAtMs
    if (arrivedAtMs - this.#spanStartMs < SPAN_MS) return
    this.#count(this.#spanMostMs)
    this.#spanStartMs = arrivedAtMs
    this.#spanMostMs = 0
  }

  frame(nowMs: Ms): Ms {
    const frameMs = nowMs - this.#lastMs
    this.#lastMs = nowMs
    if (Number.isNaN(this.#newestMs)) return Number.NaN
    const baseMs = this.#base.least
    if (Number.isNaN(this.#shownMs)) {
      this.#shownMs = nowMs - baseMs - this.#intervalMs - (this.targetMs - BUCKET_MS)
      return this.#shownMs
    }
    if (!(frameMs > 0)) return this.#shownMs
    const behindMs = nowMs - (this.#shownMs + frameMs)
    const levelMs = behindMs - baseMs - this.#intervalMs + BUCKET_MS
    this.#steer(levelMs)
    const toMs = this.#shownMs + frameMs * (1 + this.#stretch)
    // It may start before the first stamp, but never passes the newest one.
    this.#shownMs = Math.max(this.#shownMs, Math.min(toMs, this.#newestMs))
    return this.#shownMs
  }

  #steer(levelMs: Ms): void {
    const { targetMs } = this
    const lowMs = Math.max(LOW_SHARE * targetMs, targetMs - LOW_MOST_MS)
    const highMs = Math.max(targetMs, lowMs + HIGH_LEAST_MS)
    if (levelMs >= highMs) this.#stretch = STRETCH
    else if (levelMs < lowMs) this.#stretch = -STRETCH
    else if (this.#stretch < 0 || levelMs <= targetMs) this.#stretch = 0
  }

  #count(delayMs: Ms): void {
    this.#spans++
    const kept = Math.min(Math.max(1 - START_WEIGHT / (this.#spans + 1), 0), FORGET)
    const bucket = Math.min(Math.floor(delayMs / BUCKET_MS), BUCKETS - 1)
    for (let i = 0; i < BUCKETS; i++) this.#weights[i]! *= kept
    this.#weights[bucket]! += 1 - kept
    let sum = 0
    let at = -1
    while (sum < QUANTILE && at < BUCKETS - 1) sum += this.#weights[++at]!
    this.targetMs = (1 + at) * BUCKET_MS
  }
}
