import { GlissadeError } from 'glissade'
import { connect, type Session } from 'glissade/client'
import { market } from './authentication.ts'

/** Joins with a token of your login. `show`: shows the server's words to a player whom it refuses. */
export async function enter(
  address: string,
  token: () => Promise<string>,
  show: (words: string) => void,
): Promise<Session<typeof market> | null> {
  try {
    return await connect(market, address, { token })
  } catch (error) {
    if (!(error instanceof GlissadeError)) throw error
    show(error.detail)
    return null
  }
}
