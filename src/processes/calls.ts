import type { EventEmitter } from 'node:events'
import { type ErrorCode, GlissadeError } from '../base/error.ts'

/** One end of the channel between two processes: `process` in a child, the child's object in its parent. */
export interface Channel extends EventEmitter {
  send?(message: object, callback?: (error: Error | null) => void): boolean
}

/** What this end answers, by the name of the call. */
export type Answers = Readonly<Record<string, (...args: never[]) => unknown>>

/** A call, or the answer to one. */
type Message =
  | { readonly glissade: 'call'; readonly id: number; readonly name: string; readonly args: [] }
  | { readonly glissade: 'answer'; readonly id: number; readonly value: unknown }
  | {
      readonly glissade: 'failure'
      readonly id: number
      readonly code: string
      readonly text: string
    }

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Calls from one process to another and back. Arguments and results are copied, so they have to be plain data. */
export class Calls {
  readonly #channel: Channel
  readonly #answers: Answers
  readonly #pending = new Map<number, Pending>()
  readonly #onMessage = (message: Message): void => this.#take(message)
  #lastId = 0

  constructor(channel: Channel, answers: Answers = {}) {
    this.#channel = channel
    this.#answers = answers
    channel.on('message', this.#onMessage)
  }

  /** Calls the other process. Rejects with the error that the call throws there, or with `unreachable`. */
  ask(name: string, ...args: readonly unknown[]): Promise<unknown> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#send({ glissade: 'call', id, name, args }, () => this.#fail(id))
    })
  }

  /** Takes no more messages. What is not answered yet rejects with `unreachable`. */
  end(): void {
    this.#channel.off('message', this.#onMessage)
    for (const id of this.#pending.keys()) this.#fail(id)
  }

  #take(message: Message): void {
    if (message?.glissade === 'call') void this.#answer(message.id, message.name, message.args)
    else if (message?.glissade === 'answer') this.#settle(message.id)?.resolve(message.value)
    else if (message?.glissade === 'failure')
      this.#settle(message.id)?.reject(errorOf(message.code, message.text))
  }

  async #answer(id: number, name: string, args: []): Promise<void> {
    try {
      const value = await this.#answers[name]!(...args)
      this.#send({ glissade: 'answer', id, value })
    } catch (error) {
      const code = error instanceof GlissadeError ? error.code : ''
      const text = error instanceof Error ? error.message : String(error)
      this.#send({ glissade: 'failure', id, code, text })
    }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    return pending
  }

  #fail(id: number): void {
    this.#settle(id)?.reject(new GlissadeError('unreachable', 'the other process has ended'))
  }

  /** With a callback, `send` tells it of an error instead of throwing or emitting it. */
  #send(message: object, failed = (): void => {}): void {
    this.#channel.send?.(message, (error) => error && failed())
  }
}

function errorOf(code: string, text: string): Error {
  return code === '' ? new Error(text) : new GlissadeError(code as ErrorCode, text)
}
