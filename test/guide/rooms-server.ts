import { defineRoom, type PlayerOf, type WorldOf } from 'glissade/server'
import { island } from './rooms.ts'

/** What a room knows besides its entities. */
interface Score {
  /** How far each player has come in the rounds before, by name. */
  readonly best: { [name: string]: number }
  round: number
}
type Island = WorldOf<typeof island, Score>
type Islander = PlayerOf<typeof island>

const ROUND_STEPS = 30 * 60

/** The code that only the server runs. No page bundles it. */
export const islandRoom = defineRoom(island, {
  state: (): Score => ({ best: {}, round: 0 }),
  open: beginRound,
  join(world, player) {
    world.spawn('runner', player, { cards: [player.id % 52] })
    world.broadcast('chat', { text: `${player.profile.name} has come` })
  },
  leave: noteBest,
  onMessage: {
    chat(world, { text }, player) {
      if (text === '/quit') world.kick(player, 'see you')
      else world.broadcast('chat', { text: `${player.profile.name}: ${text}` })
    },
  },
  update(world, { tick }) {
    if (tick < world.room.endsAt) return
    for (const player of world.players) noteBest(world, player)
    beginRound(world)
  },
  close: ({ state }) => console.log('the best of the day', state.best),
  limits: { maxPlayers: 16 },
})

function beginRound(world: Island): void {
  const { state, room } = world
  state.round++
  room.ground = state.round % 2 === 0 ? 'ice' : 'grass'
  room.endsAt = world.tick + ROUND_STEPS
  for (const runner of world.entities('runner')) {
    runner.x = 0
    world.teleport(runner)
  }
}

function noteBest(world: Island, { id, profile }: Islander): void {
  const { best } = world.state
  const { x } = world.entities('runner').find(({ owner }) => owner === id) ?? { x: 0 }
  best[profile.name] = Math.max(best[profile.name] ?? 0, x)
}
