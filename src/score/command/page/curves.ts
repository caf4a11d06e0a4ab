import { isDeepStrictEqual } from 'node:util'
import { type FrameFigures, frameFigures } from '../../measures/frame-figures.ts'
import type { Recording } from '../../measures/play.ts'
import type { Schedule } from '../../measures/schedule.ts'
import type { CurveMs, PageCurve, PageCurves } from './data.ts'

/** Borders of the bins of position errors, in units: five for each power of ten. */
export const ERROR_EDGES: readonly number[] = Array.from({ length: 21 }, (_, i) =>
  Number((10 ** ((i - 10) / 5)).toPrecision(3)),
)

const WINDOW_SECONDS = 10
const BUCKETS = 360

/** Keeps the parts of many recordings that the page draws: some kilobytes each. */
export class CurveKeeper {
  readonly #kept = new Map<string, PageCurves & { players: (readonly PageCurve[] | null)[] }>()
  readonly #players: readonly string[]

  /** `players`: their names, in the order of the page. */
  constructor(players: readonly string[]) {
    this.#players = players
  }

  add(recording: Recording): void {
    const { contender, run, trace } = recording
    const spans = new Spans(run)
    const key = `${trace}\n${run.sendHz}`
    const kept = this.#kept.get(key) ?? { ...spans.ages(), players: this.#players.map(() => null) }
    this.#kept.set(key, kept)
    kept.players[this.#players.indexOf(contender)] = curvesOf(recording, spans)
  }

  /** The curves kept of a trace at a rate; null if there are none. */
  curves(trace: string, sendHz: number): PageCurves | null {
    return this.#kept.get(`${trace}\n${sendHz}`) ?? null
  }
}

function curvesOf(recording: Recording, spans: Spans): PageCurve[] {
  const { motions, perMotion, run } = recording
  const made: PageCurve[] = []
  motions.forEach((_, index) => {
    const all = Array.from({ length: perMotion }, (_, i) =>
      frameFigures(recording, index * perMotion + i),
    )
    const delayMs = all[0]?.delayMs ?? new Float64Array(0)
    const window = spans.window(delayMs)
    const whole = spans.whole(delayMs)
    const errors = shares(all, run.firstScored)
    const same = made.findIndex((other) =>
      isDeepStrictEqual([other.window, other.whole], [window, whole]),
    )
    if (same >= 0) made.push({ same, window: [], whole: [], errors })
    else made.push({ same: index, window, whole, errors })
  })
  return made
}

/** Chooses the frames of a run that the page draws: each in a window around the worst moment, and buckets of the whole run. */
class Spans {
  readonly #run: Schedule
  readonly #windowFirst: number
  readonly #windowCount: number

  constructor(run: Schedule) {
    this.#run = run
    const frames = run.frameMs.length
    this.#windowCount = Math.min(Math.round(WINDOW_SECONDS * run.frameHz), frames - run.firstScored)
    // The worst moment is the network's, not a player's, so that all players are seen at the same moment.
    let worst = run.firstScored
    for (let i = worst; i < frames; i++) if (run.ageMs[i]! > run.ageMs[worst]!) worst = i
    const wanted = worst - Math.round(this.#windowCount * 0.4)
    this.#windowFirst = Math.min(Math.max(wanted, run.firstScored), frames - this.#windowCount)
  }

  ages(): Omit<PageCurves, 'players'> {
    const { ageMs, firstScored, frameMs, lengthMs } = this.#run
    const from = (frameMs[firstScored] ?? 0) / 1000
    return {
      windowFrom: (frameMs[this.#windowFirst] ?? 0) / 1000,
      frameSeconds: 1 / this.#run.frameHz,
      windowAge: this.window(ageMs),
      wholeFrom: from,
      bucketSeconds: (lengthMs / 1000 - from) / BUCKETS,
      wholeAge: this.whole(ageMs),
    }
  }

  window(values: Float64Array): CurveMs {
    return wholeMs(values.subarray(this.#windowFirst, this.#windowFirst + this.#windowCount))
  }

  whole(values: Float64Array): CurveMs {
    const scored = values.subarray(this.#run.firstScored)
    const bands = new Float64Array(2 * BUCKETS).fill(Number.NaN)
    for (let i = 0; i < scored.length; i++) {
      const at = 2 * Math.floor((i * BUCKETS) / scored.length)
      const value = scored[i]!
      if (!(bands[at]! <= value)) bands[at] = value
      if (!(bands[at + 1]! >= value)) bands[at + 1] = value
    }
    return wholeMs(bands)
  }
}

function wholeMs(values: Float64Array): CurveMs {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : Math.round(value)))
}

/** The parts per 10,000 of the scored frames in each bin of position errors. */
function shares(all: readonly FrameFigures[], firstScored: number): number[] {
  const counts = new Array<number>(ERROR_EDGES.length + 1).fill(0)
  let frames = 0
  for (const { error } of all) {
    for (let i = firstScored; i < error.length; i++) {
      const value = error[i]!
      if (Number.isNaN(value)) continue
      const above = ERROR_EDGES.findIndex((edge) => value < edge)
      const bin = above < 0 ? ERROR_EDGES.length : above
      counts[bin] = counts[bin]! + 1
      frames++
    }
  }
  return counts.map((count) => Math.round((10_000 * count) / Math.max(frames, 1)))
}
