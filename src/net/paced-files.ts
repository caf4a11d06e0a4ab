import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as passing } from 'node:timers/promises'
import { onEnd } from './response-end.ts'

const CHUNK_BYTES = 65_536
const CHUNK_EVERY_MS = 1

/**
 * Sends files at a pace that leaves the processor to the rooms of the same process: all responses together start, or
 * send 64 kB, once in a millisecond, so at most 64 MB a second. They take turns in the order in which they ask.
 */
export class PacedFiles {
  #last: Promise<unknown> = Promise.resolve()

  /** Resolves when it is the caller's turn. */
  turn(): Promise<unknown> {
    const turn = this.#last
    this.#last = turn.then(() => passing(CHUNK_EVERY_MS))
    return turn
  }

  /**
   * Sends the first `byteLength` bytes of a file as the body of a response and ends it. Resolves when it is sent, or its
   * connection gone. A file that cannot be read, or is shorter by now, ends the connection: the headers have promised more.
   */
  async send(
    path: string,
    byteLength: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    let file: FileHandle | undefined
    try {
      file = await open(path)
      await this.#sendChunks(file, byteLength, request, response)
    } catch {
      response.destroy()
    } finally {
      await file?.close()
    }
  }

  /** One buffer serves for all of a file: a new one for each chunk keeps the collector busy, for which the rooms would wait. */
  async #sendChunks(
    file: FileHandle,
    byteLength: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    let goOn = (): void => {}
    onEnd(request, response, () => goOn())
    const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, byteLength))
    for (let left = byteLength; left > 0; ) {
      await this.turn()
      if (request.socket.destroyed) return
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, left))
      if (bytesRead === 0) throw new Error('the file is shorter than it was')
      left -= bytesRead
      await new Promise<void>((resolve) => {
        goOn = resolve
        response.write(buffer.subarray(0, bytesRead), () => resolve())
      })
    }
    response.end()
  }
}
