import { misuse, positiveInteger } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { INPUT_WIDTH, type Motion, type Path } from '../motions/motion.ts'
import { motions as defaultMotions } from '../motions/motions.ts'
import type { Trace } from '../traces/trace.ts'
import {
  type MotionContender,
  type MotionPlayer,
  type MotionSnapshot,
  SHOWN_WIDTH,
  STATE,
  STATE_WIDTH,
  TOLD_WIDTH,
} from './player.ts'
import { clientMs, type Schedule, schedule } from './schedule.ts'
import type { ScoreOptions } from './score-types.ts'

/** A contender's run over a trace: every frame that it drew, and the truth. Scores and plots are made from it. */
export interface Recording<Run = Schedule> {
  readonly contender: string
  readonly trace: string
  /** When everything happened, and which frames are scored. */
  readonly run: Run
  /** The sorts of movement. Entity `i` is of sort `floor(i / perMotion)`. */
  readonly motions: readonly Motion[]
  readonly perMotion: number
  /** The true path of each entity. */
  readonly paths: readonly Path[]
  /** What was shown, frame by frame and entity by entity: `SHOWN_WIDTH` numbers each, see `SHOWN`. */
  readonly shown: Float64Array
}

/** A recording with only those parts of the schedule that `measure` needs. */
export type Measurable = Recording<
  Pick<Schedule, 'sendHz' | 'frameHz' | 'lengthMs' | 'frameMs' | 'firstScored'>
>

/**
 * Plays a trace to a contender, and keeps every frame. Server stamps, departures, arrivals and frames are those of `schedule`.
 * The client's clock runs at its own rate and shows another time. Throws `misuse` if an option is out of its range. Pure,
 * except for what the contender does.
 */
export function play(
  contender: MotionContender,
  trace: Trace,
  options: ScoreOptions = {},
): Recording {
  const { motions = defaultMotions, perMotion = 4, seed = 1 } = options
  positiveInteger(perMotion, 'perMotion')
  if (motions.length === 0) misuse('motions', '[]', 'a list of at least one motion')
  const run = schedule(trace, options)
  const paths = motions.flatMap((motion) => pathsOf(motion, seed, perMotion, run.lengthMs))
  const shown = new Float64Array(run.frameMs.length * paths.length * SHOWN_WIDTH)
  const recording = { contender: contender.name, trace: trace.name, run, motions, perMotion, paths }
  const { sendHz, frameHz } = run
  const moves = motions.flatMap(({ move }) => Array.from({ length: perMotion }, () => move))
  const player = contender.create({ sendHz, frameHz, entities: paths.length, moves })
  const world = new World(player, paths, run)
  const frame = new Float64Array(paths.length * SHOWN_WIDTH).fill(Number.NaN)
  for (let i = 0; i < run.frameMs.length; i++) {
    world.runTo(run.frameMs[i]!)
    player.frame(clientMs(run, run.frameMs[i]!), frame)
    shown.set(frame, i * frame.length)
  }
  return { ...recording, shown }
}

/** The server and the network of a run. Sends and arrivals happen in order of time, so that no player can look ahead. */
class World {
  readonly #player: MotionPlayer
  readonly #paths: readonly Path[]
  readonly #run: Schedule
  /** All that was sent, by snapshot. */
  readonly #sent: Pick<MotionSnapshot, 'states' | 'inputs' | 'told'>[] = []
  /** Arrays that players borrow. They are written anew before each call, which exposes a player that keeps them. */
  readonly #states: Float64Array
  readonly #inputs: Float64Array
  readonly #told: Float64Array
  readonly #truth = (timeMs: Ms, states: Float64Array): void => this.#tell(timeMs, states)
  #nextArrival = 0

  constructor(player: MotionPlayer, paths: readonly Path[], run: Schedule) {
    this.#player = player
    this.#paths = paths
    this.#run = run
    this.#states = new Float64Array(paths.length * STATE_WIDTH)
    this.#inputs = new Float64Array(paths.length * INPUT_WIDTH)
    this.#told = new Float64Array(paths.length * TOLD_WIDTH)
  }

  /** Runs everything that happens up to and including `timeMs`. */
  runTo(timeMs: Ms): void {
    const { stampMs, arrivesMs, arrivalOrder } = this.#run
    while (stampMs[this.#sent.length]! <= timeMs) this.#send(stampMs[this.#sent.length]!)
    while (this.#nextArrival < arrivalOrder.length) {
      const index = arrivalOrder[this.#nextArrival]!
      if (arrivesMs[index]! > timeMs) return
      this.#arrive(index)
      this.#nextArrival++
    }
  }

  #send(stampMs: Ms): void {
    const states = this.#states
    const inputs = this.#inputs
    const told = this.#told
    this.#tell(stampMs, states)
    for (const [i, path] of this.#paths.entries()) path.input?.(stampMs, inputs, i * INPUT_WIDTH)
    told.fill(0)
    this.#player.server?.send(stampMs, states, told, inputs, this.#truth)
    this.#sent.push({ states: states.slice(), inputs: inputs.slice(), told: told.slice() })
  }

  #arrive(index: number): void {
    const states = this.#states
    const inputs = this.#inputs
    const told = this.#told
    const sent = this.#sent[index]!
    states.set(sent.states)
    inputs.set(sent.inputs)
    told.set(sent.told)
    const stampMs = this.#run.stampMs[index]!
    const arrivedAtMs = clientMs(this.#run, this.#run.arrivesMs[index]!)
    this.#player.arrived({ index, stampMs, arrivedAtMs, states, inputs, told })
  }

  #tell(timeMs: Ms, states: Float64Array): void {
    for (let i = 0; i < this.#paths.length; i++) {
      const path = this.#paths[i]!
      const at = i * STATE_WIDTH
      path.state(timeMs, states, at)
      states[at + STATE.tracer] = timeMs
      states[at + STATE.teleports] = path.teleports(timeMs)
    }
  }
}

interface Made {
  readonly seed: number
  readonly count: number
  readonly lengthMs: Ms
  readonly paths: readonly Path[]
}

/** The paths of the last run. Many contenders meet the same paths, and making them takes longer than scoring. */
const made = new WeakMap<Motion, Made>()

function pathsOf(motion: Motion, seed: number, count: number, lengthMs: Ms): readonly Path[] {
  const known = made.get(motion)
  if (known && known.seed === seed && known.count === count && known.lengthMs === lengthMs)
    return known.paths
  const paths = motion.create(seed, count, lengthMs)
  made.set(motion, { seed, count, lengthMs, paths })
  return paths
}
