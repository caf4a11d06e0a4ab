import type { IncomingMessage, ServerResponse } from 'node:http'
import { onEnd } from './response-end.ts'

const TURN_EVERY_MS = 1

interface Turn {
  readonly request: IncomingMessage
  readonly take: (isThere: boolean) => void
}

/**
 * Sends files and lists of rooms at a pace that leaves the processor to the rooms of the same process. All responses together
 * have one turn per millisecond, to begin or to send 64 kB, so they send at most 64 MB per second. Addresses take turns,
 * however much each of them asks for; requests of one address are served in order.
 */
export class PacedResponses {
  readonly #addressOf: (request: IncomingMessage) => string
  /** By address. The address with the next turn comes first. */
  readonly #waiting = new Map<string, Turn[]>()
  #isResting = false

  constructor(addressOf: (request: IncomingMessage) => string) {
    this.#addressOf = addressOf
  }

  /** Resolves to true at the request's turn, or to false if its connection has gone, which costs no turn. */
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
   * Sends chunks as the body of a response, one in each turn, and ends the response. The next chunk is read before its turn.
   * Resolves when all chunks are sent or the connection has gone. If a chunk cannot be read, it ends the connection, because
   * the headers have promised more.
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
