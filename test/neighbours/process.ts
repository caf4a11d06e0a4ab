import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** TypeScript as it is in the source, and a collector that can be called. */
const ARGUMENTS = ['-C', 'glissade-source', '--import', 'tsx', '--expose-gc']

/** One part of the measurement in a process of its own, which answers one question at a time. */
export class PartProcess<First, Answer> {
  /** What it said when it was ready. */
  readonly first: First
  readonly #child: ChildProcess
  readonly #ended: Promise<never>

  private constructor(first: First, child: ChildProcess, ended: Promise<never>) {
    this.first = first
    this.#child = child
    this.#ended = ended
  }

  /** Starts a file of this folder; resolves when it has said that it is ready. Rejects when it ends before. */
  static async start<First, Answer>(
    file: string,
    ...words: readonly (string | number)[]
  ): Promise<PartProcess<First, Answer>> {
    const path = fileURLToPath(new URL(file, import.meta.url))
    const child = fork(path, words.map(String), { execArgv: ARGUMENTS })
    const ended = once(child, 'exit').then(([code, signal]): never => {
      throw new Error(`the process of ${file} has ended: ${signal ?? `code ${code}`}`)
    })
    ended.catch(() => {})
    const [first] = (await Promise.race([once(child, 'message'), ended])) as [First]
    return new PartProcess(first, child, ended)
  }

  /** Asks, and waits for the answer. Rejects when the process has ended. */
  async ask(question: string): Promise<Answer> {
    const answer = once(this.#child, 'message') as Promise<[Answer]>
    if (this.#child.connected) this.#child.send(question)
    return (await Promise.race([answer, this.#ended]))[0]
  }

  /** Ends it, and waits until it has gone. */
  async stop(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended.catch(() => {})
  }
}

/** The other end: says that this process is ready, answers each question, and ends with the process that asks. */
export function answerAll(first: object, answer: (question: string) => object | Promise<object>) {
  process.on('message', async (question: string) => process.send?.(await answer(question)))
  process.on('disconnect', () => process.exit())
  process.send?.(first)
}
