import { BODY_HEIGHT, HALF_WIDTH } from './body.ts'

/** The distance from the middle of a coin at which it is touched. */
export const COIN_RADIUS = 6

/** Whether a body is so near a coin that it takes it. A client that hides its own coin at once uses this too. */
export function touches(
  pip: { readonly x: number; readonly y: number },
  coin: { readonly x: number; readonly y: number },
): boolean {
  const dx = Math.max(Math.abs(pip.x - coin.x) - HALF_WIDTH, 0)
  const dy = Math.max(Math.abs(pip.y - BODY_HEIGHT / 2 - coin.y) - BODY_HEIGHT / 2, 0)
  return dx * dx + dy * dy <= COIN_RADIUS * COIN_RADIUS
}
