import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Ask, Held, Listening, Used } from './served.ts'

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))

/** A server under test, in a process of its own. */
export class ServerProcess {
  readonly port: number
  readonly #child: ChildProcess
  /** Rejects when it ends by itself. */
  readonly #ended: Promise<never>

  private constructor(child: ChildProcess, ended: Promise<never>, port: number) {
    this.#child = child
    this.#ended = ended
    this.port = port
  }

  /**
   * Starts one of the servers of child.ts; resolves when it listens. Throws when it ends before. `flags`: more for its Node.
   */
  static async start(kind: string, flags: readonly string[] = []): Promise<ServerProcess> {
    const execArgv = [...process.execArgv, '--expose-gc', ...flags]
    const child = fork(CHILD, [kind], { execArgv })
    const ended = once(child, 'exit').then(([code]): never => {
      throw new Error(`the server '${kind}' has ended with code ${code}`)
    })
    ended.catch(() => {})
    const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [Listening]
    return new ServerProcess(child, ended, port)
  }

  /** What its process has used so far. Throws, like the others, when it has ended. */
  used(): Promise<Used> {
    return this.#ask({ ask: 'used' })
  }

  /** Its memory after garbage collection. */
  held(): Promise<Held> {
    return this.#ask({ ask: 'held' })
  }

  /** Makes it open this many more empty rooms. */
  openRooms(count: number): Promise<object> {
    return this.#ask({ ask: 'rooms', count })
  }

  /** Makes it put this many more things into every room with clients. */
  addThings(count: number, move: boolean): Promise<object> {
    return this.#ask({ ask: 'things', count, move })
  }

  /** Ends it. */
  stop(): void {
    this.#child.disconnect()
  }

  async #ask<T>(ask: Ask): Promise<T> {
    const answer = once(this.#child, 'message')
    this.#child.send(ask)
    return (await Promise.race([answer, this.#ended]))[0]
  }
}
