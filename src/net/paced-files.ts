import type { IncomingMessage, ServerResponse } from 'node:http'
import { onEnd } from './response-end.ts'

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
   * Sends chunks as the body of a response, one in each turn, and ends it. The next chunk is read before its turn. Resolves when they are sent, or its connection gone.
   * Where a chunk cannot be had, it ends the connection: the headers have promised more.
   */
  async send(
    chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    let goOn = (): void => {}
    onEnd(request, response, () => goOn())
    try {
      for await (const chunk of chunks) {
        // A response that waits behind others never calls back once its connection has gone.
        if (!(await this.turn(request)) || request.socket.destroyed) return
        await new Promise<void>((resolve) => {
          goOn = resolve
          response.write(chunk, () => resolve())
        })
      }
      response.end()
    } catch {
      response.destroy()
    }
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
