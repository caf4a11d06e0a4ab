import type { Session } from 'glissade/client'
import type { island } from './rooms.ts'

/** Shows the chat, and tells how many seconds the round still has. */
export function follow(
  session: Session<typeof island>,
  say: (line: string) => void,
): { secondsLeft(tick: number): number; undo(): void } {
  const undo = session.onMessage('chat', ({ text }) => say(text))
  return { secondsLeft: (tick) => (session.room.endsAt - tick) / 30, undo }
}
