import { HALF_WIDTH } from '../rules/body.ts'
import { isPlank, isRock, isSpike, TILE } from '../rules/level.ts'

interface Place {
  readonly x: number
  readonly y: number
}

/** How far ahead a jump is prepared, in pixels, and how deep a pit is that asks for one, in tiles. */
const AHEAD = 14
const DEEP = 3
/** Up is farther than across, because it takes jumps. */
const HEIGHT_FACTOR = 1.7
/** How much nearer, as a share, another coin has to be to be shown instead: the way does not flicker between two. */
const CLOSER = 0.8
/** How far and how high away somebody is whom a snowball can reach, in pixels. */
const THROW_X = 200
const THROW_Y = 24

/** Whether a player who goes on in the direction that it faces meets a step, a pit or spikes. */
export function facesObstacle({ x, y, facing }: Place & { readonly facing: string }): boolean {
  const ahead = x + (facing === 'left' ? -1 : 1) * (HALF_WIDTH + AHEAD)
  const column = Math.floor(ahead / TILE)
  const line = Math.floor((y - 1) / TILE)
  if (isRock(column, line)) return true
  for (let depth = 0; depth <= DEEP; depth++) {
    if (isSpike(column, line + depth)) return true
    if (isRock(column, line + depth) || isPlank(column, line + depth)) return false
  }
  return true
}

/** Whether one of the others is where a snowball would reach them. */
export function hasTarget<P extends Place & { readonly mine: boolean }>(
  own: P,
  pips: readonly P[],
): boolean {
  for (let i = 0; i < pips.length; i++) {
    const pip = pips[i]
    if (!pip || pip.mine) continue
    if (Math.abs(pip.x - own.x) < THROW_X && Math.abs(pip.y - own.y) < THROW_Y) return true
  }
  return false
}

const costOf = (from: Place, to: Place): number =>
  Math.abs(to.x - from.x) + Math.abs(to.y - from.y) * HEIGHT_FACTOR

/** The coin that is nearest, or null when there is none. Keeps to `last` unless another one is clearly nearer. */
export function nearestCoin<C extends Place>(
  own: Place,
  coins: readonly C[],
  last: C | null,
): C | null {
  let nearest: C | null = null
  let least = Number.POSITIVE_INFINITY
  let lastCost = Number.POSITIVE_INFINITY
  for (let i = 0; i < coins.length; i++) {
    const coin = coins[i]
    if (!coin) continue
    const cost = costOf(own, coin)
    if (coin === last) lastCost = cost
    if (cost >= least) continue
    least = cost
    nearest = coin
  }
  return least < lastCost * CLOSER ? nearest : last
}
