import { GlissadeError } from 'glissade'
import { connect, type Session } from 'glissade/client'
import { market } from './authentication.ts'

/** Joins with a token of your login. `show`: shows the server's words to a player whom it refuses or sends away. */
export async function enter(
  address: string,
  token: () => Promise<string>,
  show: (words: string) => void,
): Promise<Session<typeof market> | null> {
  try {
    const session = await connect(market, address, { token })
    session.onClose((reason, words) => {
      if (reason !== 'left') show(words || 'the connection is gone')
    })
    return session
  } catch (error) {
    if (!(error instanceof GlissadeError)) throw error
    show(error.detail)
    return null
  }
}
