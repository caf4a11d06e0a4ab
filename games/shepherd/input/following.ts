import type { Arrows } from '../../page/arrows.ts'

/** An eye sets off when it is this far from its goal, in units along one axis. It stops when it is this near. */
const AWAY = 70
const NEAR = 20

/** The place of somebody. */
interface Place {
  readonly x: number
  readonly y: number
}

/** A shepherd that can be followed. */
interface Walker {
  readonly id: number
}

/**
 * Holds the directions by which an eye at `eye` gets to `goal`, because the sheep that it sees depend on its place. It
 * stops well before the goal is behind it again, so that it does not tremble. `out` is what was held the last time.
 */
export function holdTowards(eye: Place, goal: Place, out: Arrows): void {
  const dx = goal.x - eye.x
  const dy = goal.y - eye.y
  out.left = -dx > (out.left ? NEAR : AWAY)
  out.right = dx > (out.right ? NEAR : AWAY)
  out.up = -dy > (out.up ? NEAR : AWAY)
  out.down = dy > (out.down ? NEAR : AWAY)
}

/**
 * The one who comes after `current` in the circular order of `walkers`; the first one after nobody. Undefined without
 * any.
 */
export function nextAfter<W extends Walker>(
  walkers: readonly W[],
  current: number | null,
): W | undefined {
  return walkers[(walkers.findIndex(({ id }) => id === current) + 1) % walkers.length]
}
