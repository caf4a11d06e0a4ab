import {
  Encoder,
  encode,
  type MapSchema,
  Reflection,
  type Schema,
  schema,
  t,
} from '@colyseus/schema'
import { type InputHandle, Room } from '@colyseus/sdk'
import { HandshakeSection, InputFlags, Protocol, ProtocolModifier } from '@colyseus/shared-types'
import type { Ms } from '../../src/base/units.ts'

/** What a player of these rooms sends. */
export const Input = schema({ left: t.boolean(), right: t.boolean(), jump: t.boolean() }, 'Input')
/** The data of an input, as the client's handle holds it. */
export interface InputData {
  left: boolean
  right: boolean
  jump: boolean
}

/** The length of what stands before the schema's bytes: the code, the room's time, the number of the last input. */
const HEADER_BYTES = 9
/** Steps of the server, and inputs of a client, per second. */
const STEP_HZ = 60

/** One kind of entity of a room, by names of its numbers. */
export type Entities<E> = MapSchema<E & Schema>

/**
 * A Colyseus room with both of its ends in this process. The client's is the real `Room` of @colyseus/sdk, which is
 * handed the bytes of its protocol; the server's is a real `Encoder` of @colyseus/schema and the few lines here that
 * frame its bytes as @colyseus/core 0.18 does for a room that has called `defineInput()`: every state and patch begins
 * with the room's time in whole ms and the number of the last input that the server has used.
 */
export class StagedRoom<E extends object> {
  /** The client's end, as an application gets it from `joinOrCreate`. */
  readonly room: Room
  /** The client's handle for inputs. */
  readonly input: InputHandle<InputData>
  /** The server's entities: what is written here goes with the next patch. */
  readonly entities: readonly E[]
  readonly #encoder: Encoder
  #buffer = new Uint8Array(1024)

  /**
   * A room of `count` entities, named e0, e1, ...; the client has joined, and has no state yet. `patchMs`: the interval
   * of the patches, as the client is told it; undefined: it is not told.
   */
  constructor(Entity: new () => E & Schema, count: number, patchMs?: Ms | undefined) {
    const State = schema({ entities: t.map(Entity) }, 'State')
    const state = new State()
    const all = state.entities as unknown as Entities<E>
    this.entities = Array.from({ length: count }, (_, i) => {
      const entity = new Entity()
      all.set(`e${i}`, entity)
      return entity
    })
    Encoder.BUFFER_SIZE = 256 * 1024
    this.#encoder = new Encoder(state)
    this.room = new Room('staged')
    this.room.connection = { isOpen: true, send() {}, sendUnreliable() {} } as never
    this.receive(this.#join(patchMs))
    this.input = this.room.input() as InputHandle<InputData>
  }

  /** The client's entities, in order; not before the first state has been received. */
  get received(): readonly E[] {
    const all = this.room.state.entities as Entities<E>
    return this.entities.map((_, i) => all.get(`e${i}`)!)
  }

  /** Hands bytes from the server to the client, as its socket would. */
  receive(bytes: Uint8Array): void {
    const client = this.room as unknown as { onMessageCallback(event: { data: Uint8Array }): void }
    client.onMessageCallback({ data: bytes })
  }

  /** All of the state, as it goes to a client that joins. Borrowed until the next call. */
  state(roomMs: Ms, inputNumber: number): Uint8Array {
    const bytes = this.#encoder.encodeAll({ offset: 0 })
    const framed = this.#frame(Protocol.ROOM_STATE, roomMs, inputNumber, bytes)
    this.#encoder.discardChanges()
    return framed
  }

  /** What has changed since the last state or patch. Borrowed until the next call. */
  patch(roomMs: Ms, inputNumber: number): Uint8Array {
    const bytes = this.#encoder.encode({ offset: 0 })
    const framed = this.#frame(Protocol.ROOM_STATE_PATCH, roomMs, inputNumber, bytes)
    this.#encoder.discardChanges()
    return framed
  }

  #frame(code: number, roomMs: Ms, inputNumber: number, body: Uint8Array): Uint8Array {
    const length = HEADER_BYTES + body.length
    if (length > this.#buffer.length) this.#buffer = new Uint8Array(2 * length)
    this.#buffer[0] = code | ProtocolModifier.TIMED
    stamp(this.#buffer, roomMs, inputNumber)
    this.#buffer.set(body, HEADER_BYTES)
    return this.#buffer.subarray(0, length)
  }

  /** The first message of a room: what its state and its inputs are made of, its rates; as @colyseus/core writes it. */
  #join(patchMs: Ms | undefined): Uint8Array {
    const input = Reflection.encode(new Encoder(new Input())).slice()
    const options = new Uint8Array(32)
    const end = { offset: 0 }
    const rates = patchMs === undefined ? [STEP_HZ] : [STEP_HZ, Math.round(patchMs)]
    options[end.offset++] = InputFlags.FIXED_TIMESTEP | (rates[1] ? InputFlags.PATCH_RATE : 0)
    for (const rate of rates) encode.number(options, rate, end)
    const state = Reflection.encode(this.#encoder)

    const bytes = new Uint8Array(1024 + state.length + input.length)
    const it = { offset: 0 }
    bytes[it.offset++] = Protocol.JOIN_ROOM
    for (const text of ['token', 'schema']) {
      bytes[it.offset++] = text.length
      encode.utf8Write(bytes, text, it)
    }
    const put = (part: Uint8Array): void => {
      encode.number(bytes, part.length, it)
      bytes.set(part, it.offset)
      it.offset += part.length
    }
    put(state)
    bytes[it.offset++] = HandshakeSection.INPUT_REFLECTION
    put(input)
    bytes[it.offset++] = HandshakeSection.INPUT_OPTIONS
    put(options.subarray(0, end.offset))
    return bytes.subarray(0, it.offset)
  }
}

/** Writes the room's time, in whole ms, and the number of the last input used into a state or patch. */
export function stamp(frame: Uint8Array, roomMs: Ms, inputNumber: number): void {
  const at = { offset: 1 }
  encode.uint32(frame, roomMs >>> 0, at)
  encode.uint32(frame, inputNumber >>> 0, at)
}
