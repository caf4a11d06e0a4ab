import type { IncomingMessage, ServerResponse } from 'node:http'
import { openReal } from './real-file.ts'
import { onEnd } from './response-end.ts'

const CHUNK_BYTES = 65_536
const TURN_EVERY_MS = 1

interface Turn {
  readonly request: IncomingMessage
  readonly take: (isThere: boolean) => void
}

/**
 * Sends files at a pace that leaves the processor to the rooms of the same process: all responses together have one turn in
 * a millisecond, to begin or to send 64 kB. So they send at most 64 MB a second. Addresses take turns with each other,
 * whatever each of them asks for; requests of one address are served in order.
 */
export class PacedFiles {
  readonly #addressOf: (request: IncomingMessage) => string
  /** By address, the one whose turn is next first. */
  readonly #waiting = new Map<string, Turn[]>()
  #isResting = false

  constructor(addressOf: (request: IncomingMessage) => string) {
    this.#addressOf = addressOf
  }

  /** Resolves when it is the request's turn; false: its connection has gone, which costs no turn. */
  turn(request: IncomingMessage): Promise<boolean> {
    return new Promise((take) => {
      const address = this.#addressOf(request)
      const turns = this.#waiting.get(address)
      if (turns) turns.push({ request, take })
      else this.#waiting.set(address, [{ request, take }])
      if (!this.#isResting) this.#next()
    })
  }

  /**
   * Sends the first `byteLength` bytes of a file, which is no symbolic link, as the body of a response and ends it. Resolves when it is sent, or its
   * connection gone. A file that cannot be read, or is shorter by now, ends the connection: the headers have promised more.
   */
  async send(
    path: string,
    byteLength: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    try {
      const file = await openReal(path)
      try {
        // One buffer serves for a whole file. With a new one for each chunk, the rooms would wait for the garbage
        // collector.
        const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, byteLength))
        const next = async (mostBytes: number): Promise<Buffer> => {
          const { bytesRead } = await file.read(buffer, 0, mostBytes)
          if (bytesRead === 0) throw new Error('the file became shorter while it was sent')
          return buffer.subarray(0, bytesRead)
        }
        await this.#sendChunks(byteLength, next, request, response)
      } finally {
        await file.close()
      }
    } catch {
      response.destroy()
    }
  }

  /** Sends pieces from memory in the same way, one in each turn; `byteLength` is the length of them all. */
  async sendPieces(
    pieces: readonly Buffer[],
    byteLength: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    let sent = 0
    await this.#sendChunks(byteLength, () => pieces[sent++]!, request, response)
  }

  async #sendChunks(
    byteLength: number,
    next: (mostBytes: number) => Buffer | Promise<Buffer>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    let goOn = (): void => {}
    onEnd(request, response, () => goOn())
    for (let left = byteLength; left > 0; ) {
      if (!(await this.turn(request))) return
      const chunk = await next(Math.min(CHUNK_BYTES, left))
      left -= chunk.length
      // A response that waits behind others never calls back once its connection has gone.
      if (request.socket.destroyed) return
      await new Promise<void>((resolve) => {
        goOn = resolve
        response.write(chunk, () => resolve())
      })
    }
    response.end()
  }

  /** Gives the next turn to a request that is still there. */
  #next(): void {
    this.#isResting = false
    for (const [address, turns] of this.#waiting) {
      this.#waiting.delete(address)
      const there = turns.findIndex(({ request }) => !request.socket.destroyed)
      for (const { take } of turns.splice(0, there < 0 ? turns.length : there)) take(false)
      const turn = turns.shift()
      if (!turn) continue
      if (turns.length > 0) this.#waiting.set(address, turns)
      this.#isResting = true
      setTimeout(() => this.#next(), TURN_EVERY_MS)
      return turn.take(true)
    }
  }
}
