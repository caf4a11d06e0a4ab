import type { Clock } from '../../base/clock.ts'
import type { Ms } from '../../base/units.ts'
import type { Lobby } from './lobby.ts'

/** The shortest wait of the rooms' timer. Everything that falls due meanwhile runs in one go. */
const LEAST_WAIT_MS: Ms = 1
/** How often a lobby without rooms is checked for a room that has opened. */
const IDLE_MS: Ms = 50

/**
 * Drives the rooms of a lobby by the timers of `clock`, which has to be the lobby's own: whenever a step or network tick is
 * due, it runs. Returns a function that stops the timer. `serve` calls it, and so does a worker that holds rooms.
 */
export function drive(lobby: Lobby, clock: Clock): () => void {
  let undo = (): void => {}
  const run = (): void => {
    lobby.advance(clock.nowMs())
    const waitMs = lobby.nextDueMs - clock.nowMs()
    undo = clock.after(Math.min(IDLE_MS, Math.max(LEAST_WAIT_MS, waitMs)), run)
  }
  run()
  return () => undo()
}
