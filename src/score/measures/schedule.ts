import { mixSeed, Random } from '../../base/random.ts'
import { inRange, misuse, positive } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import type { Trace } from '../traces/trace.ts'
import type { ScoreOptions } from './score-types.ts'

/** What a schedule needs to know; the same fields as in `ScoreOptions`, so that those can be handed in. */
export type ScheduleOptions = Pick<
  ScoreOptions,
  'sendHz' | 'frameHz' | 'seconds' | 'warmupSeconds' | 'seed' | 'droppedFrames'
>

/**
 * All that happens in a run over one trace and does not hang on the player: when snapshots are made, sent and received,
 * and when frames are drawn. The scorer and the bounds share it, so both judge the very same frames. All times are true
 * ones, in ms of the server's clock, unless they say otherwise; `clientMs` gives what the client's clock shows then.
 */
export interface Schedule {
  /** Snapshots per second. */
  readonly sendHz: number
  /** Frames per second of the display, before any is dropped. */
  readonly frameHz: number
  /** Length of the run, with the warm-up. */
  readonly lengthMs: Ms
  /** How many frames of the display each frame took since the one before; 1 unless frames were dropped. */
  readonly frameSteps: Uint16Array

  /** Per snapshot: when it was true, `k / sendHz`. */
  readonly stampMs: Float64Array
  /** Per snapshot: when it left the server, 0 to 1.5 ms after its stamp. */
  readonly leavesMs: Float64Array
  /** Per snapshot: when it reached the client; NaN for a lost one. */
  readonly arrivesMs: Float64Array
  /** The snapshots that arrive, in the order in which they do; of equal times the older first. */
  readonly arrivalOrder: Uint32Array

  /** Per frame: when it was drawn. */
  readonly frameMs: Float64Array
  /**
   * Per frame: the age of the newest stamp that had arrived, the least delay without extrapolation; NaN before the first. A
   * packet that comes at the time of a frame is in.
   */
  readonly ageMs: Float64Array
  /** The first frame that is scored: those before it are of the warm-up. */
  readonly firstScored: number

  /** Client ms per true ms. */
  readonly clockRate: number
  /** What the client's clock shows at true time 0: far from 0, to catch players who mix the clocks up. */
  readonly clockOffsetMs: Ms
}

/** How late a snapshot leaves after its stamp, at most: a server does not wake on the dot. */
const MOST_LATE_MS = 1.5
const CLOCK_OFFSET_MS = 12_345_678
const DEFAULT_CLOCK_PPM = 20

/**
 * The schedule of a run over `trace`: a pure function of its arguments. Throws `misuse` when an option is out of its
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

/** What the client's clock shows at the true time `timeMs`. May be called in a frame. */
export function clientMs(run: Schedule, timeMs: Ms): Ms {
  return timeMs * run.clockRate + run.clockOffsetMs
}

function orderOf(arrivesMs: Float64Array): Uint32Array {
  const order: number[] = []
  for (let k = 0; k < arrivesMs.length; k++) if (!Number.isNaN(arrivesMs[k]!)) order.push(k)
  return Uint32Array.from(order.sort((a, b) => arrivesMs[a]! - arrivesMs[b]! || a - b))
}

/** Frames on the grid of the display, whose phase the seed sets; each but the first may be dropped. */
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
