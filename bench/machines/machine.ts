import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { bundled } from '../../test/support/bundled.ts'
import { freePort } from '../../test/support/free-port.ts'
import type { Question, Report } from './server-process.ts'

const PROGRAM = await bundled(fileURLToPath(new URL('./server-process.ts', import.meta.url)))

/** The exit code of a server-process.ts that has waited for Redis in vain. */
const REDIS_TOO_SLOW = 75

/** One process that serves rooms, as a machine would. */
export class Machine {
  readonly port: number
  readonly #redisPort: number
  readonly #checkpointMs: number
  #child: ChildProcess | undefined

  private constructor(port: number, redisPort: number, checkpointMs: number) {
    this.port = port
    this.#redisPort = redisPort
    this.#checkpointMs = checkpointMs
  }

  static async start(redisPort: number, checkpointMs: number): Promise<Machine> {
    const machine = new Machine(await freePort(), redisPort, checkpointMs)
    await machine.boot()
    return machine
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}/glissade`
  }

  /** Starts the process, as systemd does: again, if Redis was too slow for its start. Resolves when it serves. */
  async boot(): Promise<void> {
    const words = [`${this.#redisPort}`, `${this.port}`, `${this.#checkpointMs}`]
    for (;;) {
      this.#child = fork(PROGRAM, words, { execArgv: [] })
      const [first] = await Promise.race([once(this.#child, 'message'), once(this.#child, 'exit')])
      if (typeof first === 'object') return
      if (first !== REDIS_TOO_SLOW) throw new Error(`a server ended with ${first} as it began`)
    }
  }

  get isUp(): boolean {
    return this.#child !== undefined
  }

  async ask(question: Question): Promise<Report> {
    this.#child!.send(question)
    const [report] = await once(this.#child!, 'message')
    return report as Report
  }

  /** Ends the process as a crash does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Ends it as a deploy does: it hands over its rooms first. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  /** Stops the process for a while, so that it says nothing. */
  pause(): void {
    this.#child?.kill('SIGSTOP')
  }

  goOn(): void {
    this.#child?.kill('SIGCONT')
  }
}
