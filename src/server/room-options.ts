import { from0, misuse } from '../base/settings.ts'
import type { Ms, SubTick, Tick } from '../base/units.ts'
import type { ResumeKey } from '../wire/packets/handshake.ts'
import type { InputGuard } from './authority/budget.ts'
import type { OnAway } from './players/away-players.ts'
import type { SameAccount } from './players/same-account.ts'
import type { SendOptions } from './world/world.ts'

/** How a room is made. */
export interface RoomOptions {
  /** The present, on the clock that `advance` and the links use. The room's time begins here. */
  nowMs: Ms
  /** The room's name. Default ''. */
  id?: string | undefined
  /** Seed of `world.random()`. Default 1; `serve` takes a fresh one. */
  seed?: number | undefined
  /** Most players at once, 1 to 250. Default 64. */
  maxPlayers?: number | undefined
  /**
   * Makes what holds a player's inputs to real time, from the room's time and the length of a step. Default:
   * `(now, stepMs) => new Budget(now, stepMs)`. With `authority: sharedTick()` the tick does that, and no guard is asked.
   */
  guard?: ((now: SubTick, stepMs: Ms) => InputGuard) | undefined
  /**
   * How long a player who lost the connection keeps the place: the entities stay, from 2 s on the room moves them with
   * inputs at their defaults, and the same page (or, reloaded, the one that has its key) comes back as the same player.
   * From 0 (the player leaves at once). Default 10,000.
   */
  resumeMs?: Ms | undefined
  /**
   * The least number of snapshots a second for a client while nothing is new. From 1 to the game's `sendHz`, and at most 64
   * network ticks apart. A lower value costs less. With a higher one the client notices a slower connection sooner.
   * Default 4.
   */
  quietHz?: number | undefined
  /** Called when a connection breaks and the place is kept, and when the player is back or the place given up. */
  onAway?: OnAway | undefined
  /**
   * Makes the resume keys: two whole numbers of 32 bits, not both 0; `join` throws `misuse` for anything else. Default:
   * `crypto.getRandomValues`. Pass one for a run that has to repeat to the bit, and never one whose keys reveal other keys.
   */
  newKey?: (() => ResumeKey) | undefined
  /**
   * Decides whether a client that shows a resume key has the account that the key belongs to: it gets what `authenticate`
   * returned for that player, and what it returns now. Anything but true means another account, and the client joins as a
   * new player. Default: two objects that both have an `id` are compared by it, other plain objects, arrays and dates by
   * what they hold, and everything else as `Object.is` does. Without `authenticate` all accounts are undefined, and the key
   * alone decides.
   */
  sameAccount?: SameAccount | undefined
  /**
   * Takes what the game's own functions throw; the room has closed itself by then, other rooms go on. After an error of
   * `onMessage` or `close` only that call is lost. After a `stale`
   * error, from a call that names an entity or a player that is gone, the room goes on too: only the rest of that call of
   * the game's function is lost. It takes one of these a second at most; `stats.staleReferences` counts them. Default:
   * everything is thrown on, to whoever called `advance` or delivered the packet.
   */
  onError?: ((error: unknown) => void) | undefined
}

/** Low 16 bits of the whole step that a message sent now is tied to; -1: none. Throws `misuse` for an invalid `at`. */
export function tiedStepOf(options: SendOptions | undefined, tick: Tick): number {
  const at = options?.at
  if (at === undefined) return -1
  return at === 'display' ? tick & 0xffff : misuse('at', `'${at}'`, "'display'")
}

/** Snapshots a second when nothing is new, unless the options say otherwise. */
const QUIET_HZ = 4
/** A client without a snapshot for more network ticks than this would be too close to losing its baselines. */
const MOST_QUIET_TICKS = 64

/** How many network ticks apart snapshots are at most. Throws `misuse` for an impossible value. */
export function quietTicksOf({ quietHz }: Pick<RoomOptions, 'quietHz'>, sendHz: number): number {
  if (quietHz !== undefined && !(quietHz >= 1 && quietHz <= sendHz))
    misuse('quietHz', quietHz, `from 1 to sendHz (${sendHz})`)
  return Math.max(1, Math.min(MOST_QUIET_TICKS, Math.round(sendHz / (quietHz ?? QUIET_HZ))))
}

/** How long a place is kept: a reload with time to spare, and not much longer than a closed tab should stand about. */
const RESUME_MS: Ms = 10_000

/** How long a place is kept. Throws `misuse` for what cannot be. */
export function resumeMsOf({ resumeMs = RESUME_MS }: Pick<RoomOptions, 'resumeMs'>): Ms {
  return from0(resumeMs, 'resumeMs')
}

/** Most players at once. Throws `misuse` for what cannot be. */
export function maxPlayersOf({ maxPlayers = 64 }: Pick<RoomOptions, 'maxPlayers'>): number {
  if (Number.isInteger(maxPlayers) && maxPlayers >= 1 && maxPlayers <= 250) return maxPlayers
  return misuse('maxPlayers', maxPlayers, 'a whole number from 1 to 250')
}
