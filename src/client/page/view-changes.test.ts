import { defineGame, flag, number } from 'glissade'
import { presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect, expectTypeOf, test } from 'vitest'

const game = defineGame({
  name: 'comings',
  input: { right: flag() },
  room: { n: number() },
  entities: { dot: { x: number() }, rock: { x: number() } },
  move: { dot: (dot, { right }) => void (dot.x += +right) },
})
const comings = defineRoom(game, {
  open: (world) => world.spawn('rock', null, { x: 3 }),
  join: (world, player) => world.spawn('dot', player),
})

function followed(options = {}) {
  const sim = new Simulation(comings)
  const client = sim.join({ conditions: presets.wifi, ...options })
  const log: string[] = []
  const note = (what: string) => (view: { readonly id: number; readonly owner: number | null }) =>
    log.push(`${what} ${view.owner}`)
  const undo = client.session.onEnter('dot', note('enter'))
  client.session.onLeave('dot', note('leave'))
  return { sim, client, log, undo }
}

test('a page is told once, inside a frame, of each view that enters or leaves', () => {
  const { sim, client, log } = followed()
  sim.run(1000)
  expect(log).toEqual(['enter 1'])
  const other = sim.join({ conditions: presets.wifi })
  sim.run(1000)
  expect(log).toEqual(['enter 1', 'enter 2'])
  other.session.close()
  sim.run(1000)
  expect(log).toEqual(['enter 1', 'enter 2', 'leave 2'])
  expect(client.session.entities('dot')).toHaveLength(1)
})

test('a listener is told at once of views that are already there, and of none after it is removed', () => {
  const { sim, client, log, undo } = followed()
  sim.run(1000)
  const later: number[] = []
  client.session.onEnter('rock', (rock) => {
    expectTypeOf(rock.x).toEqualTypeOf<number>()
    later.push(rock.x)
  })
  expect(later).toEqual([3])
  undo()
  sim.join()
  sim.run(1000)
  expect(log).toEqual(['enter 1'])
  expect(later).toEqual([3])
})

test('views stay through a reconnect, unless the server does not know the player any more', () => {
  const { sim, client, log } = followed({ reopens: true })
  sim.run(1000)
  client.cut(100)
  sim.run(3000)
  expect([client.session.state, client.session.stats.reconnects]).toEqual(['open', 1])
  expect(log).toEqual(['enter 1'])
  client.cut(12_000)
  sim.run(15_000)
  expect([client.session.state, client.session.stats.reconnects]).toEqual(['open', 2])
  expect(log).toEqual(['enter 1', 'leave 1', 'enter 2'])
})

test('an unknown kind throws', () => {
  const { client } = followed()
  expect(() => client.session.onEnter('tree' as never, () => {})).toThrow(
    "no kind 'tree'; kinds: dot, rock",
  )
  expect(() => client.session.onLeave('tree' as never, () => {})).toThrow("no kind 'tree'")
})
