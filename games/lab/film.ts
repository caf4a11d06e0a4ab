import {
  allMotions,
  frameFigures,
  type MotionContender,
  type MotionPlayer,
  type MotionScore,
  measure,
  play,
  type Recording,
  type ScoreOptions,
  type Trace,
} from 'glissade/score'
import { stepBefore, stepped } from './contenders/stepped.ts'
import type { Lane } from './lanes.ts'
import type { Settings } from './settings.ts'

/** The length of a film, and how much of that comes before what is scored. */
export const WARMUP_SECONDS = 5
export const SECONDS = 60

/** A lane's film: everything that it showed, and the scorer's figures of it. */
export interface Film {
  readonly lane: Lane
  readonly recording: Recording
  readonly score: MotionScore
  /** Frame by frame: what a plot can show. */
  readonly series: { readonly [Q in Quantity]: Float64Array }
}

/** What is known of each frame. */
export type Quantity =
  /** Frame time less displayed time, ms. */
  | 'delay'
  /** How much newer the newest state is than what is displayed, ms; below 0 what is displayed is extrapolated. */
  | 'buffer'
  /** The displayed moment of the server's time, s. */
  | 'shown'
  /** Faulty frames since the warm-up. */
  | 'faults'
  /** Distance to the truth at the displayed moment, units. */
  | 'error'
  /** The mean error over the last seconds, and the smoothing factor; NaN in lanes that do not record them. */
  | 'meanError'
  | 'factor'

/** What a player of the lab may tell about itself after a frame. */
interface Telling {
  readonly meanUnits?: number
  readonly factor?: number
}

/** The options of the scorer that the settings stand for. */
export function scoreOptions({ sendHz, refreshHz, motion }: Settings): ScoreOptions {
  return {
    sendHz,
    frameHz: refreshHz,
    seconds: SECONDS,
    warmupSeconds: WARMUP_SECONDS,
    motions: allMotions.filter(({ name }) => name === motion),
    perMotion: 1,
  }
}

/** The contender of a lane, with a server that moves in steps. */
export function contenderOf(lane: Lane, settings: Settings): MotionContender {
  return stepped(lane.contender(settings), settings.stepHz)
}

/** Plays the packets to a lane with the scorer's own code, and measures what it shows. */
export function makeFilm(lane: Lane, settings: Settings, trace: Trace): Film {
  const told: { meanError: number[]; factor: number[] } = { meanError: [], factor: [] }
  const contender = stepped(listening(lane.contender(settings), told), settings.stepHz)
  const recording = play(contender, trace, scoreOptions(settings))
  const { run } = recording
  const { delayMs, isFault, error } = frameFigures(recording, 0)
  let faults = 0
  return {
    lane,
    recording,
    score: measure(recording).motions[0]!,
    series: {
      delay: delayMs,
      buffer: delayMs.map((value, i) => {
        const newestMs = stepBefore(run.frameMs[i]! - run.ageMs[i]!, settings.stepHz)
        return newestMs - (run.frameMs[i]! - value)
      }),
      shown: delayMs.map((value, i) => (run.frameMs[i]! - value) / 1000),
      faults: Float64Array.from(isFault, (fault, i) => {
        if (i >= run.firstScored) faults += fault
        return faults
      }),
      error,
      meanError: Float64Array.from(told.meanError),
      factor: Float64Array.from(told.factor),
    },
  }
}

/** Writes down what a contender's player tells about itself in each frame. */
function listening(
  contender: MotionContender,
  told: { meanError: number[]; factor: number[] },
): MotionContender {
  return {
    ...contender,
    create(scene) {
      const player: MotionPlayer & Telling = contender.create(scene)
      return {
        server: player.server,
        arrived: (snapshot) => player.arrived(snapshot),
        frame(nowMs, shown) {
          player.frame(nowMs, shown)
          told.meanError.push(player.meanUnits ?? Number.NaN)
          told.factor.push(player.factor ?? Number.NaN)
        },
      }
    },
  }
}
