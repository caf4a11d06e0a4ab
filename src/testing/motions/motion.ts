import type { Ms } from '../../base/units.ts'

/** How one entity truly moves: a function of time, made from a seed. */
export interface Path {
  /** Writes x, y (units) and vx, vy (units per second) at `timeMs`, from 0, to `out` from `at` on. Any order of times. */
  state(timeMs: Ms, out: Float64Array, at: number): void
  /** How often the entity has been set elsewhere (`ctx.teleport()`) up to `timeMs`, that moment included. */
  teleports(timeMs: Ms): number
}

/** A sort of movement, of which a scene has several entities. */
export interface Motion {
  /** A short name in lower case, such as `platformer`. */
  readonly name: string
  /** One line on what it is, with its speeds in units per second. */
  readonly about: string
  /** The paths of `count` entities, for at least `lengthMs`. Equal seeds give equal paths. */
  create(seed: number, count: number, lengthMs: Ms): readonly Path[]
}
