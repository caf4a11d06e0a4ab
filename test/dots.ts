import type { AnyGame } from 'glissade'
import type { Simulation } from 'glissade/testing'
import { game } from './readme/game.ts'

/** The forty-line game of the README, which the tests play too. */
export const dots = game

/** What every end says of every dot, for comparing. */
export function everyEnd(sim: Simulation<typeof dots>): string[] {
  const describe = (list: readonly { id: number; x: number; y: number; hue: number }[]) =>
    [...list]
      .sort((a, b) => a.id - b.id)
      .map(({ id, x, y, hue }) => `${id}:${x},${y},${hue}`)
      .join(' ')
  const server = describe(sim.room.world.entities('dot') as never)
  return [server, ...sim.clients.map(({ session }) => describe(session.entities('dot')))]
}

/** Ends that play a game. */
export type Played<G extends AnyGame> = Simulation<G>
