import type { Ms, Seconds } from '../../base/units.ts'

/** Most numbers of an input, and of the level around the entity. */
export const INPUT_WIDTH = 4

/** How one entity truly moves: a function of time, made from a seed. */
export interface Path {
  /** Writes x, y (units) and vx, vy (units per second) at `timeMs`, from 0, to `out` from `at` on. Any order of times. */
  state(timeMs: Ms, out: Float64Array, at: number): void
  /** How often the entity has been set elsewhere (`ctx.teleport()`) up to `timeMs`, that moment included. */
  teleports(timeMs: Ms): number
  /**
   * Writes the input that led to the state at `timeMs`, and what the level is there, to `out` from `at` on: up to
   * `INPUT_WIDTH` numbers, as the motion's `move` reads them. Left out: nobody steers the entity.
   */
  input?(timeMs: Ms, out: Float64Array, at: number): void
}

/**
 * One step of the game's own rules: moves `state` (x, y, vx, vy) on by `dtSeconds`, under the input found in `inputs` from
 * `at` on. Pure: it knows nothing else and changes nothing else. Free of allocation.
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
  /** One line on what it is, with its speeds in units per second. */
  readonly about: string
  /** A picture that is off by more units looks wrong. Default 6. */
  readonly visibleError?: number | undefined
  /** What moves the entities by their inputs, which server and clients both have. Left out: nothing that they could run. */
  readonly move?: Move | undefined
  /** The paths of `count` entities, for at least `lengthMs`. Equal seeds give equal paths. */
  create(seed: number, count: number, lengthMs: Ms): readonly Path[]
}
