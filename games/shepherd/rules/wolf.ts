import type { ServerEntity } from 'glissade/server'
import type { kinds } from './kinds.ts'

/** The most wolves that are out at a time. */
export const MOST_WOLVES = 8
/** How wide a wolf is, from its middle. */
export const WOLF_RADIUS = 12

/** A wolf as the server has it: its body, which everybody sees, and its intentions. */
export class Wolf {
  readonly body: ServerEntity<typeof kinds, 'wolf'>
  /** Its number in the pack, from 0. */
  readonly number: number
  /** Units a second. */
  vx: number = Number.NaN
  vy: number = Number.NaN
  /** Where it wants to be. */
  goalX: number = Number.NaN
  goalY: number = Number.NaN
  /** The sheep that it is after, by number in the flock; -1 for none. */
  prey = -1
  /** Where it was at its last thought. */
  thoughtX: number = Number.NaN
  thoughtY: number = Number.NaN
  /** The step until which it runs away, eats, or goes round something that is in its way. */
  fleesUntil = 0
  eatsUntil = 0
  goesRoundUntil = 0
  /** Whether it is on its way off the meadow. */
  isLeaving = false

  constructor(body: ServerEntity<typeof kinds, 'wolf'>, number: number) {
    this.body = body
    this.number = number
    this.vx = 0
    this.vy = 0
    this.goalX = body.x
    this.goalY = body.y
    this.thoughtX = body.x
    this.thoughtY = body.y
  }
}
