import type { IncomingMessage } from 'node:http'
import type { Match, MatchRequest } from '../server/rooms/match.ts'

/** What `match` of `serve` decides by. */
export interface ServerMatchRequest extends MatchRequest {
  /** The request of the page; undefined if the program itself calls `server.rooms.joinOrCreate`. */
  readonly request: IncomingMessage | undefined
}

/** The options of `serve` for players who look for a room. */
export interface RoomsOptions {
  /**
   * Decides into which room a player goes who looks for one: returns `{ join: id }`, or `{ create: { about, isPrivate,
   * maxPlayers } }`. To refuse with words for the player, throw `new GlissadeError('refused', 'come back on Friday')`. Any
   * other error refuses too, and goes to `onError`. It should be pure and quick: requests for one game are decided one after
   * another, and a promise may take at most 7 s. Another process may call it once more for the same player. Default: what the
   * page wants to create; otherwise the room with the most players whose `about` has all values of `wish`, or a new one about
   * the wish.
   */
  match?: ((request: ServerMatchRequest) => Match | PromiseLike<Match>) | undefined
}
