import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressOfRequest, isReading, send, sendNotAllowed } from './answers.ts'

/** Says why a server accepts no new players, or null if it does. */
export type Unready = () => string | null

/** Whether a server accepts new players. Several parts of a server may have a reason why it does not. */
export class Readiness {
  readonly #reasons: Unready[] = []

  /** Adds a function that is asked at each check. It must be quick, and must not throw. */
  add(reason: Unready): void {
    this.#reasons.push(reason)
  }

  /** Returns the first reason why the server accepts no new players; null: it does. */
  get reason(): string | null {
    for (const reason of this.#reasons) {
      const why = reason()
      if (why !== null) return why
    }
    return null
  }

  /** Answers `/healthz` and `/readyz`. Returns false, and writes nothing, for every other path. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { path } = addressOfRequest(request)
    if (path !== '/healthz' && path !== '/readyz') return false
    if (!isReading(request)) sendNotAllowed(request, response, 'GET, HEAD')
    else {
      const why = path === '/readyz' ? this.reason : null
      send(request, response, { status: why === null ? 200 : 503, body: `${why ?? 'ok'}\n` })
    }
    return true
  }
}
