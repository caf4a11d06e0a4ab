import { Encoder, type MapSchema, type Schema, schema, t } from '@colyseus/schema'
import type { TickServer } from '../tick/child.ts'
import { type Mover, play, type Scene, type Script } from '../tick/scene.ts'
import { Quantized } from './wire-colyseus.ts'

type Entity = Schema & Mover & { id: number; state: number }

const setState = (entity: Entity, state: number): void => {
  entity.state = state
}

/** A state of Colyseus, quantized: the game's writes through its setters, and a patch for all clients. */
export function colyseusServer({ entities, steps }: Scene, script: Script): TickServer {
  Encoder.BUFFER_SIZE = 256 * 1024
  const State = schema({ entities: t.map(Quantized) }, 'State')
  const state = new State()
  const map = state.entities as unknown as MapSchema<Entity>
  const movers = Array.from({ length: entities }, (_, i) => {
    const entity = new (Quantized as unknown as new () => Entity)()
    entity.id = 1000 + 7 * i
    map.set(`e${i}`, entity)
    return entity
  })
  const encoder = new Encoder(state)
  let bytes = 0
  return {
    bytes: () => bytes,
    tick: (n) => {
      for (let left = steps; left > 0; left--) play(script, movers, n, left, setState)
      bytes += encoder.encode({ offset: 0 }).length
      encoder.discardChanges()
    },
  }
}
