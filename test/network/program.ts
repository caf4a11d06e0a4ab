import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BadNetwork, Side } from './bad-network.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** What runs TypeScript as it is in the source. */
export const NODE_ARGUMENTS: readonly string[] = ['-C', 'glissade-source', '--import', 'tsx']

/** A file of this folder that runs in a namespace of a bad network, and answers one question at a time. */
export class Program<Question, Answer> {
  readonly #child: ChildProcess
  readonly #ended: Promise<never>

  private constructor(child: ChildProcess, ended: Promise<never>) {
    this.#child = child
    this.#ended = ended
  }

  /** Starts a file, and resolves when it has said that it is ready. Rejects when it ends before. */
  static async start<Question, Answer>(
    network: BadNetwork,
    side: Side,
    file: string,
  ): Promise<Program<Question, Answer>> {
    const path = fileURLToPath(new URL(file, import.meta.url))
    const child = network.spawnIn(side, process.execPath, [...NODE_ARGUMENTS, path], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const ended = once(child, 'exit').then(([code, signal]): never => {
      throw new Error(`the program ${file} has ended: ${signal ?? `code ${code}`}`)
    })
    ended.catch(() => {})
    await Promise.race([once(child, 'message'), ended])
    return new Program(child, ended)
  }

  /** Asks, and waits for the answer. Rejects when the program has ended. */
  async ask(question: Question): Promise<Answer> {
    const answer = once(this.#child, 'message') as Promise<[Answer]>
    if (this.#child.connected) this.#child.send(question as object)
    return (await Promise.race([answer, this.#ended]))[0]
  }

  /** Ends it, and waits until it has gone. */
  async stop(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended.catch(() => {})
  }
}

/** The other end: says that the program is ready, answers each question, and ends with the process that asks. */
export function answerAll<Question, Answer extends object>(
  answer: (question: Question) => Answer | Promise<Answer>,
): void {
  process.on('message', async (question: Question) => process.send?.(await answer(question)))
  process.on('disconnect', () => process.exit())
  process.send?.({ isReady: true })
}
