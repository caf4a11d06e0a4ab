import type { MoveContext } from 'glissade'
import { groundPace } from './ground-pace.ts'
import type { Hands } from './kinds.ts'
import { pushOut } from './obstacles.ts'
import type { Shepherd } from './things.ts'

/** Units a second on grass. */
export const WALK_SPEED = 120
/** How wide a shepherd is, from its middle. */
export const SHEPHERD_RADIUS = 10

/**
 * One step of a shepherd: walks at once at full speed, the diagonal no faster than the rest, slower in mud, and along
 * walls. Pure, and only of operations that are exact everywhere.
 */
export function moveShepherd(
  shepherd: Shepherd,
  input: Hands,
  ctx: Pick<MoveContext, 'dtSeconds'>,
): void {
  const dx = (input.right ? 1 : 0) - (input.left ? 1 : 0)
  const dy = (input.down ? 1 : 0) - (input.up ? 1 : 0)
  if (dx === 0 && dy === 0) return
  const pace = groundPace(shepherd) * (dx !== 0 && dy !== 0 ? Math.SQRT1_2 : 1)
  const length = WALK_SPEED * ctx.dtSeconds * pace
  shepherd.x += dx * length
  shepherd.y += dy * length
  pushOut(shepherd, SHEPHERD_RADIUS)
}
