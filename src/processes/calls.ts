import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { type ErrorCode, GlissadeError } from '../base/error.ts'

/** One end of the channel between two processes: `process` in a child, the child's object in its parent. */
export interface Channel extends EventEmitter {
  send?(
    message: object,
    socket: Socket | undefined,
    options: { readonly keepOpen: boolean },
    callback: (error: Error | null) => void,
  ): boolean
}

/** What this end answers, by the name of the call. A socket that the caller passes comes last; undefined: it has gone. */
export type Answers = Readonly<Record<string, (...args: never[]) => unknown>>

interface Call {
  readonly glissade: 'call'
  readonly id: number
  readonly name: string
  readonly args: []
}

/** A call, or the answer to one. */
type Message =
  | Call
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
  readonly #onMessage = (message: Message, socket?: Socket): void => this.#take(message, socket)
  #lastId = 0

  constructor(channel: Channel, answers: Answers = {}) {
    this.#channel = channel
    this.#answers = answers
    channel.on('message', this.#onMessage)
  }

  /** Calls the other process. Rejects with the error that the call throws there, or with `unreachable`. */
  ask(name: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.#call(name, args)
  }

  /** Does the same, and passes a copy of a socket. This process keeps its own, also when the call rejects. */
  pass(socket: Socket, name: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.#call(name, args, socket)
  }

  /** Takes no more messages. What is not answered yet rejects with `unreachable`. */
  end(): void {
    this.#channel.off('message', this.#onMessage)
    for (const id of this.#pending.keys()) this.#fail(id)
  }

  #call(name: string, args: readonly unknown[], socket?: Socket): Promise<unknown> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#send({ glissade: 'call', id, name, args }, () => this.#fail(id), socket)
    })
  }

  #take(message: Message, socket: Socket | undefined): void {
    if (message?.glissade === 'call') void this.#answer(message, socket)
    else if (message?.glissade === 'answer') this.#settle(message.id)?.resolve(message.value)
    else if (message?.glissade === 'failure')
      this.#settle(message.id)?.reject(errorOf(message.code, message.text))
  }

  async #answer({ id, name, args }: Call, socket: Socket | undefined): Promise<void> {
    try {
      const value = await this.#answers[name]!(...args, ...([socket] as unknown as []))
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
  #send(message: object, failed = (): void => {}, socket?: Socket): void {
    this.#channel.send?.(message, socket, { keepOpen: true }, (error) => error && failed())
  }
}

function errorOf(code: string, text: string): Error {
  return code === '' ? new Error(text) : new GlissadeError(code as ErrorCode, text)
}
