import { above0, finiteFrom0 } from '../../base/settings.ts'
import { type Ms, SUBTICKS_PER_STEP } from '../../base/units.ts'

/**
 * How late a timer may fire in a browser or a worker: the waits of nested timers are at least 4 ms, and whole milliseconds.
 */
const TIMER_MS: Ms = 5

/** The limits of a simulation that runs apart from the display, such as a room in a worker. */
export interface ProducerBounds {
  /** Steps per second, above 0. */
  readonly stepHz: number
  /** Snapshots per second, above 0. */
  readonly sendHz: number
  /**
   * The longest time that the steps and the snapshot of one moment take, in ms. Default: the length of a step, because a
   * simulation that takes longer cannot keep up.
   */
  readonly workMs?: Ms | undefined
  /** How late the timer that starts this work may fire, in ms. Default 5, which is what browsers allow themselves. */
  readonly timerMs?: Ms | undefined
}

/**
 * The delay of a display that never runs out of states while their producer keeps to its bounds: the time from one snapshot to
 * the next, plus the age of the newest step in a snapshot, plus how late a snapshot may be. No jitter is estimated, because
 * nothing but the producer makes snapshots late. Use it as `new FixedDelay(producerDelayMs(bounds))`. Throws `misuse` for a
 * bound out of its range.
 */
export function producerDelayMs(bounds: ProducerBounds): Ms {
  const stepMs = 1000 / above0(bounds.stepHz, 'stepHz')
  const sendSubTicks = Math.round(
    (SUBTICKS_PER_STEP * bounds.stepHz) / above0(bounds.sendHz, 'sendHz'),
  )
  const workMs = finiteFrom0(bounds.workMs ?? stepMs, 'workMs')
  const timerMs = finiteFrom0(bounds.timerMs ?? TIMER_MS, 'timerMs')
  const oldestSubTicks = SUBTICKS_PER_STEP - commonDivisor(SUBTICKS_PER_STEP, sendSubTicks)
  return ((sendSubTicks + oldestSubTicks) / SUBTICKS_PER_STEP) * stepMs + workMs + timerMs
}

/** The greatest common divisor (Euclid). */
function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}
