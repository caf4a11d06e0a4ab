import { createClient, ErrorReply, RESP_TYPES, type RedisClientType } from 'redis'
import { GlissadeError } from '../base/error.ts'
import type { Script } from './scripts.ts'

/** A connection on which nothing is answered for so many timeouts is given up for a new one. */
const SILENT_TIMEOUTS = 5
/** How long an attempt to connect may take. */
const CONNECT_MS = 1000
/** Texts and bytes of answers as bytes: what is saved is no text. */
const TYPE_MAPPING = { [RESP_TYPES.BLOB_STRING]: Buffer }

/**
 * A connection to a Redis server, which comes back by itself after each loss. What is asked meanwhile fails at once, or after
 * a while if the loss has not been noticed yet; nothing is kept to be sent later.
 */
export class Connection {
  readonly #url: string
  readonly #timeoutMs: number
  readonly #onError: (error: Error) => void
  #client: RedisClientType
  /** Resolves once the first connection is there. Calls before that wait for it. */
  readonly #firstReady: Promise<void>
  /** When the first call was made that has had no answer, if none has had one since. */
  #silentSinceMs: number | null = null
  #isClosed = false

  /** `url` as 'redis://127.0.0.1:6379'. `onError` is told of each loss, and of each attempt that fails. */
  constructor(url: string, timeoutMs: number, onError: (error: Error) => void) {
    this.#url = url
    this.#timeoutMs = timeoutMs
    this.#onError = onError
    this.#client = this.#connect()
    this.#firstReady = new Promise((resolve) => this.#client.once('ready', resolve))
  }

  /**
   * Runs a script and resolves to its answer. Rejects with `unreachable` if there is none in time, and with the error of Redis
   * if the script fails there.
   */
  run(script: Script, key: string, args: readonly (string | Buffer)[]): Promise<unknown> {
    if (this.#isClosed)
      return Promise.reject(new GlissadeError('misuse', 'the directory is closed'))
    return new Promise((resolve, reject) => {
      const abort = new AbortController()
      const calledAtMs = performance.now()
      const timer = afterIntake(this.#timeoutMs, () => {
        if (abort.signal.aborted) return
        abort.abort()
        reject(unreachable(`Redis has not answered within ${this.#timeoutMs} ms`))
        this.#noteSilence(calledAtMs)
      })
      this.#send(script, [key, ...args], abort.signal)
        .then(resolve, (error) => reject(error instanceof ErrorReply ? error : unreachable(error)))
        .finally(() => {
          clearTimeout(timer)
          abort.abort()
        })
    })
  }

  /** Ends the connection. Calls that still wait for their answers reject. */
  close(): void {
    this.#isClosed = true
    this.#client.destroy()
  }

  async #send(
    { text, sha }: Script,
    args: readonly (string | Buffer)[],
    abortSignal: AbortSignal,
  ): Promise<unknown> {
    await this.#firstReady
    abortSignal.throwIfAborted()
    const client = this.#client
    const options = { abortSignal, typeMapping: TYPE_MAPPING }
    try {
      const answer = await client.sendCommand(['EVALSHA', sha, '1', ...args], options)
      this.#silentSinceMs = null
      return answer
    } catch (error) {
      if (!(error instanceof ErrorReply) || !error.message.startsWith('NOSCRIPT')) throw error
      return await client.sendCommand(['EVAL', text, '1', ...args], options)
    }
  }

  /** Replaces a connection on which nothing is answered any more: its other end may be gone without a word. */
  #noteSilence(calledAtMs: number): void {
    this.#silentSinceMs ??= calledAtMs
    const silentMs = performance.now() - this.#silentSinceMs
    if (this.#isClosed || !this.#client.isReady || silentMs < SILENT_TIMEOUTS * this.#timeoutMs)
      return
    this.#onError(unreachable(`Redis has answered nothing for ${Math.round(silentMs)} ms`))
    this.#client.destroy()
    this.#client = this.#connect()
  }

  #connect(): RedisClientType {
    const client: RedisClientType = createClient({
      url: this.#url,
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      socket: { connectTimeout: CONNECT_MS },
    })
    client.on('error', this.#onError)
    client.on('ready', () => {
      this.#silentSinceMs = null
    })
    // Each failed attempt is an 'error' too, and the next one follows.
    client.connect().catch(() => {})
    return client
  }
}

function unreachable(cause: unknown): GlissadeError {
  if (cause instanceof Error)
    return new GlissadeError('unreachable', `Redis cannot be reached: ${cause.message}`, { cause })
  return new GlissadeError('unreachable', String(cause))
}

/**
 * Runs something after a while, but not before what has arrived until then: after a pause of this process, answers may wait in
 * its sockets.
 */
function afterIntake(delayMs: number, run: () => void): NodeJS.Timeout {
  return setTimeout(() => setImmediate(run), delayMs)
}
