import type { IncomingMessage, ServerResponse } from 'node:http'

/** Headers of everything that this folder answers: never cached, in no frame, and with no other content than its own. */
export const HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** The body of an answer, and how it is sent. */
export interface Answer {
  readonly status: number
  /** Default: plain text. */
  readonly type?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body: string
}

/** Sends an answer; its body too unless the request is a HEAD. */
export function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, type = 'text/plain; charset=utf-8', headers, body } = answer
  response.writeHead(status, {
    ...HEADERS,
    ...headers,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Whether a request only reads. */
export function isReading({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Answers a request whose method the address does not have. */
export function sendNotAllowed(
  request: IncomingMessage,
  response: ServerResponse,
  allow: string,
): void {
  send(request, response, { status: 405, headers: { Allow: allow }, body: `use ${allow}\n` })
}

/** Returns the path and the query of a request. */
export function addressOfRequest({ url = '/' }: IncomingMessage): {
  readonly path: string
  readonly query: URLSearchParams
} {
  const at = url.indexOf('?')
  if (at < 0) return { path: url, query: new URLSearchParams() }
  return { path: url.slice(0, at), query: new URLSearchParams(url.slice(at + 1)) }
}
