import type { Ms } from '../../src/base/units.ts'

/** An input that a client made. */
export interface MadeInput {
  readonly row: Int32Array
  readonly madeMs: Ms
  /** From then to its tick. */
  readonly leadMs: Ms
  /** From then to its arrival; NaN until it has come. */
  wayMs: Ms
}

/** Leads are tried in these steps. */
const STEP_MS = 4
const MOST_MS = 1000
/** A gap counts once for so many ticks: a room repeats an input no further. */
const GAP = 8

/**
 * The shortest time from an input to its tick, the same for all, with which at most `allowed` gaps in these clients' inputs
 * would have repeated a wrong one; Infinity where no time up to a second would do. Each client's time counts from the mean
 * way of its inputs on, and the result is the mean over all of them. No clock can know it in advance.
 */
export function shortestLeadMs(clients: readonly (readonly MadeInput[])[], allowed: number): Ms {
  const fastest = clients.map((inputs) => Math.min(...inputs.map(({ wayMs }) => wayMs)))
  const mean = fastest.reduce((sum, ms) => sum + ms, 0) / fastest.length
  for (let waitMs = 0; waitMs <= MOST_MS; waitMs += STEP_MS) {
    const gaps = clients.map((inputs, n) => wrongGaps(inputs, fastest[n]! + waitMs))
    if (gaps.reduce((sum, count) => sum + count, 0) <= allowed) return mean + waitMs
  }
  return Infinity
}

/** How many gaps, of inputs that took over `leadMs`, have one that is not like the last before the gap; long ones count more. */
function wrongGaps(inputs: readonly MadeInput[], leadMs: Ms): number {
  let count = 0
  let last = inputs[0]
  let wrongTicks = 0
  for (const input of inputs) {
    if (input.wayMs <= leadMs) {
      last = input
      wrongTicks = 0
    } else if (last?.row.some((value, i) => value !== input.row[i])) {
      if (wrongTicks % GAP === 0) count++
      wrongTicks++
    }
  }
  return count
}
