import type { Session } from 'glissade/client'
import type { island } from './rooms.ts'

/** Shows the chat. Returns its undo. */
export const follow = (
  session: Session<typeof island>,
  say: (line: string) => void,
): (() => void) => session.onMessage('chat', ({ text }) => say(text))
