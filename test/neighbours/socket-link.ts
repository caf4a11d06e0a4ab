import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import type { DisconnectReason } from '../../src/base/error.ts'
import type { Link, LinkReceiver } from '../../src/link/link.ts'
import { closeCode, disconnectReason } from '../../src/net/close-codes.ts'

/** A client's Link over a WebSocket whose TCP socket is in reach, so that it can be stopped, flooded and reset. */
export class SocketLink implements Link {
  readonly kind = 'ordered'
  readonly socket: Socket
  isOpen = true
  readonly #webSocket: WebSocket

  private constructor(webSocket: WebSocket, socket: Socket) {
    this.#webSocket = webSocket
    this.socket = socket
  }

  /**
   * Connects from a local address: all of 127.0.0.0/8 is this machine, so that a server with limits per address can
   * tell clients apart. Rejects with what the server, or this machine, has answered.
   */
  static connect(port: number, localAddress: string): Promise<SocketLink> {
    const address = `ws://127.0.0.1:${port}/glissade`
    const webSocket = new WebSocket(address, { localAddress, perMessageDeflate: false })
    webSocket.binaryType = 'nodebuffer'
    let socket: Socket
    webSocket.on('upgrade', (response) => {
      socket = response.socket
    })
    return new Promise((resolve, reject) => {
      // Stays for good: a socket that is reset later says so here, and its end comes as `close`.
      webSocket.on('error', reject)
      webSocket.once('open', () => resolve(new SocketLink(webSocket, socket)))
    })
  }

  get bufferedBytes(): number {
    return this.socket.writableLength
  }

  open(receiver: LinkReceiver): void {
    this.#webSocket.on('message', (data: Buffer) => receiver.packet(data, performance.now()))
    this.#webSocket.on('close', (code, text) => {
      this.isOpen = false
      receiver.closed(disconnectReason(code), String(text))
    })
  }

  send(bytes: Uint8Array): void {
    if (this.isOpen) this.socket.write(frameOf(bytes))
  }

  /** Takes in nothing from now on, not even that it should go. */
  deafen(): void {
    this.socket.removeAllListeners('data').on('data', () => {})
  }

  close(reason: DisconnectReason): void {
    this.#webSocket.close(closeCode(reason))
  }
}

/** A client's frame, masked with zeros, which costs nothing: an attacker saves what it can. At most 65,535 bytes. */
export function frameOf(bytes: Uint8Array): Buffer {
  const { length } = bytes
  const headBytes = length < 126 ? 2 : 4
  const frame = Buffer.alloc(headBytes + 4 + length)
  frame[0] = 0x82
  frame[1] = 0x80 | (length < 126 ? length : 126)
  if (headBytes === 4) frame.writeUInt16BE(length, 2)
  frame.set(bytes, headBytes + 4)
  return frame
}
