import { defineGame, flag, gameEvents, int, jsonMessages, number, own } from 'glissade'
import { presets, type SessionState } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect } from 'vitest'

/** A game in which players carry something that only they see, and that says who came and who went. */
export const keeper = defineRoom(
  defineGame({
    name: 'keeper',
    messages: jsonMessages(),
    profile: { hue: int({ max: 359 }) },
    input: { right: flag() },
    entities: {
      pip: { x: number({ max: 100_000 }), coins: own(int({ max: 99 })), hue: int({ max: 359 }) },
    },
    events: gameEvents({ came: { who: int({ max: 99 }) }, went: { who: int({ max: 99 }) } }),
    move: {
      pip(pip, input) {
        pip.x += +input.right * 2
      },
    },
  }),
  {
    join(world, player) {
      world.spawn('pip', player, { x: 100, hue: player.profile.hue })
      world.emit('came', { who: player.id })
    },
    leave: (world, player) => world.emit('went', { who: player.id }),
  },
)

const conditions = presets.log

/** A client that ran to the right and a client that looks on, both at rest now. */
export function two(kind: 'ordered' | 'datagram') {
  const sim = new Simulation(keeper, { kind })
  const a = sim.join({ conditions, reopens: true, profile: { hue: 7 } })
  sim.run(1000)
  const b = sim.join({ conditions: presets.wifi })
  sim.run(1000)
  a.session.input.right = true
  sim.run(1000)
  a.session.input.right = false
  sim.run(2000)
  const truth = sim.room.world.entities('pip').find((pip) => pip.owner === 1)!
  truth.coins = 5
  sim.run(1000)
  const mine = () => a.session.entities('pip').filter((pip) => pip.mine)
  const seen = () => b.session.entities('pip').find((pip) => pip.owner === 1)
  const until = ({ session }: typeof a, state: SessionState) => {
    for (let ms = 0; ms < 2000 && session.state !== state; ms++) sim.run(1)
    expect(session.state).toBe(state)
  }
  return { sim, a, b, truth, mine, seen, until }
}
