import { expect, test } from 'vitest'
import { defineGame } from '../game/define-game.ts'
import { int, press } from '../game/field.ts'
import { Simulation } from '../testing/simulation.ts'

/** What the game does when it hears the first of two shots. */
let atFirst = () => {}

const bang = defineGame({
  name: 'bang',
  input: { fire: press() },
  entities: { gun: { shots: int({ max: 100 }) } },
  events: { fired: { n: int({ max: 9 }) } },
  join: (world, player) => world.spawn('gun', player),
  move: {
    gun(gun, input, ctx) {
      if (!input.fire) return
      for (const n of [1, 2]) ctx.emit('fired', { n })
      gun.shots++
    },
  },
  on: {
    fired(world, { n }, by) {
      if (n === 1) atFirst()
      else world.spawn('gun', by)
    },
  },
})

test('A3 an event stands where its input was applied, also of a player who leaves out inputs to be ahead', () => {
  const sim = new Simulation(bang)
  const { session } = sim.join()
  sim.run(1000)
  const peer = sim.room.peers.get(1)!
  const now = sim.room.tick * 256
  peer.time.epochs.begin(peer.inbox.received + 1, now + 1000 * 256)
  session.input.fire = true
  sim.run(70)
  expect(sim.room.events.list.length).toBe(2)
  for (const { stamp } of sim.room.events.list) {
    expect(stamp).toBeGreaterThanOrEqual(now + 64 * 256)
    expect(stamp).toBeLessThan(now + 68 * 256)
  }
})

test('B7 of a player whom an event puts out of the room nothing more is applied', () => {
  const sim = new Simulation(bang)
  const { session } = sim.join()
  sim.run(1000)
  const [gun] = sim.room.world.entities('gun')
  let steps = 0
  atFirst = () => {
    steps = gun!.shots
    sim.room.kick(sim.room.players[0]!)
  }
  session.input.fire = true
  sim.run(500)
  atFirst = () => {}
  expect(session.state).toBe('closed')
  expect([steps, gun!.shots, sim.room.isClosed]).toEqual([1, 1, false])
  expect(sim.room.world.entities('gun')).toEqual([])
})
