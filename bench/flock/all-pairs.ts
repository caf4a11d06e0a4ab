import { CLOSE, CROWD, type Look, SIGHT, SPACING } from '../../games/shepherd/flock-look.ts'

/**
 * What `lookAround` finds, found without a grid: every sheep looks at every other. Written apart from it, so that tests
 * may hold the one to the other; and with as much care, so that what is compared is the way to search.
 */
export const lookAtAll: Look = ({ count, alive, x, y, vx, vy, fear }, _grid, seen) => {
  const { found } = seen
  const sightSquared = SIGHT * SIGHT
  for (let me = 0; me < count; me++) {
    if (alive[me] === 0) continue
    const myX = x[me]!
    const myY = y[me]!
    let inSight = 0
    for (let j = 0; j < count; j++) {
      const dx = x[j]! - myX
      const dy = y[j]! - myY
      if (dx * dx + dy * dy >= sightSquared) continue
      found[inSight] = j
      inSight++
    }
    let close = -1
    for (let n = 0; n < inSight; n++) {
      const j = found[n]!
      if ((x[j]! - myX) ** 2 + (y[j]! - myY) ** 2 < CLOSE * CLOSE && alive[j] === 1) close++
    }
    const most = close >= CROWD ? CLOSE * CLOSE : sightSquared
    let others = 0
    let sumX = 0
    let sumY = 0
    let sumVx = 0
    let sumVy = 0
    let sumFear = 0
    let apartX = 0
    let apartY = 0
    let pressure = 0
    for (let n = 0; n < inSight; n++) {
      const j = found[n]!
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
      if (squared >= SPACING * SPACING) continue
      const push = (1 - squared / (SPACING * SPACING)) ** 3
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
    seen.apartX[me] = (2 * apartX) / SPACING
    seen.apartY[me] = (2 * apartY) / SPACING
    seen.pressure[me] = pressure
  }
}
