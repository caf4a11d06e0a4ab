import { Session } from '../../src/client/session.ts'
import type { Game, GameParts } from '../../src/game/define-game.ts'
import type { GameRoom } from '../../src/server/define-room.ts'
import type { Room } from '../../src/server/room.ts'
import { Direct, type ToldClock } from '../../test/support/crowd.ts'
import { strictReception } from '../../test/support/reception.ts'

/** A session in the same process as its room: what `server` sends it takes in within `send`. */
export function sideBySide<P extends GameParts, S>(
  room: Room<GameRoom<P, S>>,
  server: Direct,
  clock: ToldClock,
): Session<Game<P>> {
  const client = new Direct('ordered', clock)
  client.other = server
  server.other = client
  strictReception(room.definition, room, clock).accept(server)
  return new Session(room.game, client, clock)
}
