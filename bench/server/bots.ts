import { WebSocket } from 'ws'
import { disconnectReason } from '../../src/net/close-codes.ts'

/** A client that sends inputs and counts what it gets. */
export interface Bot {
  /** Bytes received so far, with the heads of their frames. */
  readonly bytes: number
  /** Updates received so far. */
  readonly updates: number
  /**
   * Sends a packet with this many equal inputs. If there are several, the client holds them back, because nothing changes.
   */
  send(heading: number, inputs: number): void
  /** Leaves; nothing more is sent. */
  close(): void
}

/** How clients speak with a server of one kind. */
export interface Dialect {
  /** Whose server it is, as it stands in tables. */
  readonly name: string
  /** Which of the servers of child.ts. */
  readonly kind: string
  /** Joins a room by its name and waits until it has been welcomed. */
  join(port: number, room: string): Promise<Bot>
}

/** The room is in another process, at the address that is the message. */
export class Moved extends Error {}

/** A socket that counts. */
export abstract class SocketBot implements Bot {
  bytes = 0
  updates = 0
  protected readonly socket: WebSocket

  constructor(address: string) {
    this.socket = new WebSocket(address, { perMessageDeflate: false })
    this.socket.binaryType = 'nodebuffer'
  }

  /** Resolves at the first packet for which `took` is true, and from then on counts those that are updates. */
  protected welcomed(took: (packet: Buffer) => boolean): Promise<this> {
    return new Promise((resolve, reject) => {
      let isIn = false
      const end = (code: number, text: Buffer): void => {
        const isMoved = disconnectReason(code) === 'moved'
        reject(isMoved ? new Moved(String(text)) : new Error('the server ended a connection'))
      }
      // Also later: who has lost its connection shows as updates that are missing.
      this.socket.on('error', reject)
      this.socket.once('close', end)
      this.socket.on('message', (packet: Buffer) => {
        this.bytes += packet.length + (packet.length < 126 ? 2 : packet.length < 65_536 ? 4 : 10)
        if (isIn) {
          if (this.isUpdate(packet)) this.updates++
        } else if (took(packet)) {
          isIn = true
          this.socket.off('close', end)
          resolve(this)
        }
      })
    })
  }

  /** Takes in a packet after the welcome; whether it is an update. */
  protected abstract isUpdate(packet: Buffer): boolean
  abstract send(heading: number, inputs: number): void

  close(): void {
    this.socket.close()
  }
}
