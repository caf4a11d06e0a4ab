import type { SessionStats } from 'glissade/client'

/** The number of samples kept, and the time between them: 20 s at 10 a second. */
export const SAMPLES = 200
const SAMPLE_MS = 100
/** Rates of bytes are taken over this many samples, because packets come in lumps. */
const RATE_SAMPLES = 10
/** After a pause of this length, the samples before it say nothing about those after it. */
const PAUSE_MS = 1000

/**
 * The values that are kept of each moment. Rates are per second, and times in ms. A correction is counted, not rated.
 */
export type Quantity =
  | 'rttMs'
  | 'delayMs'
  | 'bufferMs'
  | 'extrapolated'
  | 'stoodStill'
  | 'corrections'
  | 'bytesIn'
  | 'bytesOut'

type Counter = 'extrapolatedFrames' | 'heldFrames' | 'corrections'

/**
 * The last 20 s of what a session measures, for a graph. Columns are rings of a fixed size. Sampling allocates nothing.
 */
export class History {
  readonly #stats: SessionStats
  readonly #columns: { readonly [quantity in Quantity]: Float64Array } = {
    rttMs: column(),
    delayMs: column(),
    bufferMs: column(),
    extrapolated: column(),
    stoodStill: column(),
    corrections: column(),
    bytesIn: column(),
    bytesOut: column(),
  }
  readonly #bytesIn = column()
  readonly #bytesOut = column()
  readonly #atMs = column()
  readonly #before: { [counter in Counter]: number } = {
    extrapolatedFrames: 0,
    heldFrames: 0,
    corrections: 0,
  }
  #count = 0
  #lastMs = Number.NaN

  constructor(stats: SessionStats) {
    this.#stats = stats
  }

  /** How many samples there are, up to `SAMPLES`. */
  get count(): number {
    return Math.min(this.#count, SAMPLES)
  }

  /** Takes a sample at `nowMs` if one is due, and returns whether it did. Call once per frame. */
  sample(nowMs: number): boolean {
    const sinceMs = nowMs - this.#lastMs
    // A sample that is a little early counts as on time: waiting for the next frame would make 9 samples a second
    // instead of 10.
    if (sinceMs < SAMPLE_MS - 8) return false
    this.#lastMs = nowMs
    const isFirst = !(sinceMs < PAUSE_MS)
    if (isFirst) this.#count = 0
    else this.#record(nowMs, sinceMs / 1000)
    this.#remember()
    return !isFirst
  }

  /**
   * Copies a column, oldest first and newest last, into `out`, of length `SAMPLES`. Places before the first sample get
   * `blank`.
   */
  copy(quantity: Quantity, out: Float64Array, blank: number): void {
    const from = this.#columns[quantity]
    const count = this.count
    out.fill(blank, 0, SAMPLES - count)
    for (let i = 0; i < count; i++)
      out[SAMPLES - count + i] = from[(this.#count - count + i) % SAMPLES]!
  }

  /** The newest value; NaN before the first. */
  newest(quantity: Quantity): number {
    return this.#count === 0 ? Number.NaN : this.#columns[quantity][(this.#count - 1) % SAMPLES]!
  }

  /** The sum of the last `samples` values, or of all there are. */
  sum(quantity: Quantity, samples: number): number {
    const from = this.#columns[quantity]
    let sum = 0
    for (let i = Math.max(this.#count - Math.min(samples, SAMPLES), 0); i < this.#count; i++)
      sum += from[i % SAMPLES]!
    return sum
  }

  #record(nowMs: number, seconds: number): void {
    const stats = this.#stats
    const before = this.#before
    const columns = this.#columns
    const at = this.#count % SAMPLES
    columns.rttMs[at] = stats.rttMs
    columns.delayMs[at] = stats.delayMs
    columns.bufferMs[at] = stats.bufferMs
    columns.extrapolated[at] = (stats.extrapolatedFrames - before.extrapolatedFrames) / seconds
    columns.stoodStill[at] = (stats.heldFrames - before.heldFrames) / seconds
    columns.corrections[at] = stats.corrections - before.corrections
    this.#atMs[at] = nowMs
    this.#bytesIn[at] = stats.bytesIn
    this.#bytesOut[at] = stats.bytesOut
    this.#count++
    columns.bytesIn[at] = this.#rate(this.#bytesIn)
    columns.bytesOut[at] = this.#rate(this.#bytesOut)
  }

  /** How fast a total has grown over the newest samples, or 0 where there is only one. */
  #rate(totals: Float64Array): number {
    const newest = this.#count - 1
    const oldest = Math.max(newest - RATE_SAMPLES, this.#count - this.count)
    const seconds = (this.#atMs[newest % SAMPLES]! - this.#atMs[oldest % SAMPLES]!) / 1000
    return seconds > 0 ? (totals[newest % SAMPLES]! - totals[oldest % SAMPLES]!) / seconds : 0
  }

  #remember(): void {
    const { extrapolatedFrames, heldFrames, corrections } = this.#stats
    this.#before.extrapolatedFrames = extrapolatedFrames
    this.#before.heldFrames = heldFrames
    this.#before.corrections = corrections
  }
}

function column(): Float64Array {
  return new Float64Array(SAMPLES)
}
