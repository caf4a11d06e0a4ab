import { CLOSE, CROWD, type Look, SIGHT, SPACING } from '../../games/shepherd/rules/flock-look.ts'

/** Scratch of `lookAtAll`: whom the one that looks sees. */
let found = new Int32Array(0)

/**
 * What `lookAround` finds, found without a grid: every sheep looks at every other, so that each pair is looked at from
 * both of its ends, N x N distances in all. Written apart from `lookAround`, so that tests may hold the one to the other;
 * and with as much care, so that what is compared is the way to search. A branch decides who is in sight, as hardly
 * anybody is: counting without one takes twice as long here.
 */
export const lookAtAll: Look = ({ count, alive, x, y, vx, vy, fear }, _grid, seen) => {
  if (found.length < count) found = new Int32Array(count)
  const inSight = found
  const sightSquared = SIGHT * SIGHT
  const closeSquared = CLOSE * CLOSE
  const spacingSquared = SPACING * SPACING
  const perSpacing = 1 / spacingSquared
  const perHalfSpacing = 2 / SPACING
  const crowd = CROWD
  for (let me = 0; me < count; me++) {
    if (alive[me] === 0) continue
    const myX = x[me]!
    const myY = y[me]!
    let candidates = 0
    for (let j = 0; j < count; j++) {
      const dx = x[j]! - myX
      const dy = y[j]! - myY
      if (dx * dx + dy * dy >= sightSquared) continue
      inSight[candidates] = j
      candidates++
    }
    let close = -1
    for (let n = 0; n < candidates; n++) {
      const j = inSight[n]!
      const dx = x[j]! - myX
      const dy = y[j]! - myY
      close += +(dx * dx + dy * dy < closeSquared) & alive[j]!
    }
    const most = close >= crowd ? closeSquared : sightSquared
    let others = 0
    let sumX = 0
    let sumY = 0
    let sumVx = 0
    let sumVy = 0
    let sumFear = 0
    let apartX = 0
    let apartY = 0
    let pressure = 0
    for (let n = 0; n < candidates; n++) {
      const j = inSight[n]!
      const dx = x[j]! - myX
      const dy = y[j]! - myY
      const squared = dx * dx + dy * dy
      if (squared >= most || j === me || alive[j] === 0) continue
      others++
      sumX += dx
      sumY += dy
      sumVx += vx[j]!
      sumVy += vy[j]!
      sumFear += fear[j]!
      if (squared >= spacingSquared) continue
      const nearness = 1 - squared * perSpacing
      const push = nearness * nearness * nearness
      pressure += push
      apartX -= dx * push
      apartY -= dy * push
    }
    seen.count[me] = others
    seen.x[me] = sumX
    seen.y[me] = sumY
    seen.vx[me] = sumVx
    seen.vy[me] = sumVy
    seen.fear[me] = sumFear
    seen.apartX[me] = apartX * perHalfSpacing
    seen.apartY[me] = apartY * perHalfSpacing
    seen.pressure[me] = pressure
  }
}
