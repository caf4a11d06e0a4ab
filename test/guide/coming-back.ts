import { connect, Inspector, type Session } from 'glissade/client'
import { game } from './ferry.ts'

type Game = typeof game

/** The place where a page keeps its key: sessionStorage, in a browser. */
export interface Keys {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

/** Joins; after a reload, as the same player. `say` shows what happens. */
export async function join(
  to: Parameters<typeof connect<Game>>[1],
  keys: Keys,
  say: (text: string) => void,
): Promise<Session<Game>> {
  const resume = keys.getItem('ferries') ?? undefined
  const session = await connect(game, to, { resume })
  let key = session.resumeKey
  keys.setItem('ferries', key)
  session.onState((state) => {
    if (state === 'reconnecting') say('Reconnecting ...')
    if (state !== 'open') return
    say(session.resumeKey === key ? '' : 'The server has started anew, and so have you.')
    key = session.resumeKey
    keys.setItem('ferries', key)
  })
  session.onClose((reason) => {
    // Another tab of the same browser may be this player now: it keeps the key.
    if (reason !== 'replaced') keys.removeItem('ferries')
    say(`The game has ended (${reason}).`)
  })
  return session
}

/** For a debugging view: how far along each other sailor is between the two states around it. */
export function factors(session: Session<Game>, inspector = new Inspector(session)): number[] {
  return session
    .entities('sailor')
    .filter(({ mine }) => !mine)
    .map((sailor) => inspector.look(sailor)?.factor ?? 0)
}
