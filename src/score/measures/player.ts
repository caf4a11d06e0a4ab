import type { Ms } from '../../base/units.ts'
import type { Move } from '../motions/motion.ts'

/** Columns of an entity's state in a `MotionSnapshot`. `tracer` is the server's time, in ms: velocity 1. */
export const STATE = { x: 0, y: 1, vx: 2, vy: 3, tracer: 4, teleports: 5 } as const
/** Numbers of one entity in a `MotionSnapshot`. */
export const STATE_WIDTH = 6
/** Columns of an entity in what a player shows. */
export const SHOWN = { x: 0, y: 1, tracer: 2 } as const
/** Numbers of one entity in what a player shows. */
export const SHOWN_WIDTH = 3
/** Extra states that a player's own server half may tell of each entity, and numbers of each: its age in ms, x, y, vx, vy. */
export const MOST_EXTRAS = 3
export const EXTRA_WIDTH = 5
/** Most numbers that a player's own server half may add to each entity of a snapshot: one, and those of extra states. */
export const TOLD_WIDTH: number = 1 + MOST_EXTRAS * EXTRA_WIDTH

/** What a player of motion is made for. */
export interface MotionScene {
  /** Snapshots per second. */
  readonly sendHz: number
  /** Frames per second of an even display, as a player may ask its browser. */
  readonly frameHz: number
  /** How many entities there are; all are there from the first snapshot to the last. */
  readonly entities: number
  /** The game's rule that moves each entity by its inputs; undefined where there is none. Left out: there are none. */
  readonly moves?: readonly (Move | undefined)[] | undefined
}

/** One snapshot of all entities. Its arrays are borrowed until the call returns. */
export interface MotionSnapshot {
  /** Its count, from 0; counts of lost ones never come. */
  readonly index: number
  /** When it was true, in ms of the server's clock. */
  readonly stampMs: Ms
  /** When it arrived, in ms of the client's clock. */
  readonly arrivedAtMs: Ms
  /** `STATE_WIDTH` numbers for each entity, places and speeds in units and units per second. */
  readonly states: Float64Array
  /**
   * `INPUT_WIDTH` numbers for each entity that a `move` steers: the newest input that the server has applied, and the level
   * there. What is pressed later is not in it. 0 for others.
   */
  readonly inputs: Float64Array
  /** `TOLD_WIDTH` numbers for each entity, as the player's `server` wrote them; 0 without. */
  readonly told: Float64Array
}

/** What a player has on the server: it knows the truth, and may say something of it in every snapshot. */
export interface MotionServer {
  /**
   * A snapshot is about to be sent; writes what goes with it to `told`, `TOLD_WIDTH` numbers for each entity. `states` and
   * `inputs`: as in the snapshot, borrowed. `truth` writes the states of any time before to `out`.
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
 * Something that shows remote entities from the snapshots that arrive: what the scorer scores. It is a black box: it
 * sees snapshots and frames, and all that is judged is what it writes.
 */
export interface MotionPlayer {
  /** Its half on the server, where it has one. Made anew with each player. */
  readonly server?: MotionServer | undefined
  /** A snapshot has arrived; in the order of arrival, which need not be that of the stamps. */
  arrived(snapshot: MotionSnapshot): void
  /**
   * A frame at `nowMs` of the client's clock: writes `SHOWN_WIDTH` numbers for each entity to `shown`, NaN while there is
   * nothing to show. What it wrote last is still in there.
   */
  frame(nowMs: Ms, shown: Float64Array): void
}

/** A way to show motion: a name, and how to make a player that has seen nothing yet. */
export interface MotionContender {
  /** As it stands in tables; rules of other engines, made anew from their descriptions, are called `...-like`. */
  readonly name: string
  /** One line on what it does, for the report. */
  readonly about: string
  create(scene: MotionScene): MotionPlayer
}
