import { WebSocket } from 'ws'
import type { Link } from '../link/link.ts'
import { serverAddress } from '../link/server-address.ts'
import { type DatagramTransport, dataChannel } from './data-channel.ts'
import { realClock } from './real-clock.ts'
import { type OpeningOptions, openSocket } from './websocket.ts'

/**
 * Connects to a server from Node, for bots and tests. Pass the Link to `connect` or `Session`. `to`: an address, as `connect`
 * takes it: `http://127.0.0.1:3000` leads to `ws://127.0.0.1:3000/glissade`. Rejects with `unreachable`, and with `misuse` for a
 * text that is not an address.
 */
export async function connectWebSocket(to: string | URL, options?: OpeningOptions): Promise<Link> {
  return openSocket(webSocket, serverAddress(to, 'connectWebSocket').href, realClock, options)
}

/**
 * Makes `connect` use datagrams from Node, for bots and tests: `connect(game, to, { datagram: await nodeDataChannel() })`. Needs
 * the package `node-datachannel`; rejects without it. See `dataChannel` of `glissade/datagram`.
 */
export async function nodeDataChannel(): Promise<DatagramTransport> {
  const { RTCPeerConnection } = await import('node-datachannel/polyfill')
  return dataChannel({
    openSocket: webSocket,
    openPeer: (configuration) =>
      new RTCPeerConnection(configuration as object) as unknown as globalThis.RTCPeerConnection,
  })
}

/** Makes a socket of `ws`, which has the browser's interface, although its types are not the DOM's. */
const webSocket = (address: string): globalThis.WebSocket =>
  new WebSocket(address, { perMessageDeflate: false }) as unknown as globalThis.WebSocket
