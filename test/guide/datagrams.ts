import { connect, type Session } from 'glissade/client'
import { dataChannel } from 'glissade/datagram'
import { game } from './ferry.ts'

/** Joins, and uses datagrams as soon as there are any. `turn` is a TURN server with its user's name and password. */
export async function join(
  to: string,
  say: (text: string) => void,
  turn: RTCIceServer[] = [],
): Promise<Session<typeof game>> {
  const datagram = dataChannel({ iceServers: turn })
  const session = await connect(game, to, { datagram })
  session.onFrame(() => {
    const { isOnDatagrams, why } = datagram.status
    say(isOnDatagrams ? 'on datagrams' : `on the WebSocket: ${why}`)
  })
  return session
}
