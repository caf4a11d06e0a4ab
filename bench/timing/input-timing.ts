import type { Ms } from '../../src/base/units.ts'

/** What became of a client's inputs, in order; with `authority: sharedTick()`. */
export interface InputTimes {
  /** Length of a step. */
  readonly stepMs: Ms
  /** Length of the client's frames: an input is made with the first frame after its time. 0: right at its time. */
  readonly frameMs: Ms
  /** The tick that each input is for; tick t is run at t x `stepMs` of the server's clock. Rising. */
  readonly stampTicks: ArrayLike<number>
  /** When each was made and sent, in ms of any clock that runs as fast as the server's. */
  readonly sentMs: ArrayLike<Ms>
  /** When each came, in ms of the server's clock; NaN: never. */
  readonly arrivedMs: ArrayLike<Ms>
}

/** How well the inputs made their ticks. Waits are from arrival to tick, in steps, of inputs that came in time. */
export interface InputTiming {
  /** How many ticks there were. */
  readonly ticks: number
  /** How many of 100 ticks lacked their input. */
  readonly missingPercent: number
  /** The mean wait. */
  readonly waitSteps: number
  /**
   * The mean wait of a clairvoyant: of the best clock that keeps one distance to the local clock all the time, and by
   * which no more ticks would have lacked their input. Infinity where there is none.
   */
  readonly constantSteps: number
  /** The same with 0.5 % of ticks without their input. */
  readonly halfPercentSteps: number
}

/** Distances are tried in these parts of a step, over so many steps from the fastest way on. */
const PARTS = 16
const MOST_STEPS = 48
const HALF_PERCENT = 0.005

/**
 * Counts the ticks that lacked their input, and for the others how long it waited. `fromMs` and `toMs`: only inputs sent
 * within count; default: all. For set-up.
 */
export function inputTiming(
  times: InputTimes,
  fromMs: Ms = -Infinity,
  toMs: Ms = Infinity,
): InputTiming {
  const ways = new Ways(times, fromMs, toMs)
  const { ticks, inTime, waited } = ways
  const missing = ticks - inTime
  const [same, half] = ways.constants([missing, HALF_PERCENT * ticks])
  return {
    ticks,
    missingPercent: (100 * missing) / ticks,
    waitSteps: waited / inTime,
    constantSteps: same!,
    halfPercentSteps: half!,
  }
}

/** How long each input takes from the moment it is made to the run of its tick, in steps. */
export function inputLatencySteps(times: InputTimes): Float64Array {
  const { stampTicks, sentMs, stepMs } = times
  return Float64Array.from(
    { length: sentMs.length },
    (_, i) => stampTicks[i]! - sentMs[i]! / stepMs,
  )
}

/** Of the inputs that count: when they were sent, and how long they took, in steps. */
class Ways {
  ticks = 0
  inTime = 0
  /** The sum of the waits of those in time. */
  waited = 0
  readonly #sent: number[] = []
  readonly #ways: number[] = []
  readonly #frame: number

  constructor({ stepMs, frameMs, stampTicks, sentMs, arrivedMs }: InputTimes, from: Ms, to: Ms) {
    this.#frame = frameMs / stepMs
    let first = Infinity
    for (let i = 0; i < sentMs.length; i++) {
      if (!(sentMs[i]! >= from && sentMs[i]! < to)) continue
      first = Math.min(first, stampTicks[i]!)
      this.ticks = stampTicks[i]! - first + 1
      const sent = sentMs[i]! / stepMs
      const came = arrivedMs[i]! / stepMs
      this.#sent.push(sent)
      this.#ways.push(came - sent)
      if (!(came <= stampTicks[i]!)) continue
      this.inTime++
      this.waited += stampTicks[i]! - came
    }
  }

  /** The least mean wait at which no more than `most[i]` ticks lack their input, of each. */
  constants(most: readonly number[]): number[] {
    const least = most.map(() => Infinity)
    const fastest = this.#ways.reduce((a, b) => (b < a ? b : a), Infinity)
    const count = this.#ways.length
    // Frames make it rise and fall within a step; a step beyond where all have been found, it only rises.
    let lastPart = count > 0 ? PARTS * MOST_STEPS : 0
    for (let part = 0; part < lastPart; part++) {
      const { late, waited } = this.#at(fastest + part / PARTS)
      if (late <= Math.min(...most)) lastPart = Math.min(lastPart, part + PARTS)
      for (let i = 0; i < most.length; i++)
        if (late <= most[i]!) least[i] = Math.min(least[i]!, waited / (count - late))
    }
    return least
  }

  /** What a clock `ahead` of the local one would make of these inputs, with the same frames. */
  #at(ahead: number): { late: number; waited: number } {
    const frame = this.#frame
    let late = 0
    let waited = 0
    for (let i = 0; i < this.#ways.length; i++) {
      // So long after its time the input's tick would be due, and how much of that is spent waiting for a frame.
      const since = (this.#sent[i]! + ahead) % 1
      const held = frame > 0 ? since % frame : 0
      const wait = ahead - held - this.#ways[i]!
      if (wait >= 0) waited += wait
      else late++
    }
    return { late, waited }
  }
}
