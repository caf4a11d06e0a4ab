import type { Session } from 'glissade/client'
import { ROUND_SECONDS, type race } from './who-is-here.ts'

type Race = Session<typeof race>

/** A line for each player, as a page would list them. Call it in each frame, or when the list is drawn. */
export const lines = ({ players }: Race): string[] =>
  players.map(({ name, role, mine, isAway }) => {
    const marks = [mine && 'you', role === 'spectator' && 'watching', isAway && 'away']
    return [name, ...marks.filter(Boolean)].join(', ')
  })

/** The clock of the round, such as 0:42. */
export function clock(session: Race): string {
  const seconds = Math.ceil(session.secondsUntil(session.room.endsAt))
  // The fields of the room are a little newer than what is on display.
  const left = Math.min(Math.max(0, seconds), ROUND_SECONDS) || 0
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}
