import { connect } from 'glissade/client'
import { connectWebSocket } from 'glissade/node'
import { game } from '../readme/game.ts'
import { until } from './until.ts'

/** Joins a room of dots.ts at a WebSocket's address. Resolves when the own dot is there. `comesBack`: after a break. */
export async function join(url: string, room: string, { comesBack = true } = {}) {
  let at = url
  const reopen = (moved?: string) => {
    at = new URL(moved ?? at, at).href
    return connectWebSocket(at)
  }
  const session = await connect(game, await connectWebSocket(url), {
    room,
    reopen: comesBack ? reopen : undefined,
  })
  await until(() => {
    session.frame(performance.now())
    return session.entities('dot').some(({ mine }) => mine)
  })
  return session
}
