/**
 * How a column moves between two samples: `linear`; `angle`, in radians, the short way round; `step`, the old
 * value until the newer sample's time.
 */
export type Curve = 'linear' | 'angle' | 'step'

const TURN = 2 * Math.PI

/** From `a` to `b` by `alpha` (0 to 1, not clamped); exactly `a` at 0, exactly `b` at 1, `a` itself if equal. */
export function lerp(a: number, b: number, alpha: number): number {
  return alpha === 1 ? b : a + (b - a) * alpha
}

/**
 * From angle `a` to angle `b` (radians) the short way round; exactly `a` at 0 and `b` at 1. Not wrapped: from
 * 350 to 10 degrees it passes 355, 360 and 365 on its way.
 */
export function angleLerp(a: number, b: number, alpha: number): number {
  return alpha === 1 ? b : a + angleDifference(a, b) * alpha
}

/** The turn that leads from `a` to `b` (radians) the short way round, -PI to PI. Exact for turns of less. */
export function angleDifference(a: number, b: number): number {
  const turn = b - a
  return turn - TURN * Math.round(turn / TURN)
}
