import { createSoADeserializer, createSoASerializer, f32 } from 'bitecs/serialization'
import type { WireCodec } from '../wire/codec.ts'
import { FIELDS, WIDTH, type Workload } from '../wire/workload.ts'

/** One component with all that changes; the entity's number stands for its id. */
function component(entities: number) {
  return {
    x: f32([]),
    y: f32([]),
    angle: f32([]),
    vx: f32([]),
    vy: f32([]),
    hp: new Uint8Array(entities),
    state: new Uint8Array(entities),
  }
}
type Component = ReturnType<typeof component>
type Column = keyof Component
const COLUMNS = FIELDS.filter((field): field is Column => field !== 'id')

/** bitecs: its serializer for arrays of each field, in the mode that tells what has changed. */
export function bitecsCodec(workload: Workload): WireCodec {
  const { entities } = workload
  const source = component(entities)
  const received = component(entities)
  const indices = Array.from({ length: entities }, (_, i) => i)
  const options = { diff: true, buffer: new ArrayBuffer(64 * 1024) }
  const serialize = createSoASerializer([source], options)
  const deserialize = createSoADeserializer([received], { diff: true })
  const stage = (tick: number): void => {
    for (let i = 0; i < entities; i++) {
      const row = (tick * entities + i) * WIDTH
      for (const field of COLUMNS) source[field][i] = workload.values[row + FIELDS.indexOf(field)]!
    }
  }
  stage(0)
  deserialize(serialize(indices))
  let bytes = new ArrayBuffer(0)
  return {
    name: 'bitecs 0.4, changes, float32',
    baseline: 'previous',
    stage,
    encode: () => {
      bytes = serialize(indices)
      return bytes.byteLength
    },
    decode: () => deserialize(bytes),
    show: (out) => {
      for (let i = 0; i < entities; i++) {
        out[i * WIDTH] = workload.values[i * WIDTH]!
        for (const field of COLUMNS) out[i * WIDTH + FIELDS.indexOf(field)] = received[field][i]!
      }
    },
  }
}
