import type { GlissadeError } from 'glissade'
import { connect } from 'glissade/client'
import { connectWebSocket } from 'glissade/node'
import { game } from '../readme/game.ts'
import { until } from './until.ts'

/** Joins a room of dots.ts at a WebSocket's address. Resolves when the own dot is there. `comesBack`: after a break. */
export async function join(url: string, room: string, { comesBack = true } = {}) {
  let at = url
  const openAt = (moved?: string) => {
    at = new URL(moved ?? at, at).href
    return connectWebSocket(at)
  }
  const connectAt = async (moved?: string) => {
    const reopen = comesBack ? openAt : undefined
    return connect(game, await openAt(moved), { room, reopen })
  }
  const session = await connectAt().catch((refusal: GlissadeError) => {
    // A session that comes back also goes where the room is. The other kind is sent there.
    if (comesBack || !refusal.message.includes('moved')) throw refusal
    return connectAt(refusal.detail)
  })
  await until(() => {
    session.frame(performance.now())
    return session.entities('dot').some(({ mine }) => mine)
  })
  return session
}
