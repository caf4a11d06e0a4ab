/**
 * What a game may export of the engine's making, so that declarations have to name its types, and what must not
 * compile. Compiled against the built package by two compilers; never run.
 */
import {
  defineGame,
  fields,
  flag,
  gameEvents,
  gameMessages,
  type Infer,
  int,
  list,
  number,
  oneOf,
  own,
  press,
  text,
} from 'glissade'
import { connect, SimulatedNetwork } from 'glissade/client'
import { serve } from 'glissade/node'
import { keys } from 'glissade/pixi'
import { redisDirectory } from 'glissade/redis'
import {
  defineRoom,
  type EntityOf,
  type GameOf,
  type PlayerOf,
  Room,
  type WorldOf,
} from 'glissade/server'
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

export const game = defineGame({
  name: 'types',
  input: { right: flag(), jump: press() },
  profile: { name: text(16) },
  entities: { hopper },
  messages: gameMessages({ longest: { lengths: list(int({ max: 127 }), 16) } }),
  events: gameEvents({ landed: { x: number({ max: 100 }) } }),
  move: { hopper: moveHopper },
})

export const hoppersRoom = defineRoom(game, {
  state: () => ({ longest: 0, names: new Map<number, string>() }),
  join(world, player) {
    world.state.names.set(player.id, player.profile.name)
    world.spawn('hopper', player, { x: player.profile.name.length })
    // @ts-expect-error the state has no such field
    world.state.shortest = 0
  },
  on: {
    landed(world, { x }, by) {
      world.state.longest = Math.max(world.state.longest, x)
      // @ts-expect-error a profile has no such field
      world.kick(by!, by!.profile.nickname)
    },
  },
  update: (world: Meadow) => void world.state.names.clear(),
})

/** What functions in files of their own take: a world by the game and the state, as the room's own type would go round. */
export type Meadow = WorldOf<typeof game, { longest: number; names: Map<number, string> }>
export type MeadowPlayer = PlayerOf<typeof hoppersRoom>
export type MeadowEntity = EntityOf<typeof hoppersRoom, 'hopper'>

export const network = new SimulatedNetwork({ up: {}, down: { latencyMs: 80 } })
export const session = await connect(game, 'ws://localhost:3000', {
  profile: { name: 'Pip' },
  network,
})
export const hoppers = session.entities('hopper')
export const undo = [session.on('landed', (at) => at.x.toFixed()), keys(session)]
export const room = new Room(hoppersRoom, { nowMs: 0 })
export const { longest, names } = room.world.state
export const simulation = new Simulation(hoppersRoom)
export const played: GameOf<typeof hoppersRoom> = game
export const first = simulation.join()
export const links = memoryPair(new VirtualClock())
export const start = () =>
  serve(hoppersRoom, {
    onRoom: ({ players, world }) =>
      world.broadcast('longest', {
        lengths: players.map(({ profile }) => profile.name.length + world.state.longest),
      }),
  })
export const directory = redisDirectory({ url: 'redis://127.0.0.1' })
export const found = directory.find('types/meadow')
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
// @ts-expect-error what only the server runs is no part of the game
defineGame({ name: 'wrong', input: {}, entities: { hopper }, update() {} })
// @ts-expect-error hoppers have no such field
defineRoom(game, { join: (world, player) => world.spawn('hopper', player, { z: 1 }) })
// @ts-expect-error the game has no such event
defineRoom(game, { on: { jumped() {} } })
// @ts-expect-error a state is a number, and no text
for (const other of [room]) other.world.state.longest = 'far'
// @ts-expect-error pages have no use for a room
void (() => connect(hoppersRoom, 'ws://localhost:3000'))
// @ts-expect-error a server serves rooms, not games
void (() => serve(game))
// @ts-expect-error nor is a room made of a game
void (() => new Room(game, { nowMs: 0 }))
// @ts-expect-error nor a simulation
void (() => new Simulation(game))
