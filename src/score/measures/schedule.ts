import { mixSeed, Random } from '../../base/random.ts'
import { inRange, misuse, positive } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import type { Trace } from '../traces/trace.ts'
import type { ScoreOptions } from './score-types.ts'

/** Options of `schedule`. They are fields of `ScoreOptions`, so those can be passed too. */
export type ScheduleOptions = Pick<
  ScoreOptions,
  'sendHz' | 'frameHz' | 'seconds' | 'warmupSeconds' | 'seed' | 'droppedFrames'
>

/**
 * Everything in a run over one trace that does not depend on the player: when snapshots are made, sent and received, and when
 * frames are drawn. The scorer and the bounds share it, so both judge the same frames. Times are true times, in ms of the
 * server's clock, unless they say otherwise. `clientMs` converts them to the client's clock.
 */
export interface Schedule {
  /** Snapshots per second. */
  readonly sendHz: number
  /** Frames per second of the display, before any is dropped. */
  readonly frameHz: number
  /** Length of the run, including the warm-up. */
  readonly lengthMs: Ms
  /** How many frames of the display each frame took since the previous one; 1 unless frames were dropped. */
  readonly frameSteps: Uint16Array

  /** Per snapshot: when it was true, `k / sendHz`. */
  readonly stampMs: Float64Array
  /** Per snapshot: when it left the server, 0 to 1.5 ms after its stamp. */
  readonly leavesMs: Float64Array
  /** Per snapshot: when it reached the client; NaN for a lost one. */
  readonly arrivesMs: Float64Array
  /** The snapshots that arrive, in the order of arrival; of those with equal times, the older one first. */
  readonly arrivalOrder: Uint32Array

  /** Per frame: when it was drawn. */
  readonly frameMs: Float64Array
  /**
   * Per frame: the age of the newest stamp that had arrived, which is the least delay without extrapolation; NaN before the
   * first. A packet that arrives at the time of a frame counts.
   */
  readonly ageMs: Float64Array
  /** The first frame that is scored. Those before it belong to the warm-up. */
  readonly firstScored: number

  /** Client ms per true ms. */
  readonly clockRate: number
  /** What the client's clock shows at true time 0: far from 0, to catch players that mix up the clocks. */
  readonly clockOffsetMs: Ms
}

/** How long after its stamp a snapshot leaves at most: a server does not wake exactly on time. */
const MOST_LATE_MS = 1.5
const CLOCK_OFFSET_MS = 12_345_678
const DEFAULT_CLOCK_PPM = 20

/**
 * Computes the schedule of a run over `trace`, as a pure function of its arguments. Throws `misuse` if an option is out of its
 * range. For set-up, not for frames.
 */
export function schedule(trace: Trace, options: ScheduleOptions = {}): Schedule {
  const sendHz = inRange(options.sendHz ?? 20, 'sendHz', 1, 60)
  const frameHz = inRange(options.frameHz ?? 59.94, 'frameHz', 10, 500)
  const lengthMs = positive(options.seconds ?? 120, 'seconds') * 1000
  const warmupMs = (options.warmupSeconds ?? 10) * 1000
  if (!(warmupMs >= 0 && warmupMs < lengthMs))
    misuse('warmupSeconds', warmupMs / 1000, 'from 0 and below seconds')
  const droppedFrames = inRange(options.droppedFrames ?? 0, 'droppedFrames', 0, 0.5)
  const seed = options.seed ?? 1

  const stampMs = Float64Array.from(
    { length: Math.floor((lengthMs * sendHz) / 1000) + 1 },
    (_, k) => (k * 1000) / sendHz,
  )
  const lateness = new Random(mixSeed(seed, 1))
  const leavesMs = stampMs.map((timeMs) => timeMs + MOST_LATE_MS * lateness.next())
  const arrivesMs = trace.arrivals(leavesMs)
  const arrivalOrder = orderOf(arrivesMs)
  const { frameMs, frameSteps } = frames(frameHz, lengthMs, droppedFrames, seed)
  const firstScored = frameMs.findIndex((timeMs) => timeMs >= warmupMs)
  return {
    sendHz,
    frameHz,
    lengthMs,
    frameSteps,
    stampMs,
    leavesMs,
    arrivesMs,
    arrivalOrder,
    frameMs,
    ageMs: ages(stampMs, arrivesMs, arrivalOrder, frameMs),
    firstScored: firstScored < 0 ? frameMs.length : firstScored,
    clockRate: 1 + (trace.clockPpm ?? DEFAULT_CLOCK_PPM) * 1e-6,
    clockOffsetMs: CLOCK_OFFSET_MS,
  }
}

/** Returns what the client's clock shows at the true time `timeMs`. May be called in a frame. */
export function clientMs(run: Schedule, timeMs: Ms): Ms {
  return timeMs * run.clockRate + run.clockOffsetMs
}

function orderOf(arrivesMs: Float64Array): Uint32Array {
  const order: number[] = []
  for (let k = 0; k < arrivesMs.length; k++) if (!Number.isNaN(arrivesMs[k]!)) order.push(k)
  return Uint32Array.from(order.sort((a, b) => arrivesMs[a]! - arrivesMs[b]! || a - b))
}

/** Returns frames on the grid of the display, whose phase the seed sets. Each frame but the first may be dropped. */
function frames(frameHz: number, lengthMs: Ms, dropped: number, seed: number) {
  const random = new Random(mixSeed(seed, 2))
  const phase = random.next()
  const frameMs: number[] = []
  const frameSteps: number[] = []
  let steps = 1
  for (let slot = 0; ; slot++) {
    const timeMs = ((slot + phase) * 1000) / frameHz
    if (timeMs >= lengthMs) break
    if (dropped > 0 && slot > 0 && random.next() < dropped) {
      steps++
      continue
    }
    frameMs.push(timeMs)
    frameSteps.push(steps)
    steps = 1
  }
  return { frameMs: Float64Array.from(frameMs), frameSteps: Uint16Array.from(frameSteps) }
}

function ages(
  stampMs: Float64Array,
  arrivesMs: Float64Array,
  order: Uint32Array,
  frameMs: Float64Array,
): Float64Array {
  let newestMs = Number.NaN
  let next = 0
  return frameMs.map((timeMs) => {
    for (; next < order.length && arrivesMs[order[next]!]! <= timeMs; next++) {
      const arrivedMs = stampMs[order[next]!]!
      if (!(newestMs >= arrivedMs)) newestMs = arrivedMs
    }
    return timeMs - newestMs
  })
}
