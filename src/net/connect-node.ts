import { WebSocket } from 'ws'
import type { Link } from '../link/link.ts'
import { realClock } from './real-clock.ts'
import { openSocket } from './websocket.ts'

/**
 * Connects to a server from Node, for bots and tests. Pass the Link to `connect` or `Session`. `url` is the whole address,
 * such as `ws://127.0.0.1:3000/glissade`. Rejects with `unreachable`.
 */
export function connectWebSocket(url: string): Promise<Link> {
  // `ws` has the browser's interface, but its types are not the DOM's.
  const create = (address: string) =>
    new WebSocket(address, { perMessageDeflate: false }) as unknown as globalThis.WebSocket
  return openSocket(create, url, realClock)
}
