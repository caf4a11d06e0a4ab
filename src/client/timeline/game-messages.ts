import { GlissadeError } from '../../base/error.ts'
import type { Hash } from '../../base/hash.ts'
import type {
  GameMessages,
  MessageKinds,
  NamedMessage,
  NamedMessages,
} from '../../game/define-game.ts'
import { Schema } from '../../game/schema.ts'
import { LooseRecord, objectOf } from '../../wire/records/columns.ts'
import { jsonMessages } from './messages.ts'

/**
 * Makes a game's `messages`, each with a name and fields, for both directions. They are reliable and in order. A message that
 * arrives has these fields and no others, each in its range. A `text` or a `list` that is too long is cut. A message of another
 * shape ends the connection with `bad-packet`. For set-up only.
 */
export const gameMessages = <const M extends MessageKinds>(kinds: M): GameMessages<M> =>
  ({ ...jsonMessages(), kinds, named: new MessageSchemas(kinds) }) as GameMessages<M>

/** Converts a named message to what is sent, its number and its fields as JSON, and back. */
class MessageSchemas implements NamedMessages {
  readonly #names: readonly string[]
  readonly #schemas: readonly Schema[]

  constructor(kinds: MessageKinds) {
    this.#names = Object.keys(kinds)
    this.#schemas = Object.values(kinds).map((record) => new Schema(record))
  }

  check(name: unknown): void {
    this.#numberOf(name)
  }

  pack(name: unknown, data: unknown): unknown {
    const number = this.#numberOf(name)
    return [number, this.#made(number, data)]
  }

  unpack(message: unknown): NamedMessage | undefined {
    if (!Array.isArray(message) || message.length !== 2) return undefined
    const [number, data] = message
    if (typeof number !== 'number' || !isRecord(data)) return undefined
    const name = this.#names[number]
    if (name === undefined) return undefined
    try {
      return { name, data: this.#made(number, data) }
    } catch {
      return undefined
    }
  }

  describe(hash: Hash): void {
    this.#names.forEach((name, i) => {
      this.#schemas[i]!.describe(hash.text(`message ${name}`))
    })
  }

  #numberOf(name: unknown): number {
    const number = this.#names.indexOf(name as string)
    if (number >= 0) return number
    const names = this.#names.join(', ')
    throw new GlissadeError('misuse', `there is no message '${name}'; messages: ${names}`)
  }

  /** Returns an object with all fields of message `number`, those of `data` in their ranges. Throws if `data` has others. */
  #made(number: number, data: unknown): object {
    const schema = this.#schemas[number]!
    const object = schema.create()
    schema.assign(object, data as object)
    // The object is made anew from whole numbers and texts, so that each field has its type whatever `data` holds.
    return objectOf(new LooseRecord(schema).take(object))
  }
}

const isRecord = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && !Array.isArray(data)
