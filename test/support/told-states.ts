import type { AnyRoom } from 'glissade/server'
import type { Simulation } from 'glissade/testing'
import { expect } from 'vitest'
import { insides } from '../../src/client/inside.ts'
import { coreOf } from '../../src/server/room.ts'
import { HISTORY_TICKS } from '../../src/wire/limits.ts'

/** By slot, for each network tick, oldest first: what everybody who sees the entity is told of it there. */
export type Told = Map<number, { tick: number; id: number; state: number[] }[]>

/** Keeps all that a room tells from now on: its own histories forget what no client needs any more. */
export function keepTold<R extends AnyRoom>({ room }: Simulation<R>): Told {
  const told: Told = new Map()
  const { entities } = coreOf(room)
  const { gather } = entities
  entities.gather = (tick, ...rest) => {
    gather.call(entities, tick, ...rest)
    for (const entity of entities.slots) {
      if (!entity) continue
      const { slot, id, kind, row } = entity
      const states = told.get(slot) ?? []
      states.push({ tick, id, state: [...kind.schema.shared].map((column) => row[column]!) })
      told.set(slot, states.slice(-HISTORY_TICKS))
    }
  }
  return told
}

/**
 * Holds every client to the states that it was told, of the newest snapshot that each has; `isPartial`: of the newest one with a
 * record of the entity, because clients are not told of everything at once. Returns how many.
 */
export function expectToldStates<R extends AnyRoom>(
  { clients }: Simulation<R>,
  told: Told,
  isPartial = false,
): number {
  let compared = 0
  for (const { session } of clients) {
    const timeline = insides.get(session)?.()?.timeline
    for (const [slot, states] of told) {
      const held = timeline?.find(slot)
      if (!held || held.history.newestTick < 0) continue
      const { history, kind } = held
      const newest = isPartial ? history.newestTick : timeline!.newestTick
      const is = states.filter(({ tick }) => tick <= newest).at(-1)
      if (held.id !== is?.id) continue
      const at = history.find(newest)
      const state = [...kind.schema.shared].map((column) => history.rows[at + column])
      expect(state, `slot ${slot}, tick ${newest}`).toEqual(is.state)
      compared++
    }
  }
  return compared
}
