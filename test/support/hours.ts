import { presets } from 'glissade/client'
import type { AnyRoom, Room } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { coreOf } from '../../src/server/room.ts'
import { room as costs } from '../guide/costs-server.ts'
import { room as events } from '../guide/events-server.ts'
import { room as ferry } from '../guide/ferry-server.ts'
import { room as foresight } from '../guide/foresight-server.ts'
import { room as load } from '../guide/load-server.ts'
import { islandRoom } from '../guide/rooms-server.ts'
import { room as tables } from '../guide/tables-server.ts'
import { room as three } from '../guide/three-server.ts'
import { room as ticks } from '../guide/ticks-server.ts'
import { room as trouble } from '../guide/trouble-server.ts'

const HOUR_MS = 3_600_000
/** How often a player changes their mind, on average. */
const CHANGE_MS = 700

/** The rooms of the guide that a test can play by itself. */
export const guideRooms = {
  costs,
  events,
  ferry,
  foresight,
  island: islandRoom,
  load,
  tables,
  three,
  ticks,
  trouble,
}

export type GuideRoom = keyof typeof guideRooms

/** Plays a room of the guide with one player, who presses at random, for hours of virtual time. A warning fails. */
export function playHours(name: GuideRoom, hours: number, seed: number): Room {
  const told: unknown[] = []
  const spies = (['warn', 'error'] as const).map((at) =>
    vi.spyOn(console, at).mockImplementation((...words) => void told.push(words)),
  )
  const random = new Random(seed)
  const definition = guideRooms[name] as unknown as AnyRoom
  const { stepMs } = definition.game
  const sim = new Simulation(definition, { seed, onError: (error) => told.push(error) })
  let changeAtMs = 0
  const { session } = sim.join({
    conditions: presets.wifi,
    frameHz: 10,
    script: ({ input }, timeMs) => {
      if (timeMs < changeAtMs) return
      changeAtMs = timeMs + random.between(0, 2 * CHANGE_MS)
      for (const [field, value] of Object.entries(input as Record<string, unknown>)) {
        if (typeof value === 'boolean') input[field as never] = (random.next() < 0.5) as never
        if (typeof value === 'number') input[field as never] = random.between(-1, 1) as never
      }
    },
  })
  try {
    sim.run(hours * HOUR_MS)
    // Nobody listens here. A warning of that is no fault of the game.
    expect(told.filter((words) => !/the page does not listen/.test(String(words)))).toEqual([])
    expect(session.state).toBe('open')
    const room = sim.room as unknown as Room
    expect(coreOf(room).peerList.length).toBe(1)
    expect(coreOf(room).tick * stepMs).toBeGreaterThan(hours * HOUR_MS * 0.99)
    return room
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
