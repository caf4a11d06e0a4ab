import type { Ms } from '../../base/units.ts'
import type { Move } from '../motions/motion.ts'

/** Columns of an entity's state in a `MotionSnapshot`. `tracer` is the server's time in ms, so its velocity is 1. */
export const STATE = { x: 0, y: 1, vx: 2, vy: 3, tracer: 4, teleports: 5 } as const
/** How many numbers one entity has in a `MotionSnapshot`. */
export const STATE_WIDTH = 6
/** Columns of an entity in what a player shows. */
export const SHOWN = { x: 0, y: 1, tracer: 2 } as const
/** How many numbers one entity has in what a player shows. */
export const SHOWN_WIDTH = 3
/** How many extra states a player's server half may tell of each entity, and their width: age in ms, x, y, vx, vy. */
export const MOST_EXTRAS = 3
export const EXTRA_WIDTH = 5
/** How many numbers a player's server half may add to each entity of a snapshot: one, and those of extra states. */
export const TOLD_WIDTH: number = 1 + MOST_EXTRAS * EXTRA_WIDTH

/** The scene for which a player is made. */
export interface MotionScene {
  /** Snapshots per second. */
  readonly sendHz: number
  /** Frames per second of the display, without drops, as a browser tells them. */
  readonly frameHz: number
  /** How many entities there are. All are there from the first snapshot to the last. */
  readonly entities: number
  /** The game's rule that moves each entity by its inputs; undefined for an entity without one. Default: no entity has one. */
  readonly moves?: readonly (Move | undefined)[] | undefined
}

/** One snapshot of all entities. Its arrays are borrowed until the call returns. */
export interface MotionSnapshot {
  /** The number of the snapshot, from 0. Numbers of lost snapshots never come. */
  readonly index: number
  /** When its states were true, in ms of the server's clock. */
  readonly stampMs: Ms
  /** When it arrived, in ms of the client's clock. */
  readonly arrivedAtMs: Ms
  /** `STATE_WIDTH` numbers for each entity: places in units, velocities in units per second. See `STATE`. */
  readonly states: Float64Array
  /**
   * `INPUT_WIDTH` numbers for each entity: the newest input that the server has applied, without later presses, and the
   * level there. 0 for entities without a `move`.
   */
  readonly inputs: Float64Array
  /** `TOLD_WIDTH` numbers for each entity, as the player's `server` wrote them; 0 without a `server`. */
  readonly told: Float64Array
}

/** A player's half on the server. It knows the truth, and may tell some of it in every snapshot. */
export interface MotionServer {
  /**
   * Called before a snapshot is sent. Writes to `told` what goes with the snapshot, `TOLD_WIDTH` numbers for each entity.
   * `states` and `inputs` are as in the snapshot, and borrowed. `truth` writes the states at any earlier time to `out`.
   */
  send(
    stampMs: Ms,
    states: Float64Array,
    told: Float64Array,
    inputs: Float64Array,
    truth: (timeMs: Ms, out: Float64Array) => void,
  ): void
}

/**
 * A player shows remote entities from the snapshots that arrive, and the scorer scores it. It is a black box: it sees snapshots
 * and frames, and only what it writes is judged.
 */
export interface MotionPlayer {
  /** Its half on the server, made anew with each player. Default: none. */
  readonly server?: MotionServer | undefined
  /** Takes a snapshot that has arrived. The order of arrivals may differ from that of the stamps. */
  arrived(snapshot: MotionSnapshot): void
  /**
   * Draws the frame at `nowMs` of the client's clock: writes `SHOWN_WIDTH` numbers for each entity to `shown`, NaN while
   * there is nothing to show. `shown` still holds the numbers of the last frame.
   */
  frame(nowMs: Ms, shown: Float64Array): void
}

/** A way to show motion: a name, and a function that makes a player that has seen nothing yet. */
export interface MotionContender {
  /** The name in tables. Rules of other engines, made anew from their descriptions, are called `...-like`. */
  readonly name: string
  /** One line on what it does, for the report. */
  readonly about: string
  create(scene: MotionScene): MotionPlayer
}
