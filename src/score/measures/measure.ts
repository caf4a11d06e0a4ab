import type { Trace } from '../traces/trace.ts'
import { type FrameFigures, frameFigures } from './frame-figures.ts'
import { jerkRatio } from './jerk.ts'
import { type Measurable, play } from './play.ts'
import type { MotionContender } from './player.ts'
import { mean, quantile, rootMeanSquare } from './quantile.ts'
import {
  type MotionScore,
  MS_PER_FAULT_PERCENT,
  type Score,
  type ScoreOptions,
} from './score-types.ts'

const START_MS = 10_000
const STALL_FRAMES = 3

/**
 * Plays `trace` to `contender` and scores what it showed: delay, faults and errors, per motion. Equal arguments give equal
 * scores, to the last digit. Throws `misuse` if an option is out of its range.
 */
export function score(contender: MotionContender, trace: Trace, options: ScoreOptions = {}): Score {
  return measure(play(contender, trace, options))
}

/**
 * Scores a recording, with all figures as `MotionScore` defines them. Figures of a motion are pooled over its entities. Only
 * frames after the warm-up count. A frame that shows nothing, or NaN, is a fault, and has no delay, rate or error. A motion
 * that was never shown has NaN for those, and 100 % faults. Rates, steps and third differences are per true time, so that
 * uneven frames are judged fairly.
 */
export function measure(recording: Measurable): Score {
  const { contender, trace, run, motions } = recording
  return {
    contender,
    trace,
    sendHz: run.sendHz,
    motions: motions.map((_, index) => motionScore(recording, index)),
  }
}

function motionScore(recording: Measurable, index: number): MotionScore {
  const { run, motions, perMotion } = recording
  const entities = Array.from({ length: perMotion }, (_, i) => index * perMotion + i)
  const all = entities.map((entity) => frameFigures(recording, entity))
  const scored = all.map((figures) => slice(figures, run.firstScored))
  const frames = scored.reduce((sum, figures) => sum + figures.delayMs.length, 0)
  const firstMs = run.frameMs[run.firstScored] ?? run.lengthMs
  const minutes = ((run.lengthMs - firstMs) / 60_000) * perMotion

  const delaysMs = pooled(scored.map(({ delayMs }) => delayMs))
  const errors = pooled(scored.map(({ error }) => error))
  const strays = pooled(scored.map(({ rate }) => rate)).map((rate) => Math.abs(rate - 1))
  const delayMs = mean(delaysMs)
  const faultPercent = (100 * count(scored, 'isFault')) / frames
  const wrongPercent = (100 * count(scored, 'isWrong', 'isFault')) / frames
  const staleMs = stalenessMs(scored, run)
  const jumps = pooled(scored.map(({ jump }) => jump))
  const stalls = scored.map(({ isFrozen }) => stallsOf(isFrozen, run))
  return {
    motion: motions[index]!.name,
    delayMs,
    delayP95Ms: quantile(delaysMs, 0.95),
    rateP99: quantile(strays, 0.99),
    frozenPercent: (100 * count(scored, 'isFrozen')) / frames,
    faultPercent,
    stallsPerMinute: stalls.reduce((sum, { count }) => sum + count, 0) / minutes,
    longestStallMs: Math.max(0, ...stalls.map(({ longestMs }) => longestMs)),
    teleportsPerMinute: count(scored, 'isLeap') / minutes,
    errorRms: rootMeanSquare(errors),
    errorP99: quantile(errors, 0.99),
    nowErrorRms: rootMeanSquare(pooled(scored.map(({ nowError }) => nowError))),
    largestJump: jumps.length > 0 ? jumps.reduce((a, b) => Math.max(a, b)) : Number.NaN,
    wrongPercent,
    stalenessMs: staleMs,
    jerkRatio: jerkRatio(recording, entities),
    costMs: delayMs + MS_PER_FAULT_PERCENT * faultPercent,
    errorCostMs: staleMs + MS_PER_FAULT_PERCENT * wrongPercent,
    startCostMs: startCostMs(recording, all),
  }
}

/** Returns the mean distance to the truth at the time of the frame, over how far the truth goes in a ms. */
function stalenessMs(scored: readonly FrameFigures[], { frameMs, firstScored }: Measurable['run']) {
  let offMs = 0
  let way = 0
  for (const { nowError, trueStep } of scored)
    for (let i = 0; i < nowError.length; i++) {
      const step = trueStep[i]!
      if (Number.isNaN(nowError[i]! + step)) continue
      offMs += nowError[i]! * (frameMs[firstScored + i]! - frameMs[firstScored + i - 1]!)
      way += step
    }
  return way > 0 ? offMs / way : Number.NaN
}

/** Returns the cost of the ten seconds from the first frame that shows any of the entities. */
function startCostMs({ run }: Measurable, all: readonly FrameFigures[]): number {
  const first = Math.min(...all.map(({ delayMs }) => firstShown(delayMs)))
  if (first >= run.frameMs.length) return Number.NaN
  const endMs = run.frameMs[first]! + START_MS
  let end = first
  while (end < run.frameMs.length && run.frameMs[end]! < endMs) end++
  const start = all.map((figures) => slice(figures, first, end))
  const delayMs = mean(pooled(start.map((figures) => figures.delayMs)))
  const faultPercent = (100 * count(start, 'isFault')) / ((end - first) * all.length)
  return delayMs + MS_PER_FAULT_PERCENT * faultPercent
}

function firstShown(delayMs: Float64Array): number {
  const first = delayMs.findIndex((value) => !Number.isNaN(value))
  return first < 0 ? delayMs.length : first
}

function stallsOf(isFrozen: Uint8Array, { firstScored, frameMs }: Measurable['run']) {
  let count = 0
  let longestMs = 0
  let runLength = 0
  for (let i = 0; i < isFrozen.length; i++) {
    runLength = isFrozen[i] ? runLength + 1 : 0
    if (runLength === STALL_FRAMES) count++
    if (runLength === 0) continue
    // A frozen frame shows the same as the previous frame, so the stall has lasted since that frame.
    const sinceMs = frameMs[firstScored + i - runLength] ?? frameMs[0]!
    longestMs = Math.max(longestMs, frameMs[firstScored + i]! - sinceMs)
  }
  return { count, longestMs }
}

function slice(figures: FrameFigures, from: number, to?: number): FrameFigures {
  return {
    delayMs: figures.delayMs.subarray(from, to),
    rate: figures.rate.subarray(from, to),
    error: figures.error.subarray(from, to),
    nowError: figures.nowError.subarray(from, to),
    trueStep: figures.trueStep.subarray(from, to),
    jump: figures.jump.subarray(from, to),
    isWrong: figures.isWrong.subarray(from, to),
    isLeap: figures.isLeap.subarray(from, to),
    isFault: figures.isFault.subarray(from, to),
    isFrozen: figures.isFrozen.subarray(from, to),
  }
}

/** All numbers of several arrays, without NaN. */
function pooled(parts: readonly Float64Array[]): Float64Array {
  return Float64Array.from(parts.flatMap((part) => Array.from(part))).filter(
    (value) => !Number.isNaN(value),
  )
}

type Flag = 'isLeap' | 'isFault' | 'isFrozen' | 'isWrong'

/** Counts the frames that have one flag or the other. */
function count(all: readonly FrameFigures[], flag: Flag, or: Flag = flag): number {
  return all.reduce(
    (sum, figures) => sum + figures[flag].reduce((n, is, i) => n + (is | figures[or][i]!), 0),
    0,
  )
}
