import { Decoder, Encoder, type MapSchema, type Schema, schema, t } from '@colyseus/schema'
import type { WireCodec } from '../wire/codec.ts'
import {
  FIELDS,
  type Field,
  MOST_SPEED,
  TURN,
  WIDTH,
  WORLD,
  type Workload,
} from '../wire/workload.ts'

/** As most games have them. */
export const Plain = schema(
  {
    id: t.uint16(),
    x: t.float32(),
    y: t.float32(),
    angle: t.float32(),
    vx: t.float32(),
    vy: t.float32(),
    hp: t.uint8(),
    state: t.uint8(),
  },
  'Plain',
)

const place = { min: 0, max: WORLD, bits: 32 } as const
const speed = { min: -MOST_SPEED, max: MOST_SPEED, bits: 16 } as const

/** The narrowest widths that it has for the precision asked for. */
export const Quantized = schema(
  {
    id: t.uint16(),
    x: t.quantized(place),
    y: t.quantized(place),
    angle: t.quantized({ min: 0, max: TURN, bits: 16, mode: 'wrap' }),
    vx: t.quantized(speed),
    vy: t.quantized(speed),
    hp: t.uint8(),
    state: t.uint8(),
  },
  'Quantized',
)

/** An entity of either. */
export type Entity = Schema & Record<Field, number>

const PlainState = schema({ entities: t.map(Plain) }, 'PlainState')
const QuantizedState = schema({ entities: t.map(Quantized) }, 'QuantizedState')

/** A state with a map of entities. */
export interface State extends Schema {
  readonly entities: MapSchema<Entity>
}

/** @colyseus/schema: a patch for all clients. What its setters note of changes is not in its time. */
export function colyseusCodec(workload: Workload, quantized: boolean): WireCodec {
  Encoder.BUFFER_SIZE = 64 * 1024
  const made = quantized ? [QuantizedState, Quantized] : [PlainState, Plain]
  const [State, Entity] = made as unknown as [new () => State, new () => Entity]
  const state = new State()
  const entities = Array.from({ length: workload.entities }, (_, i) => {
    const entity = new Entity()
    write(entity, workload.values, i * WIDTH)
    state.entities.set(`e${i}`, entity)
    return entity
  })
  const encoder = new Encoder(state)
  const decoder = new Decoder(new State())
  decoder.decode(encoder.encodeAll({ offset: 0 }))
  encoder.discardChanges()
  const received = entities.map((_, i) => decoder.state.entities.get(`e${i}`)!)
  let bytes: Uint8Array = new Uint8Array()
  return {
    name: `Colyseus schema 5, ${quantized ? 'quantized' : 'float32'}`,
    baseline: 'previous',
    stage: (tick) => {
      const from = tick * workload.entities * WIDTH
      for (let i = 0; i < entities.length; i++)
        write(entities[i]!, workload.values, from + i * WIDTH)
    },
    encode: () => {
      bytes = encoder.encode({ offset: 0 })
      encoder.discardChanges()
      return bytes.length
    },
    decode: () => {
      decoder.decode(bytes, { offset: 0 })
    },
    show: (out) => {
      for (let i = 0; i < received.length; i++) read(received[i]!, out, i * WIDTH)
    },
  }
}

/** Writes a row into an entity: its setters note what has changed. */
export function write(entity: Entity, values: Float64Array, row: number): void {
  for (let k = 0; k < WIDTH; k++) entity[FIELDS[k]!] = values[row + k]!
}

/** Writes an entity into a row. */
export function read(entity: Entity, values: Float64Array, row: number): void {
  for (let k = 0; k < WIDTH; k++) values[row + k] = entity[FIELDS[k]!]
}
