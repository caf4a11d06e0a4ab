/**
 * What a game may export of the engine's making, so that declarations have to name its types, and what must not
 * compile. Compiled against the built package by two compilers; never run.
 */
import {
  defineGame,
  fields,
  flag,
  gameEvents,
  type Infer,
  int,
  number,
  oneOf,
  own,
  press,
  text,
} from 'glissade'
import { connect, SimulatedNetwork } from 'glissade/client'
import { serve } from 'glissade/node'
import { keys } from 'glissade/pixi'
import { defineRoom, Room } from 'glissade/server'
import { memoryPair, Simulation, VirtualClock } from 'glissade/testing'

export const hopper = fields({
  x: number({ max: 100 }),
  pose: oneOf('idle', 'run'),
  coyote: own(int({ max: 9 })),
})

export type Hopper = Infer<typeof hopper>

export const moveHopper = (hopper: Hopper, input: { readonly right: boolean }): void => {
  hopper.x += +input.right
  // @ts-expect-error a word that is not among the choices
  hopper.pose = 'fly'
}

export const game = defineRoom(
  defineGame({
    name: 'types',
    input: { right: flag(), jump: press() },
    profile: { name: text(16) },
    entities: { hopper },
    events: gameEvents({ landed: { x: number({ max: 100 }) } }),
    move: { hopper: moveHopper },
  }),
  {
    join: (world, player) => world.spawn('hopper', player, { x: player.profile.name.length }),
  },
)

export const network = new SimulatedNetwork({ up: {}, down: { latencyMs: 80 } })
export const session = await connect(game.game, 'ws://localhost:3000', {
  profile: { name: 'Pip' },
  network,
})
export const hoppers = session.entities('hopper')
export const undo = [session.on('landed', (at) => at.x.toFixed()), keys(session)]
export const room = new Room(game, { nowMs: 0 })
export const simulation = new Simulation(game)
export const first = simulation.join()
export const links = memoryPair(new VirtualClock())
export const start = () => serve(game)
export const { stats, techniques } = session
export const { conditions } = network

// @ts-expect-error the game has no such kind
session.entities('hoppers')
// @ts-expect-error a view is there to be read
for (const view of hoppers) view.x = 1
// @ts-expect-error the game has no such event
session.on('jumped', () => {})
// @ts-expect-error the input has no such field
session.input.fire = true
// @ts-expect-error a press has no place in an entity
defineGame({ name: 'wrong', input: {}, entities: { hopper: { jump: press() } } })
// @ts-expect-error there is no such kind to move
defineGame({ name: 'wrong', input: {}, entities: { hopper }, move: { hoppr() {} } })
defineRoom(
  defineGame({
    name: 'wrong',
    input: {},
    entities: { hopper },
  }),
  {
    // @ts-expect-error hoppers have no such field
    join: (world, player) => world.spawn('hopper', player, { z: 1 }),
  },
)
