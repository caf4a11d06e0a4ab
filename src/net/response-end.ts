import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Calls `ended` once, when a response is complete or its connection has gone. A response that waits behind others emits
 * nothing when its connection ends, but its request does.
 */
export function onEnd(request: IncomingMessage, response: ServerResponse, ended: () => void): void {
  let isOver = false
  const end = (): void => {
    if (isOver) return
    isOver = true
    ended()
  }
  response.once('close', end)
  request.once('close', () => {
    if (request.socket.destroyed) end()
  })
}
