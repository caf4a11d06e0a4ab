/** The output for progress: `process.stderr`, or a stand-in for tests. */
export interface ProgressOutput {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

const BAR_WIDTH = 24
const CLEAR = '\r\u001b[2K'
const SECONDS_BEFORE_GUESS = 3

/** A progress line that fills up during a long run. Writes nothing unless the output is a terminal. */
export class Progress {
  readonly #output: ProgressOutput
  readonly #total: number
  readonly #startedMs: number
  #drawnMs = -Infinity

  /** `total`: how many parts there are. `nowMs`: on any clock that does not run backwards. */
  constructor(output: ProgressOutput, total: number, nowMs: number) {
    this.#output = output
    this.#total = total
    this.#startedMs = nowMs
  }

  /** Shows that `done` parts are done, and which is `next`. Draws at most ten times a second. */
  show(done: number, next: string, nowMs: number): void {
    if (this.#output.isTTY !== true || nowMs - this.#drawnMs < 100) return
    this.#drawnMs = nowMs
    const share = this.#total > 0 ? Math.min(done / this.#total, 1) : 1
    const line = `${bar(share)} ${done}/${this.#total}${this.#left(share, nowMs)}  ${next}`
    const width = this.#output.columns ?? 80
    this.#output.write(CLEAR + line.slice(0, width - 1))
  }

  /** Removes the line, so that later output takes its place. */
  end(): void {
    if (this.#output.isTTY === true) this.#output.write(CLEAR)
  }

  #left(share: number, nowMs: number): string {
    const seconds = (nowMs - this.#startedMs) / 1000
    if (seconds < SECONDS_BEFORE_GUESS || share === 0) return ''
    return `, ${Math.ceil((seconds / share) * (1 - share))} s left`
  }
}

function bar(share: number): string {
  const full = Math.round(share * BAR_WIDTH)
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_WIDTH - full)}]`
}
