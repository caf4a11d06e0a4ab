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
 * One step of a shepherd. It walks at full speed at once, no faster on the diagonal, slower in mud, and along walls.
 * Pure, with operations only that are exact everywhere.
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
