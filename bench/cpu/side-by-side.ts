import { Session } from '../../src/client/session.ts'
import type { AnyGame } from '../../src/game/define-game.ts'
import type { Room } from '../../src/server/room.ts'
import { Direct, type ToldClock } from '../../test/support/crowd.ts'
import { strictReception } from '../../test/support/reception.ts'

/** A session of `game` in the same process as its room: what `server` sends it takes in within `send`. */
export function sideBySide<G extends AnyGame>(
  game: G,
  room: Room<G>,
  server: Direct,
  clock: ToldClock,
): Session<G> {
  const client = new Direct('ordered', clock)
  client.other = server
  server.other = client
  strictReception(game, room, clock).accept(server)
  return new Session(game, client, clock)
}
