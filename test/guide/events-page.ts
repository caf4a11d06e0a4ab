import type { Session } from 'glissade/client'
import type { game } from './events.ts'

/** What goes on after the event, until it stops by itself. */
export interface Sound {
  stop(): void
}

/** The own shot is heard at once, and stopped if there was none. */
export function listen(session: Session<typeof game>, play: (name: string) => Sound): () => void {
  const playing = new WeakMap<object, Sound>()
  return session.on('shot', (shot) => void playing.set(shot, play('shot')), {
    undone: (shot) => playing.get(shot)?.stop(),
  })
}
