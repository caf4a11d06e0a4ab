import { expect, test } from 'vitest'
import { gameEvents } from '../../client/timeline/events.ts'
import { defineGame } from '../../game/define-game.ts'
import { int, press } from '../../game/field.ts'
import { Simulation } from '../../testing/simulation.ts'
import { defineRoom } from '../define-room.ts'
import { coreOf } from '../room.ts'

/** What the game does at the first of two shots. */
let atFirst = () => {}

const bang = defineRoom(
  defineGame({
    name: 'bang',
    input: { fire: press() },
    entities: { gun: { shots: int({ max: 100 }) } },
    events: gameEvents({ fired: { n: int({ max: 9 }) } }),
    move: {
      gun(gun, input, ctx) {
        if (!input.fire) return
        for (const n of [1, 2]) ctx.emit('fired', { n })
        gun.shots++
      },
    },
  }),
  {
    join: (world, player) => world.spawn('gun', player),
    on: {
      fired(world, { n }, by) {
        if (n === 1) atFirst()
        else world.spawn('gun', by)
      },
    },
  },
)

test.each([
  ['ahead', 1000],
  ['behind', -1000],
])('an input that stands far %s is dropped, and an epoch puts the next ones right', (_, steps) => {
  const sim = new Simulation(bang)
  const { session } = sim.join()
  sim.run(1000)
  const peer = coreOf(sim.room).peers.get(1)!
  const { inputsDropped, rebases } = sim.room.stats
  peer.inputs.epochs.begin(peer.inputBuffer.received + 1, (sim.room.tick + steps) * 256)
  sim.run(200)
  expect(sim.room.stats.inputsDropped).toBeGreaterThan(inputsDropped)
  expect(sim.room.stats.rebases).toBe(rebases + 1)
  session.input.fire = true
  sim.run(200)
  expect(coreOf(sim.room).events.list.length).toBe(2)
  const now = sim.room.tick * 256
  for (const { stamp } of coreOf(sim.room).events.list) {
    expect(Math.abs(stamp - now)).toBeLessThan(8 * 256)
    // The stamp of an event is the stamp of its input, and never changes.
    expect(stamp % 256).toBe(peer.stamp % 256)
  }
})

test('B7 no more inputs are applied of a player whom an event removes from the room', () => {
  const sim = new Simulation(bang)
  const { session } = sim.join()
  sim.run(1000)
  const [gun] = sim.room.world.entities('gun')
  let steps = 0
  atFirst = () => {
    steps = gun!.shots
    sim.room.world.kick(sim.room.players[0]!)
  }
  session.input.fire = true
  sim.run(500)
  atFirst = () => {}
  expect(session.state).toBe('closed')
  expect([steps, gun!.shots, sim.room.isClosed]).toEqual([1, 1, false])
  expect(sim.room.world.entities('gun')).toEqual([])
})
