import { decode as decodeMsgpack, encode as encodeMsgpack } from '@msgpack/msgpack'
import { pack, unpack } from 'msgpackr'
import type { WireCodec } from '../wire/codec.ts'
import type { Workload } from '../wire/workload.ts'
import { KeptDeflate, KeptInflate } from './kept-window.ts'
import { type Change, changesOf, objectsOf, type Plain, showObjects, take } from './wire-objects.ts'

/** Turns plain data into bytes and back. */
export interface Format {
  readonly name: string
  write(data: unknown): Uint8Array
  read(bytes: Uint8Array): unknown
}

/** As `JSON` does, in UTF-8. */
export const json: Format = {
  name: 'JSON',
  write: (data) => Buffer.from(JSON.stringify(data)),
  read: (bytes) => JSON.parse((bytes as Buffer).toString()),
}

/** msgpackr as it is without options. */
export const msgpackr: Format = { name: 'msgpackr', write: pack, read: unpack }

/** @msgpack/msgpack as it is without options. */
export const msgpack: Format = {
  name: '@msgpack/msgpack',
  write: encodeMsgpack,
  read: decodeMsgpack,
}

/** JSON, deflated with all that was sent before in the window of 32 kB, as sockets do that keep their context. */
export function deflatedJson(): Format {
  const deflate = new KeptDeflate()
  const inflate = new KeptInflate()
  return {
    name: 'JSON + deflate, window kept',
    write: (data) => deflate.write(json.write(data)),
    read: (bytes) => json.read(inflate.write(bytes)),
  }
}

/** All of every entity, each time. */
export function fullCodec(workload: Workload, format: Format): WireCodec {
  let entities = objectsOf(workload, 0)
  let received: readonly Plain[] = entities
  let bytes: Uint8Array = new Uint8Array()
  return {
    name: `${format.name}, full`,
    baseline: 'none',
    stage: (tick) => {
      entities = objectsOf(workload, tick)
    },
    encode: () => {
      bytes = format.write(entities)
      return bytes.length
    },
    decode: () => {
      received = format.read(bytes) as readonly Plain[]
    },
    show: (out) => showObjects(received, out),
  }
}

/** Of each entity what has changed since the update before. */
export function deltaCodec(workload: Workload, format: Format): WireCodec {
  let before = objectsOf(workload, 0)
  let entities = before
  const received = new Map(objectsOf(workload, 0).map((entity) => [entity.id, entity]))
  let bytes: Uint8Array = new Uint8Array()
  return {
    name: `${format.name}, delta`,
    baseline: 'previous',
    stage: (tick) => {
      entities = objectsOf(workload, tick)
    },
    encode: () => {
      bytes = format.write(changesOf(before, entities))
      before = entities
      return bytes.length
    },
    decode: () => take(received, format.read(bytes) as readonly Change[]),
    show: (out) => showObjects(received.values(), out),
  }
}
