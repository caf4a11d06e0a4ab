import { AT, FIELDS, QUANTA, TURN, WIDTH } from './workload.ts'

/** What rounding in doubles may add to half a step. */
const SLACK = 1e-6

/** Throws unless a decoded row is the true one, as exactly as is asked for: half a step off at most. */
export function checkRow(
  name: string,
  decoded: Float64Array,
  at: number,
  truth: Float64Array,
  truthAt: number,
): void {
  for (let k = 0; k < WIDTH; k++) {
    const is = decoded[at + k]!
    const should = truth[truthAt + k]!
    const most = QUANTA[k]! / 2 + (QUANTA[k]! > 0 ? SLACK : 0)
    let off = Math.abs(is - should)
    if (k === AT.angle && off > TURN / 2) off = Math.abs(TURN - off)
    if (off <= most) continue
    throw new Error(`${name}: ${FIELDS[k]} of ${truth[truthAt]} is ${is}, not ${should}`)
  }
}

/** The same for every entity of a tick. */
export function checkRows(
  name: string,
  decoded: Float64Array,
  truth: Float64Array,
  truthAt: number,
): void {
  for (let at = 0; at < decoded.length; at += WIDTH)
    checkRow(name, decoded, at, truth, truthAt + at)
}
