import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Listening, Used } from './child.ts'

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

  /** Starts one of the servers of child.ts; resolves when it listens. Throws when it ends before. */
  static async start(kind: string): Promise<ServerProcess> {
    const child = fork(CHILD, [kind])
    const ended = once(child, 'exit').then(([code]): never => {
      throw new Error(`the server '${kind}' has ended with code ${code}`)
    })
    ended.catch(() => {})
    const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [Listening]
    return new ServerProcess(child, ended, port)
  }

  /** What its process has used so far. Throws when it has ended. */
  async used(): Promise<Used> {
    const answer = once(this.#child, 'message')
    this.#child.send('used')
    return (await Promise.race([answer, this.#ended]))[0]
  }

  /** Ends it. */
  stop(): void {
    this.#child.disconnect()
  }
}
