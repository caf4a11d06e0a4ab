import geckos from '@geckos.io/typed-array-buffer-schema'
import type { WireCodec } from '../wire/codec.ts'
import type { Workload } from '../wire/workload.ts'
import { objectsOf, type Plain, showObjects } from './wire-objects.ts'

const { BufferSchema, int16, int32, Model, uint16, uint8 } = geckos

/**
 * Decoding leaves marks in the schema that keep a later encoding from minding its digits. Each end has a schema of its
 * own, as in two processes; what decodes finds the one that was made last.
 */
function newModel() {
  const entity = BufferSchema.schema('entity', {
    id: uint16,
    x: { type: int32, digits: 2 },
    y: { type: int32, digits: 2 },
    angle: { type: int16, digits: 2 },
    vx: { type: int16, digits: 1 },
    vy: { type: int16, digits: 1 },
    hp: uint8,
    state: uint8,
  })
  return new Model(BufferSchema.schema('snapshot', { entities: [entity] }), 64)
}
const sender = newModel()
const receiver = newModel()

/** @geckos.io/typed-array-buffer-schema with as many digits as are asked for: every entity, each time. */
export function geckosCodec(workload: Workload): WireCodec {
  let entities = objectsOf(workload, 0)
  let received: readonly Plain[] = entities
  let bytes = new ArrayBuffer(0)
  return {
    name: 'geckos schema, integers, full',
    baseline: 'none',
    stage: (tick) => {
      entities = objectsOf(workload, tick)
    },
    encode: () => {
      bytes = sender.toBuffer({ entities })
      return bytes.byteLength
    },
    decode: () => {
      received = (receiver.fromBuffer(bytes) as { entities: readonly Plain[] }).entities
    },
    show: (out) => showObjects(received, out),
  }
}
