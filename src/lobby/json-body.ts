import type { IncomingMessage } from 'node:http'
import type { Ms } from '../base/units.ts'

/** The most bytes of a body. */
const MOST_BYTES = 4096
/** How long a page may take to send it. */
const BODY_MS: Ms = 5000

/** Why a body cannot be used. */
export interface BodyFault {
  readonly status: 400 | 408 | 413
  readonly detail: string
}

const TOO_LARGE: BodyFault = { status: 413, detail: `the body has more than ${MOST_BYTES} bytes` }
const TOO_SLOW: BodyFault = { status: 408, detail: 'the body did not come in time' }
const NO_JSON: BodyFault = { status: 400, detail: 'the body must be a JSON object' }

/** Reads the body of a request, which must be a JSON object of at most 4096 bytes. */
export async function readJson(
  request: IncomingMessage,
): Promise<{ readonly body: Readonly<Record<string, unknown>> } | BodyFault> {
  const bytes = await read(request)
  if (!Buffer.isBuffer(bytes)) return bytes
  try {
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return { body: body as Record<string, unknown> }
  } catch {
    // Neither UTF-8 nor JSON.
  }
  return NO_JSON
}

function read(request: IncomingMessage): Promise<Buffer | BodyFault> {
  if (Number(request.headers['content-length']) > MOST_BYTES) return Promise.resolve(TOO_LARGE)
  if (request.readableEnded) return Promise.resolve(NO_JSON)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const finish = (result: Buffer | BodyFault): void => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      resolve(result)
    }
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > MOST_BYTES) finish(TOO_LARGE)
    }
    const onEnd = (): void => finish(Buffer.concat(chunks))
    const onClose = (): void => finish(NO_JSON)
    const timer = setTimeout(finish, BODY_MS, TOO_SLOW)
    request.on('data', onData).on('end', onEnd).on('close', onClose)
  })
}
