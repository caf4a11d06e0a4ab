import type { Ms, SubTick } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import type { Epochs } from '../../time/sync/epochs.ts'
import type { PlayerTimeline } from '../../wire/records/player-timeline.ts'
import type { AudienceRoom } from '../world/audience.ts'
import type { Entities } from '../world/entities.ts'
import type { RoomEvents } from '../world/events.ts'
import type { Owner } from '../world/owners.ts'
import type { Player, World } from '../world/world.ts'
import type { InputGuard } from './budget.ts'
import type { InputBuffer, InputCounts } from './input-buffer.ts'

/**
 * Decides when the inputs of players become steps, and what time that is. A room has one: `OwnTime`, or `SharedTick` for a
 * game with `authority: sharedTick()`. Each of the two files says from top to bottom what happens to an input that came.
 */
export interface Authority {
  /**
   * Lets a player in who has just connected; `now`: the moment that WELCOME names, in the room's time. What it returns
   * lasts as long as the connection.
   */
  admit(client: Client, now: SubTick): PlayerInputs
  /** A step of the room ends at `at`: moves a player who has been away for a while and whose place is kept. */
  stepAway(absent: Away, at: SubTick): void
}

/** What an authority makes of one connected player's inputs. */
export interface PlayerInputs {
  /** Where the inputs stand in the room's time. */
  readonly epochs: Epochs
  /** The player's own time: that of the newest step of what it owns. */
  readonly stamp: SubTick
  /** What `stamp` was at the last network tick. */
  readonly toldStamp: SubTick
  /** What `ctx.timeMs` was in the newest step: never less than in any before it. */
  readonly moveTime: SubTick
  /** New inputs have come into the inputBuffer; `arrival` and `nowMs` are the same moment. */
  came(arrival: SubTick, nowMs: Ms): void
  /** The same, for ids that ran ahead of time: gives up what waits, and begins an epoch. */
  restart(arrival: SubTick): void
  /** A step of the room ends at `at`. */
  step(at: SubTick, nowMs: Ms): void
  /** The room left `steps` steps out: gives up the inputs that were made meanwhile, and begins an epoch. */
  leaveOut(steps: number): void
  /**
   * Network tick `tick` begins: takes where the player's own time stands. Returns whether an epoch begins, or has begun
   * since the last one. `rttMs`: the player's round trip; NaN: not known.
   */
  keepTime(tick: number, nowMs: Ms, rttMs: Ms): boolean
  /**
   * Writes to `sooner` how much sooner each input since the last call came than the one after it. Returns how many came,
   * or -1 if clients are not told of that.
   */
  tellArrivals(sooner: Int32Array): number
}

/** What a tick does with a player whose input has not come. */
export type MissingInput = 'repeat' | 'idle' | 'skip'

/** What a room lends its authority. */
export interface AuthorityRoom extends AudienceRoom {
  /** What `defineRoom` was given, as far as inputs go by it; `on` has a function for each event. */
  readonly rules: AudienceRoom['rules'] & {
    readonly on?: Readonly<Record<string, unknown>> | undefined
    readonly missingInput?: MissingInput | undefined
  }
  readonly game: AnyGame
  readonly stats: InputCounts & {
    inputsApplied: number
    inputsMissing: number
    stepsWithoutInput: number
  }
  readonly entities: Entities
  readonly events: RoomEvents
  /** What the room's functions get. */
  readonly world: World
  /** The network tick to come. */
  readonly nextNetworkTick: number
  /** Takes what a game's function threw: returns if the room goes on after it, and throws it on if not. */
  pardon(error: unknown): void
}

/** A player as far as steps move it. */
export interface Moved {
  readonly player: Player
  /** What the player owns. */
  readonly owner: Owner
  /** Whether the player is still as it was: connected, or away. */
  readonly isOpen: boolean
  /** See `PlayerInputs.moveTime`. */
  readonly moveTime: SubTick
}

/** A player whose connection broke and whose place is kept. */
export interface Away extends Moved {
  readonly guard: InputGuard
}

/** A connected player: what came over the connection. `Peer` is one. */
export interface Client extends Moved {
  readonly guard: InputGuard
  readonly inputBuffer: InputBuffer
  /** What others know of the player's time. */
  readonly timeline: PlayerTimeline
  /** When the newest input came, in the room's time. */
  readonly newestArrival: SubTick
  /** Whether the newest inputs said that the client is at rest: it makes inputs that are all alike, and holds them back. */
  readonly isRestSaid: boolean
  /** Whether the client makes no new inputs. */
  isQuiet(nowMs: Ms): boolean
  /** Whether it is at rest, and not quiet. */
  isResting(nowMs: Ms): boolean
}
