import { Decoder, Encoder, type MapSchema, type Schema, schema, t } from '@colyseus/schema'
import type { MakeScenePeer, ScenePeer, Told, ToldValue } from '../wire/workloads/told.ts'
import { deflatedJson } from './wire-json.ts'

type Entity = Schema & Record<string, number | string>
type State = Schema & Record<string, MapSchema<Entity>>

/** @colyseus/schema: a map for each kind under the shortest keys, every number in the narrowest width that has its grid. */
export const colyseusScene: MakeScenePeer = (kinds) => {
  Encoder.BUFFER_SIZE = 64 * 1024
  const types = new Map(
    [...kinds].map(([name, values]) => {
      const fields = Object.fromEntries(values.map((value) => [value.name, typeOf(value)]))
      return [name, schema(fields, name) as unknown as new () => Entity]
    }),
  )
  const maps = [...types].map(([name, type]) => [name, t.map(type)])
  const State = schema(Object.fromEntries(maps), 'Scene') as unknown as new () => State
  const state = new State()
  const encoder = new Encoder(state)
  const decoder = new Decoder(new State())
  return {
    name: 'Colyseus schema 5, quantized',
    put: (id, kind, told) => {
      const known = state[kind]!.get(String(id))
      // Its setters note what is new.
      const entity = Object.assign(known ?? new (types.get(kind)!)(), told)
      if (!known) state[kind]!.set(String(id), entity)
    },
    drop: (id, kind) => state[kind]!.delete(String(id)),
    update: () => {
      const bytes = encoder.encode({ offset: 0 })
      encoder.discardChanges()
      decoder.decode(bytes, { offset: 0 })
      return bytes.length
    },
    held: (kind, id) => decoder.state[kind]!.get(String(id)),
  }
}

function typeOf({ textLength, min, step, levels }: ToldValue) {
  if (textLength !== null) return t.string()
  const bits = levels < 2 ** 8 ? 8 : levels < 2 ** 16 ? 16 : 32
  return t.quantized({ min, max: min + (2 ** bits - 1) * step, bits })
}

/** Of each entity what has changed since the update before, as JSON, deflated with the window kept. */
export const jsonScene: MakeScenePeer = (kinds) => {
  const format = deflatedJson()
  const places = new Map([...kinds].map(([name, values]) => [name, placesOf(values)]))
  const sent = new Map<number, Told>()
  const received = new Map<number, Record<string, number | string>>()
  let changes: (Record<string, number | string> & { readonly id: number })[] = []
  let gone: number[] = []
  const peer: ScenePeer = {
    name: 'JSON changes, deflated',
    put: (id, kind, told) => {
      const before = sent.get(id)
      const is = shortened(told, places.get(kind)!)
      const news = Object.entries(is).filter(([name, value]) => before?.[name] !== value)
      sent.set(id, is)
      if (!before) changes.push({ id, kind, ...is })
      else if (news.length > 0) changes.push({ id, ...Object.fromEntries(news) })
    },
    drop: (id) => {
      sent.delete(id)
      gone.push(id)
    },
    update: () => {
      const bytes = format.write(gone.length > 0 ? { changes, gone } : { changes })
      const { length } = bytes
      const read = format.read(bytes) as { changes: typeof changes; gone?: typeof gone }
      for (const id of read.gone ?? []) received.delete(id)
      for (const change of read.changes)
        received.set(change.id, { ...received.get(change.id), ...change })
      changes = []
      gone = []
      return length
    },
    held: (_kind, id) => received.get(id),
  }
  return peer
}

/** How many decimal places keep a value of each grid apart from its neighbours. */
function placesOf(values: readonly ToldValue[]): ReadonlyMap<string, number> {
  return new Map(values.map(({ name, step }) => [name, 10 ** Math.ceil(-Math.log10(step))]))
}

function shortened(told: Told, places: ReadonlyMap<string, number>): Told {
  const entries = Object.entries(told).map(([name, value]) => {
    const scale = places.get(name)!
    return [name, typeof value === 'number' ? Math.round(value * scale) / scale : value]
  })
  return Object.fromEntries(entries)
}
