import { defineGame, tables } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { game } from './tables.ts'
import { freeze, room } from './tables-server.ts'

test('the tables that the guide freezes make a game that learns nothing and takes fewer bytes from the start', () => {
  const [, list] = /^export const frozen = \[([\d,]+)\]\n$/.exec(freeze())!
  const bytes = list!.split(',').map(Number)
  expect(bytes.length).toBeGreaterThan(20)
  const played = (coding: ReturnType<typeof tables> | undefined) => {
    const coded = defineGame({ ...game.definition, coding })
    const simulation = new Simulation(defineRoom(coded, room.definition))
    const clients = [0, 1].map((n) =>
      simulation.join({
        script: (session, timeMs) => {
          session.input.push = Math.floor(timeMs / 600 + n / 2) % 2 > 0
        },
      }),
    )
    simulation.run(4000)
    expect(clients.map(({ session }) => session.state)).toEqual(['open', 'open'])
    return { bytes: simulation.room.stats.bytesOut, learned: simulation.room.tables.length }
  }
  const frozen = played(tables(bytes))
  const learning = played(tables())
  expect(learning.learned).toBeGreaterThan(0)
  expect(frozen.learned).toBe(0)
  expect(frozen.bytes).toBeLessThan(learning.bytes)
  expect(frozen.bytes).toBeLessThan(played(undefined).bytes)
})
