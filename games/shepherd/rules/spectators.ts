import type { MoveContext } from 'glissade'
import type { Hands } from './kinds.ts'
import type { Eye } from './things.ts'

/** How fast a spectator's eye moves, in units a second. */
export const EYE_SPEED = 600

/** One step of a spectator's eye: over everything, but not off the meadow, whose size its fields have. */
export function moveEye(eye: Eye, input: Hands, ctx: Pick<MoveContext, 'dtSeconds'>): void {
  const dx = (input.right ? 1 : 0) - (input.left ? 1 : 0)
  const dy = (input.down ? 1 : 0) - (input.up ? 1 : 0)
  const length = EYE_SPEED * ctx.dtSeconds * (dx !== 0 && dy !== 0 ? Math.SQRT1_2 : 1)
  eye.x += dx * length
  eye.y += dy * length
}
