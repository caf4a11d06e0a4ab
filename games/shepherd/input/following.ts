import type { Arrows } from './held.ts'

/** So far from its goal, in units along one axis, an eye sets off; so near to it stops. */
const AWAY = 70
const NEAR = 20

/** Where somebody is. */
interface Place {
  readonly x: number
  readonly y: number
}

/** One of those that can be followed. */
interface Walker {
  readonly id: number
}

/**
 * Holds the ways by which an eye at `eye` gets to `goal`: what it sees of the sheep follows from where it is. It stops
 * well before the goal is behind it again, so that it does not tremble. `out` is what was held the last time.
 */
export function holdTowards(eye: Place, goal: Place, out: Arrows): void {
  const dx = goal.x - eye.x
  const dy = goal.y - eye.y
  out.left = -dx > (out.left ? NEAR : AWAY)
  out.right = dx > (out.right ? NEAR : AWAY)
  out.up = -dy > (out.up ? NEAR : AWAY)
  out.down = dy > (out.down ? NEAR : AWAY)
}

/** Whoever comes after `current` in the order of `walkers`, around; the first after nobody. Undefined without any. */
export function nextAfter<W extends Walker>(
  walkers: readonly W[],
  current: number | null,
): W | undefined {
  return walkers[(walkers.findIndex(({ id }) => id === current) + 1) % walkers.length]
}
