import { GlissadeError } from '../../base/error.ts'
import type { Ms } from '../../base/units.ts'
import type { GameMessages, NamedMessages } from '../../game/define-game.ts'
import type { ReceivedPackets } from '../../link/acks.ts'
import { fromJson, toJson } from '../../link/json.ts'
import type { LinkKind } from '../../link/link.ts'
import {
  CLIENT_MESSAGES,
  MessageAllowance,
  RESUMED_MESSAGES,
} from '../../link/message-allowance.ts'
import { Messages, MOST_WAITING, MOST_WAITING_CHARACTERS } from '../../link/messages.ts'
import type { BitReader, BitWriter } from '../../wire/bits.ts'
import { MAX_MESSAGE } from '../../wire/limits.ts'
import { readMessage, writeMessage } from '../../wire/packets/packets.ts'
import type { SessionStats } from '../page/stats.ts'
import { PageMessages } from './page-messages.ts'
import type { PageMessage, PageSession } from './unheard-messages.ts'

/** The client's code for messages: for the connections of a session, and for the page. */
export interface MessageCode extends GameMessages<null> {
  link(...given: ConstructorParameters<typeof ClientMessages>): ClientMessages
  page(session: PageSession, named: NamedMessages | null): PageMessages
}

/** Makes a game's `messages` of any JSON values, reliable and in order, in both directions. For set-up only. */
export const jsonMessages = (): GameMessages<null> => JSON_MESSAGES

const JSON_MESSAGES: MessageCode = {
  kinds: null,
  named: null,
  link: (...given) => new ClientMessages(...given),
  page: (...given) => new PageMessages(...given),
}

/** The messages between a session and the server, through all connections of the session. */
export class ClientMessages {
  #messages: Messages
  readonly #named: NamedMessages | null
  readonly #stats: SessionStats

  /** `isResumed`: whether the session begins with a resume key, and so with what an earlier one has left of its rates. */
  constructor(isResumed: boolean, nowMs: Ms, named: NamedMessages | null, stats: SessionStats) {
    this.#named = named
    this.#stats = stats
    const rates = isResumed ? RESUMED_MESSAGES : CLIENT_MESSAGES
    this.#messages = new Messages('ordered', new MessageAllowance(rates, nowMs))
  }

  /** Goes on over another link, for the same player. `delivered`: the last message that the server has received. */
  goOn(kind: LinkKind, delivered: number): void {
    this.#messages.goOn(kind, delivered)
    this.#count()
  }

  /** Begins anew, for another player. Messages that wait are dropped. */
  restart(kind: LinkKind, nowMs: Ms): void {
    this.#messages = new Messages(kind, new MessageAllowance(CLIENT_MESSAGES, nowMs))
    this.#count()
  }

  /** The newest message that came in order, which packets acknowledge. */
  get received(): number {
    return this.#messages.received
  }

  /** How many messages wait to be sent or acknowledged. */
  get waiting(): number {
    return this.#messages.waiting
  }

  /** Queues a message unless the session `isClosed`. Throws `misuse` for a message that cannot be sent. */
  queue(message: unknown, isClosed: boolean): void {
    const json = toJson(message, MAX_MESSAGE)
    if (!isClosed && !this.#messages.queue(json))
      throw new GlissadeError(
        'misuse',
        `send: ${MOST_WAITING} messages, or ${MOST_WAITING_CHARACTERS} characters, already wait: send fewer`,
      )
    this.#count()
  }

  /** Takes an acknowledgement. Returns false if that message was never sent. */
  acknowledge(ack: number): boolean {
    const isGood = this.#messages.acknowledge(ack)
    this.#count()
    return isGood
  }

  #count(): void {
    this.#stats.messagesWaiting = this.#messages.waiting
  }

  /** Writes the messages that can be sent at `nowMs`, a packet each. `next` returns its sequence, and `send` sends it. */
  flush(nowMs: Ms, writer: BitWriter, next: () => number, send: () => void): void {
    this.#messages.flush(nowMs, (id, json) => {
      writeMessage(writer, next(), id, json)
      send()
    })
  }

  /** Reads a MESSAGE packet after its type, and hands over the messages that are next in order. False if it is malformed. */
  take(
    reader: BitReader,
    received: ReceivedPackets,
    hear: (message: PageMessage, step: number) => void,
  ): boolean {
    const packet = readMessage(reader)
    if (!packet) return false
    const { sequence, id, step: tied, json: text } = packet
    if (!received.note(sequence)) return true
    const verdict = this.#messages.judge(id, text.length)
    if (verdict !== 'new') return verdict !== 'gap'
    let isGood = true
    this.#messages.take(id, text, tied, (json, step) => {
      const value = fromJson(json)
      const message = this.#named ? this.#named.unpack(value) : { name: '', data: value }
      if (message?.data === undefined) isGood = false
      else hear({ ...message, characters: json.length }, step)
    })
    return isGood
  }
}
