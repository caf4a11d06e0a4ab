import { GlissadeError } from '../../base/error.ts'
import type { Hash } from '../../base/hash.ts'
import { misuse, shown } from '../../base/settings.ts'
import type {
  GameMessages,
  MessageKinds,
  NamedMessage,
  NamedMessages,
} from '../../game/define-game.ts'
import type { ListElements } from '../../game/lists.ts'
import { fits, isRecord } from '../../game/misfits.ts'
import * as OP from '../../game/op.ts'
import { type Column, Schema } from '../../game/schema.ts'
import { LooseRecord, objectOf } from '../../wire/records/columns.ts'
import { jsonMessages } from './messages.ts'

/**
 * Makes a game's `messages`, each with a name and fields, for both directions. They are reliable and in order. To send a value
 * that its field cannot hold, such as NaN or a number out of range, throws `misuse`. A message that arrives has these fields and
 * no others, each in its range. A `text` or a `list` that is too long is cut. A message of another shape ends the connection with
 * `bad-packet`. For set-up only.
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
    checkSent(`send('${name}'): `, this.#schemas[number]!, data)
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

/** Throws `misuse`, with the path, for a value that its field cannot hold. What is undefined is left out. */
function checkSent(path: string, { columns }: Schema, data: unknown): void {
  if (!isRecord(data)) return misuse(`${path}the message`, shown(data), 'an object with fields')
  for (const c of columns) {
    const { name, part } = c as { name: string; part: string }
    const value = data[name]
    if (part === '') checkValue(path + name, c, value)
    else if (isRecord(value)) checkValue(`${path}${name}.${part}`, c, value[part])
  }
}

function checkValue(path: string, c: Column, value: unknown): void {
  if (value === undefined || fits(c, value, true)) return
  const { columns } = (c.list ?? { columns: [] }) as ListElements
  if (columns.length === 1 && Array.isArray(value))
    value.forEach((one, i) => {
      checkValue(`${path}[${i}]`, columns[0]!, one ?? null)
    })
  const { op, min, levels, step } = c
  misuse(
    path,
    shown(value),
    op === OP.grid ? `from ${min} to ${min + levels * step}` : 'what its field takes',
  )
}
