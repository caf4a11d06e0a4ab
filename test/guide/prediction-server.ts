import { move, type Runner } from './prediction.ts'

const STEP_MS = 1000 / 30

/** What the server keeps of each player and puts into every state it sends; `id` and `timeMs` begin at 0. */
export interface ServerRunner extends Runner {
  /** The number of the newest input that was handled, for the player's own `answered`. */
  id: number
  /** The time of that input on the server's clock, without network jitter, for the others' `track.push`. */
  timeMs: number
}

/** Call it for each input that comes. */
export function received(runner: ServerRunner, id: number, right: boolean, nowMs: number): void {
  if (!(id > runner.id)) return
  runner.id = id
  if (runner.timeMs > nowMs + 150) return // more inputs than time: not applied, so the client is corrected
  move(runner, right)
  const lateMs = nowMs - (runner.timeMs + STEP_MS)
  runner.timeMs = Math.abs(lateMs) > 500 ? nowMs : nowMs - lateMs + lateMs / 200
}
