import type { Ms, Seconds } from '../../base/units.ts'

/** How many numbers an input has at most, together with the level around the entity. */
export const INPUT_WIDTH = 4

/** The true movement of one entity: a function of time, made from a seed. */
export interface Path {
  /** Writes x, y (units) and vx, vy (units per second) at `timeMs`, from 0 and in any order, to `out` from `at` on. */
  state(timeMs: Ms, out: Float64Array, at: number): void
  /** Returns how often the entity has been teleported (`ctx.teleport()`) up to and including `timeMs`. */
  teleports(timeMs: Ms): number
  /**
   * Writes the input that led to the state at `timeMs`, and the level there, to `out` from `at` on: up to `INPUT_WIDTH`
   * numbers, as the motion's `move` reads them. Default: no player steers the entity.
   */
  input?(timeMs: Ms, out: Float64Array, at: number): void
}

/**
 * One step of the game's own rules: moves `state` (x, y, vx, vy) on by `dtSeconds`, with the input in `inputs` from `at` on. It
 * must read and change nothing else, and be free of allocation.
 */
export type Move = (
  state: Float64Array,
  inputs: ArrayLike<number>,
  at: number,
  dtSeconds: Seconds,
) => void

/** A sort of movement, of which a scene has several entities. */
export interface Motion {
  /** A short name in lower case, such as `platformer`. */
  readonly name: string
  /** One line about it, with its speeds in units per second. */
  readonly about: string
  /** The largest error, in units, with which a picture does not look wrong. Default 6. */
  readonly visibleError?: number | undefined
  /** The rule, on server and clients, that moves the entities by their inputs. Default: none. */
  readonly move?: Move | undefined
  /** Makes the paths of `count` entities, for at least `lengthMs`. Equal seeds give equal paths. */
  create(seed: number, count: number, lengthMs: Ms): readonly Path[]
}
