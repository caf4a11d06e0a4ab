import { defineRoom, type PlayerOf, type WorldOf } from 'glissade/server'
import { ROUND_SECONDS, race } from './who-is-here.ts'

interface Talk {
  readonly lines: string[]
}

const ROUND_STEPS = ROUND_SECONDS * race.stepHz
const PAUSE_STEPS = 5 * race.stepHz
const LINES_KEPT = 50

export const raceRoom = defineRoom(race, {
  state: (): Talk => ({ lines: [] }),
  join(world, player) {
    // A newcomer reads what was said before.
    for (const line of world.state.lines) world.send(player, 'chat', { line })
    // A spectator owns nothing.
    if (player.profile.role === 'runner') world.spawn('runner', player)
  },
  onMessage: {
    chat(world, { line: said }, { profile }) {
      const { lines } = world.state
      const line = `${profile.name}: ${said}`
      if (lines.push(line) > LINES_KEPT) lines.shift()
      world.broadcast('chat', { line })
    },
    // A spectator begins to play.
    play(world, _, player) {
      if (!runnerOf(world, player)) world.spawn('runner', player)
    },
  },
  update(world, { tick }) {
    const { room } = world
    const runners = world.entities('runner')
    if (tick === room.endsAt) {
      const players = runners.map(({ owner }) => owner!)
      const metres = runners.map(({ x }) => x / 10)
      world.broadcast('results', { players, metres }, { at: 'display' })
    }
    if (tick < room.endsAt + PAUSE_STEPS) return
    room.endsAt = tick + ROUND_STEPS
    for (const runner of runners) {
      runner.x = 0
      world.teleport(runner)
    }
  },
})

function runnerOf(world: WorldOf<typeof race, Talk>, { id }: PlayerOf<typeof race>) {
  return world.entities('runner').find(({ owner }) => owner === id)
}
