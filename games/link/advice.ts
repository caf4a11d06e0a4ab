import type { DatagramStatus } from 'glissade/datagram'

const GUIDE = 'docs/guide/datagrams.md'

/** The state of a visitor's link: on datagrams, about to move there, or on the WebSocket for a reason. */
export type Mood = 'good' | 'waiting' | 'bad'

/** What the page says about a link. */
export interface Advice {
  readonly mood: Mood
  readonly text: string
}

/** Returns which way packets take now, in one line. */
export function wayOf({ isOnDatagrams, problem, why }: DatagramStatus): string {
  if (isOnDatagrams) return 'Data channel: UDP, no packet waits for a lost one'
  return problem === 'none' ? `WebSocket for now: ${why}` : `WebSocket, because ${why}`
}

/** Returns what the visitor can do. */
export function adviceOf({ isOnDatagrams, problem, opened }: DatagramStatus): Advice {
  if (isOnDatagrams)
    return {
      mood: 'good',
      text: 'Nothing to do. Your packets travel as UDP, so a lost packet does not hold up the packets behind it.',
    }
  if (problem === 'none')
    return { mood: 'waiting', text: 'You have joined the room. The data channel is not open yet.' }
  const isLost = problem === 'network' && opened > 0
  return { mood: 'bad', text: isLost ? LOST : REMEDIES[problem] }
}

const LOST =
  'UDP did get through, but then stopped. The session continues over the WebSocket and tries again.'
const REMEDIES = {
  browser:
    'Use a browser that has WebRTC, or allow it in this one: some privacy settings and extensions switch it off. Games also work without it.',
  server: `Only the server's operator can change this. The server needs the package node-datachannel and a free UDP port. Its log says what is missing. See ${GUIDE}.`,
  slow: 'Your line is slow, and datagrams put more bytes on it than the WebSocket does. The session will try them again in a few minutes.',
  network: `Check that your firewall or VPN lets UDP out, and that the server's UDP port can be reached from outside. See ${GUIDE}. The session keeps trying.`,
}
