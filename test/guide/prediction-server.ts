import { move, type Runner } from './prediction.ts'

const STEP_MS = 1000 / 30

/** What the server keeps of each player and puts into every state it sends; `id` and `timeMs` begin at 0. */
export interface PlayerReceiver extends Runner {
  /** The newest input dealt with: for the player's own `answered`. */
  id: number
  /** When that was on the server's clock, without the jitter of its way: for the others' `track.push`. */
  timeMs: number
}

/** For each input that comes. */
export function received(seat: PlayerReceiver, id: number, right: boolean, nowMs: number): void {
  if (!(id > seat.id)) return
  seat.id = id
  if (seat.timeMs > nowMs + 150) return // more inputs than time: not applied, so the client is corrected
  move(seat, right)
  const lateMs = nowMs - (seat.timeMs + STEP_MS)
  seat.timeMs = Math.abs(lateMs) > 500 ? nowMs : nowMs - lateMs + lateMs / 200
}
