import { from0, misuse } from '../base/settings.ts'
import type { Ms, SubTick, Tick } from '../base/units.ts'
import type { ResumeKey } from '../wire/packets/handshake.ts'
import type { InputGuard } from './authority/budget.ts'
import type { OnAway } from './players/away-players.ts'
import type { SameAccount } from './players/same-account.ts'
import type { OnError } from './world/hooks.ts'
import type { RoomDetails } from './world/listing.ts'
import type { SendOptions } from './world/world.ts'

/** Options of a room. */
export interface RoomOptions {
  /** The present, on the clock that `advance` and the links use. The room's time begins here. */
  nowMs: Ms
  /** The room's name. Default ''. */
  id?: string | undefined
  /** Seed of `world.random()`. Default 1; `serve` takes a fresh one. */
  seed?: number | undefined
  /** Most players at once, 1 to 250. Default 64. */
  maxPlayers?: number | undefined
  /** What makes this room different from others of its game. Default: nothing. A restored room keeps its own. */
  details?: RoomDetails | undefined
  /**
   * Makes a player's input guard, which holds the inputs to real time. Its arguments are the room's time and the length of a
   * step. Default: `(now, stepMs) => new Budget(now, stepMs)`. With `authority: sharedTick()` no guard is asked, because
   * each tick takes one input.
   */
  guard?: ((now: SubTick, stepMs: Ms) => InputGuard) | undefined
  /**
   * How long the room keeps the place of a player who lost the connection. The entities stay, and from 2 s on the room moves
   * them with inputs at their defaults. The same page, or after a reload the page with its key, comes back as the same
   * player. From 0, where the player leaves at once. Default 10,000.
   */
  resumeMs?: Ms | undefined
  /**
   * The least number of snapshots a second for a client while nothing is new. From 1 to the game's `sendHz`, and at most 64
   * network ticks apart. A lower value costs less. With a higher one the client notices a slower connection sooner.
   * Default 4.
   */
  quietHz?: number | undefined
  /**
   * How many errors of `update` the room bears in a minute, from 0. Each costs the rest of that `update`, goes to `onError`,
   * and is counted in `stats.failedUpdates`. One more closes the room. Default 0.
   */
  failedUpdates?: number | undefined
  /** Called when a connection breaks and the place is kept, when the player is back, and when the place is given up. */
  onAway?: OnAway | undefined
  /**
   * Makes the resume keys: two whole numbers of 32 bits, not both 0. `join` throws `misuse` for any other key. Default:
   * `crypto.getRandomValues`. Pass one for a run that has to repeat to the bit, and never one whose keys reveal other keys.
   */
  newKey?: (() => ResumeKey) | undefined
  /**
   * Decides whether a client that shows a resume key has the account that the key belongs to. Its arguments are what
   * `authenticate` returned for that player and what it returns now. Any result but true means another account, and the
   * client joins as a new player. Default: two objects that both have an `id` are compared by it, other plain objects, arrays
   * and dates by their contents, and everything else by `Object.is`. Without `authenticate` all accounts are undefined, and
   * the key alone decides.
   */
  sameAccount?: SameAccount | undefined
  /**
   * Called with each error that one of the game's functions threw or rejected with, and where: room, game, player, function,
   * step. An error of `update` closes the room, unless it bears some (`failedUpdates`), and is reported after that; errors of
   * functions that were called while it closed come next. An error of `move` or `on` ends that player's connection, one of
   * `join` refuses the player, and one of any other function costs that call alone. So does a `stale` error but in `join`, from a
   * call that names an entity or a player that is gone: at most one a second is reported, and `stats.staleReferences` counts
   * them all. Of `interest`, `priority`, `path` and `clamp` too, at most one error a second is reported. Default: every error
   * is thrown on, to the caller of `advance` or of the link that delivered the packet.
   */
  onError?: OnError | undefined
}

/** Returns the low 16 bits of the step that a message sent now is tied to, or -1. Throws `misuse` for an invalid `at`. */
export function tiedStepOf(options: SendOptions | undefined, tick: Tick): number {
  const at = options?.at
  if (at === undefined) return -1
  return at === 'display' ? tick & 0xffff : misuse('at', `'${at}'`, "'display'")
}

/** Default of `quietHz`. */
const QUIET_HZ = 4
/** Most network ticks between two snapshots. With more, a client would come close to losing its baselines. */
const MOST_QUIET_TICKS = 64

/** Returns the most network ticks between two snapshots. Throws `misuse` for an invalid `quietHz`. */
export function quietTicksOf({ quietHz }: Pick<RoomOptions, 'quietHz'>, sendHz: number): number {
  if (quietHz !== undefined && !(quietHz >= 1 && quietHz <= sendHz))
    misuse('quietHz', quietHz, `from 1 to sendHz (${sendHz})`)
  return Math.max(1, Math.min(MOST_QUIET_TICKS, Math.round(sendHz / (quietHz ?? QUIET_HZ))))
}

/** Default of `resumeMs`: longer than a reload takes, and not much longer than the player of a closed tab should stay. */
const RESUME_MS: Ms = 10_000

/** Returns how long a place is kept. Throws `misuse` for an invalid `resumeMs`. */
export function resumeMsOf({ resumeMs = RESUME_MS }: Pick<RoomOptions, 'resumeMs'>): Ms {
  return from0(resumeMs, 'resumeMs')
}

/** Returns how many errors of `update` a room bears in a minute. Throws `misuse` for an invalid `failedUpdates`. */
export function failedUpdatesOf({ failedUpdates = 0 }: Pick<RoomOptions, 'failedUpdates'>): number {
  return from0(failedUpdates, 'failedUpdates')
}

/** Returns the most players at once. Throws `misuse` for an invalid `maxPlayers`. */
export function maxPlayersOf({ maxPlayers = 64 }: Pick<RoomOptions, 'maxPlayers'>): number {
  if (Number.isInteger(maxPlayers) && maxPlayers >= 1 && maxPlayers <= 250) return maxPlayers
  return misuse('maxPlayers', maxPlayers, 'a whole number from 1 to 250')
}
