import type { EntityOf, WorldOf } from 'glissade/server'
import type { Roller } from '../bots/roller.ts'
import type { cubes } from '../game.ts'
import type { CubeWorld } from './cube-world.ts'
import type { Hands } from './kinds.ts'

/** What a room knows besides its entities. It has no yard before `open` and after `close`. */
export interface YardState {
  yard: Yard | null
}

/** The room's world, as its functions get it. */
export type YardWorld = WorldOf<typeof cubes, YardState>
export type ServerCube = EntityOf<typeof cubes, 'cube'>
export type ServerBall = EntityOf<typeof cubes, 'ball'>

/** A snowball that nobody plays, and what rolls it. */
export interface Companion {
  readonly ball: ServerBall
  readonly roller: Roller
  readonly hands: Hands
}

/** The physics of a room beside its entities. */
export interface Yard {
  readonly physics: CubeWorld
  /** By their numbers in `physics`. */
  readonly cubes: readonly ServerCube[]
  /** The states of the cubes as they were told last, see `STATE_WIDTH`. */
  readonly told: Float64Array
  /** The snowball that touched each cube last, by its id; -1: none, or one that has left. */
  readonly painters: Int32Array
  /** By id, which is also their number in `physics`. */
  readonly balls: Map<number, ServerBall>
  readonly companions: Companion[]
}
