import type { Ms, SubTick } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import type { Epochs } from '../../time/sync/epochs.ts'
import type { PlayerTimeline } from '../../wire/records/player-timeline.ts'
import type { Archived } from '../save/archive.ts'
import type { AudienceRoom } from '../world/audience.ts'
import type { Entities } from '../world/entities.ts'
import type { RoomEvents } from '../world/events.ts'
import type { Hooks } from '../world/hooks.ts'
import type { Owner } from '../world/owners.ts'
import type { Player, World } from '../world/world.ts'
import type { InputGuard } from './budget.ts'
import type { InputBuffer, InputCounts } from './input-buffer.ts'

/**
 * Decides when the inputs of players become steps, and which time each step has. A room has one: `OwnTime`, or `SharedTick`
 * for a game with `authority: sharedTick()`. Each of the two files shows from top to bottom what happens to an input.
 */
export interface Authority {
  /**
   * Lets in a player who begins with input 1. `now`: the moment that WELCOME names, in the room's time. The result lasts as
   * long as the client goes on with its inputs, through all its connections.
   */
  admit(client: Client, now: SubTick): PlayerInputs
}

/** The inputs of one player, as an authority applies them. */
export interface PlayerInputs extends Archived {
  /** Tells the stamp of each input, in the room's time. */
  readonly epochs: Epochs
  /** The player's own time: the stamp of the newest step of what the player owns. */
  readonly stamp: SubTick
  /** `stamp` as of the last network tick. */
  readonly toldStamp: SubTick
  /** `ctx.timeMs` of the newest step, in subticks. It never runs backwards. */
  readonly moveTime: SubTick
  /**
   * Called when new inputs are in the input buffer. `first` is the oldest that the client made in the same frame as the newest,
   * as far as is known. `arrival` and `nowMs` are the same moment.
   */
  came(first: number, arrival: SubTick, nowMs: Ms): void
  /** Called instead of `came` for ids that ran ahead of time. Drops the inputs that wait, and begins an epoch. */
  restart(arrival: SubTick): void
  /** Called when a step of the room ends at `at`, also while the player is away. */
  step(at: SubTick, nowMs: Ms): void
  /** Called when the connection ends. The player may come back, and go on. */
  disconnect(): void
  /** Called when the room has left out `steps` steps. Drops the inputs made meanwhile, and begins an epoch. */
  leaveOut(steps: number): void
  /**
   * Called when network tick `tick` begins. Notes the player's own time. Returns whether an epoch begins, or has begun since
   * the last call. `rttMs`: the player's round trip; NaN: not known.
   */
  keepTime(tick: number, nowMs: Ms, rttMs: Ms): boolean
  /**
   * Writes to `sooner` how much sooner each input since the last call came than the input after it, in the parts of a step
   * that arrivals are told in. Returns how many came, or -1 if clients are not told of arrivals.
   */
  tellArrivals(sooner: Int32Array): number
}

/** What a tick does for a player whose input has not come. */
export type MissingInput = 'repeat' | 'idle' | 'skip'

/** What an authority needs of its room. */
export interface AuthorityRoom extends AudienceRoom {
  /** The part of the definition that inputs depend on. `on` has a function for each event. */
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
  /** The world that the room's functions get. */
  readonly world: World
  /** The number of the next network tick. */
  readonly nextNetworkTick: number
  readonly hooks: Hooks
}

/** A player whose entities are moved in steps. */
export interface Moved {
  readonly player: Player
  /** What the player owns. */
  readonly owner: Owner
  /** Whether the player still has the place. */
  readonly isOpen: boolean
  /** See `PlayerInputs.moveTime`. */
  readonly moveTime: SubTick
}

/** A player, with what came over the connections. `Place` is one. */
export interface Client extends Moved {
  readonly guard: InputGuard
  readonly inputBuffer: InputBuffer
  /** What other clients know of the player's time. */
  readonly timeline: PlayerTimeline
  /** When the newest input came, in the room's time. */
  readonly newestArrival: SubTick
  /** Whether the newest inputs said that the client is at rest. Its inputs are then all alike, and it holds them back. */
  readonly isRestSaid: boolean
  /** Whether the client makes no new inputs. */
  isQuiet(nowMs: Ms): boolean
  /** Whether the client is at rest, and not quiet. */
  isResting(nowMs: Ms): boolean
}
