import type { Ms } from '../../base/units.ts'
import type { Path } from '../motions/motion.ts'
import type { Measurable } from './play.ts'
import { SHOWN, SHOWN_WIDTH } from './player.ts'

/** Outside the first range the display visibly hurries or drags; outside the second it leaps. In displayed ms per ms. */
const FAULTY_RATE = { least: 0.75, most: 1.25 } as const
const LEAPING_RATE = { least: -0.05, most: 2.5 } as const
const FROZEN_RATE = 0.1
/** A step is a leap if it exceeds this many times the largest true step within `aroundMs`, plus this many units. */
const LEAP = { steps: 3, units: 2, aroundMs: 100 } as const

/** A step looks like a jump if it goes this many units beyond the largest true step around. */
const JUMP_UNITS = 4
/** The default of `Motion.visibleError`. */
const VISIBLE_ERROR = 6

/** The figures of one entity, frame by frame. */
export interface FrameFigures {
  /** Frame time less displayed time, ms; NaN where nothing was shown. */
  readonly delayMs: Float64Array
  /** Displayed ms per ms since the previous frame; NaN where one of the two was not shown. */
  readonly rate: Float64Array
  /** Distance to the truth at the displayed time, and at the time of the frame, units; NaN where nothing was shown. */
  readonly error: Float64Array
  readonly nowError: Float64Array
  /** How far the truth went since the previous frame, units; NaN in the first. */
  readonly trueStep: Float64Array
  /** How far the step since the previous frame exceeds the largest true step around, units, from 0; NaN where `rate` is. */
  readonly jump: Float64Array
  /** 1 where the picture looks wrong: it has a visible error (`Motion.visibleError`), or a jump of over 4 units. */
  readonly isWrong: Uint8Array
  /** 1 where the frame leapt; where it is a fault for any reason, including that nothing was shown; where it is frozen. */
  readonly isLeap: Uint8Array
  readonly isFault: Uint8Array
  readonly isFrozen: Uint8Array
}

/**
 * Computes the figures of all frames of one entity. The first frame of a recording has no rate, and neither has a frame after
 * one that was not shown. For reports (curves, histograms) and for `measure`; not for frames.
 */
export function frameFigures(recording: Measurable, entity: number): FrameFigures {
  const { run, shown, paths, motions, perMotion } = recording
  const path = paths[entity]!
  const visibleError = motions[Math.floor(entity / perMotion)]?.visibleError ?? VISIBLE_ERROR
  const width = paths.length * SHOWN_WIDTH
  const count = run.frameMs.length
  const figures = {
    delayMs: new Float64Array(count),
    rate: new Float64Array(count).fill(Number.NaN),
    error: new Float64Array(count),
    nowError: new Float64Array(count),
    trueStep: trueStepsOf(path, run.frameMs),
    jump: new Float64Array(count).fill(Number.NaN),
    isWrong: new Uint8Array(count),
    isLeap: new Uint8Array(count),
    isFault: new Uint8Array(count),
    isFrozen: new Uint8Array(count),
  }
  const largestStepAround = trueSteps(path, run.lengthMs, 1000 / run.frameHz)
  for (let i = 0; i < count; i++) {
    const at = i * width + entity * SHOWN_WIDTH
    const frameMs = run.frameMs[i]!
    const x = shown[at + SHOWN.x]!
    const y = shown[at + SHOWN.y]!
    const tracerMs = shown[at + SHOWN.tracer]!
    const isShown = Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(tracerMs)
    figures.delayMs[i] = isShown ? frameMs - tracerMs : Number.NaN
    figures.error[i] = isShown ? distanceTo(path, tracerMs, x, y) : Number.NaN
    figures.nowError[i] = isShown ? distanceTo(path, frameMs, x, y) : Number.NaN
    if (!isShown) figures.isFault[i] = 1
    if (figures.error[i]! > visibleError) figures.isWrong[i] = 1
    if (!isShown || i === 0) continue
    const before = at - width
    const dtMs = frameMs - run.frameMs[i - 1]!
    const rate = (tracerMs - shown[before + SHOWN.tracer]!) / dtMs
    const step = Math.hypot(x - shown[before + SHOWN.x]!, y - shown[before + SHOWN.y]!)
    if (!(Number.isFinite(rate) && Number.isFinite(step))) continue
    const most = largestStepAround(tracerMs) * dtMs
    const isLeap =
      step > LEAP.steps * most + LEAP.units || rate > LEAPING_RATE.most || rate < LEAPING_RATE.least
    figures.rate[i] = rate
    figures.jump[i] = Math.max(0, step - most)
    if (figures.jump[i]! > JUMP_UNITS) figures.isWrong[i] = 1
    figures.isLeap[i] = isLeap ? 1 : 0
    figures.isFrozen[i] = rate < FROZEN_RATE ? 1 : 0
    figures.isFault[i] = isLeap || rate < FAULTY_RATE.least || rate > FAULTY_RATE.most ? 1 : 0
  }
  return figures
}

const distanceScratch = new Float64Array(4)

function distanceTo(path: Path, timeMs: Ms, x: number, y: number): number {
  path.state(timeMs, distanceScratch, 0)
  return Math.hypot(x - distanceScratch[0]!, y - distanceScratch[1]!)
}

/** How far the truth goes from frame to frame. */
function trueStepsOf(path: Path, frameMs: Float64Array): Float64Array {
  const steps = new Float64Array(frameMs.length).fill(Number.NaN)
  const place = new Float64Array(4)
  for (let i = 0; i < frameMs.length; i++) {
    const x = place[0]!
    const y = place[1]!
    path.state(frameMs[i]!, place, 0)
    if (i > 0) steps[i] = Math.hypot(place[0]! - x, place[1]! - y)
  }
  return steps
}

/** Returns a function of the largest true step within 100 ms of a time, per ms. Steps are of `slotMs`, teleports included. */
function trueSteps(path: Path, lengthMs: Ms, slotMs: Ms): (timeMs: Ms) => number {
  const slots = Math.ceil((lengthMs + LEAP.aroundMs) / slotMs) + 1
  const steps = new Float64Array(slots)
  const place = new Float64Array(4)
  path.state(0, place, 0)
  for (let k = 0; k < slots; k++) {
    const x = place[0]!
    const y = place[1]!
    path.state((k + 1) * slotMs, place, 0)
    steps[k] = Math.hypot(place[0]! - x, place[1]! - y) / slotMs
  }
  const largest = largestWithin(steps, Math.ceil(LEAP.aroundMs / slotMs))
  return (timeMs) => largest[Math.min(Math.max(Math.floor(timeMs / slotMs), 0), slots - 1)]!
}

function largestWithin(values: Float64Array, reach: number): Float64Array {
  return values.map((_, k) => {
    let largest = 0
    const last = Math.min(values.length - 1, k + reach)
    for (let n = Math.max(0, k - reach); n <= last; n++) largest = Math.max(largest, values[n]!)
    return largest
  })
}
