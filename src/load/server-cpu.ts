import type { Seconds } from '../base/units.ts'

/** How long the server may take to answer. */
const PATIENCE_MS = 1000
const METRIC = /^process_cpu_seconds_total(?:\{[^}]*\})? ([0-9.eE+-]+)/m

/**
 * Reads how much of a processor the server uses from its `/metrics`, if it has that page with `process_cpu_seconds_total`, as
 * Prometheus clients do.
 */
export class ServerCpu {
  readonly #url: string
  #before: { readonly cpuSeconds: Seconds; readonly nowMs: number } | undefined
  /** A server that does not say it at the start will not say it later. */
  #isOffered = true

  /** `url`: any address of the server. */
  constructor(url: string) {
    this.#url = new URL('/metrics', url.replace(/^ws/, 'http')).href
  }

  /** How many processors the server has kept busy since the last call; NaN at the first, and where it does not say. */
  async take(): Promise<number> {
    if (!this.#isOffered) return Number.NaN
    const cpuSeconds = await this.#read()
    const before = this.#before
    const nowMs = performance.now()
    this.#isOffered = before !== undefined || !Number.isNaN(cpuSeconds)
    if (Number.isNaN(cpuSeconds)) return Number.NaN
    this.#before = { cpuSeconds, nowMs }
    return before ? (1000 * (cpuSeconds - before.cpuSeconds)) / (nowMs - before.nowMs) : Number.NaN
  }

  async #read(): Promise<Seconds> {
    try {
      const response = await fetch(this.#url, { signal: AbortSignal.timeout(PATIENCE_MS) })
      if (!response.ok) return Number.NaN
      return Number(METRIC.exec(await response.text())?.[1] ?? Number.NaN)
    } catch {
      return Number.NaN
    }
  }
}
