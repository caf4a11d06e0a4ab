import { defineGame, flag, number } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'

const game = defineGame({
  name: 'mill',
  stepHz: 10,
  input: { go: flag() },
  entities: { wheel: { x: number({ max: 1000 }) } },
})

/** A mill whose `update` fails in each step for which `isBad` is true. */
function mill(isBad: (tick: number) => boolean, failedUpdates?: number) {
  const room = defineRoom(game, {
    open: (world) => void world.spawn('wheel', null),
    update: (world, { tick }) => {
      world.entities('wheel')[0]!.x++
      if (isBad(tick)) throw new Error(`step ${tick}`)
    },
    limits: { failedUpdates },
  })
  const errors: unknown[] = []
  const sim = new Simulation(room, {
    onError: (error, { tick, hook }) => errors.push([String(error), hook, tick]),
  })
  const { session } = sim.join()
  return { sim, session, errors }
}

test('an error of `update` closes the room, as it does unless something else is said', () => {
  const { sim, session, errors } = mill((tick) => tick === 3)
  sim.run(1000)
  expect([sim.room.isClosed, session.state, sim.room.tick]).toEqual([true, 'closed', 3])
  expect(errors).toEqual([['Error: step 3', 'update', 3]])
})

test('a room that bears errors of `update` goes on, reports and counts each, and closes at one too many', () => {
  const { sim, session, errors } = mill((tick) => tick % 10 === 0, 5)
  sim.run(5050)
  expect([sim.room.isClosed, sim.room.stats.failedUpdates, errors.length]).toEqual([false, 5, 5])
  expect(sim.room.world.entities('wheel')[0]!.x).toBe(50)
  expect(session.entities('wheel')[0]!.x).toBeGreaterThan(45)
  sim.run(2000)
  expect([sim.room.isClosed, errors.length]).toEqual([true, 6])
})

test('errors that come no faster than the room bears them never close it', () => {
  const { sim, errors } = mill((tick) => tick % 300 === 0, 2)
  sim.run(30_000 * 20 + 50)
  expect([sim.room.isClosed, sim.room.stats.failedUpdates, errors.length]).toEqual([false, 20, 20])
})

test('the count has to be a number from 0', () => {
  expect(() => defineRoom(game, { limits: { failedUpdates: -1 } })).toThrow('failedUpdates is -1')
})
