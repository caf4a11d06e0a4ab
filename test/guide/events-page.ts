import type { Session } from 'glissade/client'
import type { game } from './events.ts'

/** A sound that plays on after its event, until it ends by itself or is stopped. */
export interface Sound {
  stop(): void
}

/** Plays your own shot at once, and stops the sound if the shot never happened. */
export function listen(session: Session<typeof game>, play: (name: string) => Sound): () => void {
  const playing = new WeakMap<object, Sound>()
  return session.on('shot', (shot) => void playing.set(shot, play('shot')), {
    undone: (shot) => playing.get(shot)?.stop(),
  })
}
