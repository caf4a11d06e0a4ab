import { GlissadeError } from '../../base/error.ts'
import { misuse, shown } from '../../base/settings.ts'
import { checkAbout } from '../../directory/checks.ts'
import type { ListedRoom } from '../../directory/directory.ts'
import { matches } from '../../directory/listed.ts'
import { checkDetails, type RoomDetails } from '../world/listing.ts'

/** What `match` decides by. */
export interface MatchRequest {
  readonly game: string
  /** What the page sent to `joinOrCreate` or, if it wants to create a room, what that room is about: any JSON value. */
  readonly wish: unknown
  /** The room that the page wants to create; null: it wants any room that suits. */
  readonly create: RoomDetails | null
  /** The listed rooms of the game that have a free place, those with the most players first. At most 1,000. */
  readonly rooms: readonly ListedRoom[]
  /** The request of the page: with `serve`, the `http.IncomingMessage`. Undefined if the server itself asks. */
  readonly request: unknown
}

/** Where a player goes: into the room with this id, or into a new one. */
export type Match = { readonly join: string } | { readonly create: RoomDetails }

/** Decides where a player goes. Throws `GlissadeError('refused', ...)` to refuse one. */
export type MatchFunction = (request: MatchRequest) => Match | PromiseLike<Match>

/**
 * The default of `match`: the room that the page wants to create; otherwise the room with the most players whose `about` has
 * all the values of the wish, or a new one that is about the wish.
 */
export function matchByWish({ wish, create, rooms }: MatchRequest): Match {
  if (create) return { create }
  const about = wishedAbout(wish)
  const room = rooms.find((one) => matches(one, { about, places: 1 }))
  return room ? { join: room.id } : { create: { about } }
}

/** Returns a wish that is an `About`. Throws `refused` for any other one, with words for the player. */
export function wishedAbout(wish: unknown): ReturnType<typeof checkAbout> {
  try {
    return checkAbout(wish, 'the wish')
  } catch (error) {
    throw new GlissadeError('refused', (error as Error).message)
  }
}

/** Returns what `match` has decided. Throws `misuse` unless it is a `Match`. */
export function checkMatch(match: Match): Match {
  if (typeof match === 'object' && match !== null) {
    if ('join' in match && typeof match.join === 'string') return match
    if ('create' in match && typeof match.create === 'object' && match.create !== null)
      return { create: checkDetails(match.create) }
  }
  return misuse('the result of match', shown(match), '{ join: id } or { create: { ... } }')
}
