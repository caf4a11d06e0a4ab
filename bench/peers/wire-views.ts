import { Decoder, Encoder, StateView, schema, t } from '@colyseus/schema'
import type { ViewsCodec } from '../wire/codec.ts'
import type { ViewsScene } from '../wire/views.ts'
import { WIDTH } from '../wire/workload.ts'
import { type Entity, Quantized, read, type State, write } from './wire-colyseus.ts'

const Viewed = schema({ entities: t.map(Quantized).view() }, 'Viewed')

/** @colyseus/schema with a `StateView` for each client, quantized. What its setters note is not in its time. */
export function colyseusViews({ workload, seen }: ViewsScene): ViewsCodec {
  // Room for the updates of all clients at once: they stand in it one after another.
  Encoder.BUFFER_SIZE = 1024 * 1024
  const state = new (Viewed as unknown as new () => State)()
  const entities = Array.from({ length: workload.entities }, (_, i) => {
    const entity = new (Quantized as unknown as new () => Entity)()
    write(entity, workload.values, i * WIDTH)
    state.entities.set(`e${i}`, entity)
    return entity
  })
  const encoder = new Encoder(state)
  const all = { offset: 0 }
  encoder.encodeAll(all)
  const allShared = all.offset
  const clients = seen.map((indices) => {
    const view = new StateView()
    for (const i of indices) view.add(entities[i]!)
    const decoder = new Decoder(new (Viewed as unknown as new () => State)())
    decoder.decode(encoder.encodeAllView(view, allShared, all))
    const received = new Map(Array.from(indices, (i) => [i, decoder.state.entities.get(`e${i}`)!]))
    return { view, decoder, received, bytes: new Uint8Array() as Uint8Array }
  })
  // What the views have been given has gone with the first state.
  const first = { offset: 0 }
  encoder.encode(first)
  const firstShared = first.offset
  for (const { view } of clients) encoder.encodeView(view, firstShared, first)
  encoder.discardChanges()
  let it = { offset: 0 }
  let shared = 0
  return {
    name: 'Colyseus schema 5, StateView, quantized',
    stage: (tick) => {
      const from = tick * workload.entities * WIDTH
      for (let i = 0; i < entities.length; i++)
        write(entities[i]!, workload.values, from + i * WIDTH)
    },
    begin: () => {
      it = { offset: 0 }
      encoder.encode(it)
      shared = it.offset
    },
    encode: (client) => {
      const one = clients[client]!
      one.bytes = encoder.encodeView(one.view, shared, it)
      return one.bytes.length
    },
    end: () => encoder.discardChanges(),
    decode: (client) => {
      const { decoder, bytes } = clients[client]!
      decoder.decode(bytes, { offset: 0 })
    },
    show: (client, entity, out) => read(clients[client]!.received.get(entity)!, out, 0),
  }
}
