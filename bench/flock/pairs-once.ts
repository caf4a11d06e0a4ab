import { CLOSE, CROWD, type Look, SIGHT, SPACING } from '../../games/shepherd/rules/flock-look.ts'
import type { Sheep } from '../../games/shepherd/rules/flock-sheep.ts'

/** Scratch of `lookOnce`: the second of each pair in sight, the first ones in turn; where the pairs of each first end. */
let seconds = new Int32Array(0)
let ends = new Int32Array(0)
/** How many are close to each. */
let close = new Int32Array(0)

/**
 * What `lookAtAll` finds, with the distance of each pair taken once: N x (N - 1) / 2 of them, noted for both ends. Keeps
 * room for all pairs to be in sight.
 */
export const lookOnce: Look = (sheep, _grid, seen) => {
  const { count } = sheep
  if (ends.length !== count) {
    seconds = new Int32Array((count * (count - 1)) / 2)
    ends = new Int32Array(count)
    close = new Int32Array(count)
  }
  findPairs(sheep)
  countClose(sheep)
  const { x, y, vx, vy, fear, apartX, apartY, pressure } = seen
  for (const column of [seen.count, x, y, vx, vy, fear, apartX, apartY, pressure]) column.fill(0)
  const crowd = CROWD
  const closeSquared = CLOSE * CLOSE
  const spacingSquared = SPACING * SPACING
  const perSpacing = 1 / spacingSquared
  const perHalfSpacing = 2 / SPACING
  const [others, to, until] = [seconds, close, ends]
  let n = 0
  for (let i = 0; i < count; i++) {
    const end = until[i]!
    for (; n < end; n++) {
      const j = others[n]!
      const dx = sheep.x[j]! - sheep.x[i]!
      const dy = sheep.y[j]! - sheep.y[i]!
      const squared = dx * dx + dy * dy
      const isClose = squared < closeSquared
      const nearness = 1 - squared * perSpacing
      const push = squared < spacingSquared ? perHalfSpacing * nearness * nearness * nearness : 0
      if (isClose || to[i]! < crowd) {
        seen.count[i] = seen.count[i]! + 1
        x[i] = x[i]! + dx
        y[i] = y[i]! + dy
        vx[i] = vx[i]! + sheep.vx[j]!
        vy[i] = vy[i]! + sheep.vy[j]!
        fear[i] = fear[i]! + sheep.fear[j]!
        apartX[i] = apartX[i]! - dx * push
        apartY[i] = apartY[i]! - dy * push
        pressure[i] = pressure[i]! + push / perHalfSpacing
      }
      if (isClose || to[j]! < crowd) {
        seen.count[j] = seen.count[j]! + 1
        x[j] = x[j]! - dx
        y[j] = y[j]! - dy
        vx[j] = vx[j]! + sheep.vx[i]!
        vy[j] = vy[j]! + sheep.vy[i]!
        fear[j] = fear[j]! + sheep.fear[i]!
        apartX[j] = apartX[j]! + dx * push
        apartY[j] = apartY[j]! + dy * push
        pressure[j] = pressure[j]! + push / perHalfSpacing
      }
    }
  }
}

function findPairs({ count, alive, x, y }: Sheep): void {
  const [noted, until] = [seconds, ends]
  const sightSquared = SIGHT * SIGHT
  let pairs = 0
  for (let i = 0; i < count; i++) {
    const myX = x[i]!
    const myY = y[i]!
    const end = alive[i] === 0 ? 0 : count
    for (let j = i + 1; j < end; j++) {
      const dx = x[j]! - myX
      const dy = y[j]! - myY
      if (dx * dx + dy * dy >= sightSquared || alive[j] === 0) continue
      noted[pairs] = j
      pairs++
    }
    until[i] = pairs
  }
}

function countClose({ count, x, y }: Sheep): void {
  const [others, to, until] = [seconds, close, ends]
  const closeSquared = CLOSE * CLOSE
  to.fill(0)
  let n = 0
  for (let i = 0; i < count; i++) {
    const end = until[i]!
    for (; n < end; n++) {
      const j = others[n]!
      const dx = x[j]! - x[i]!
      const dy = y[j]! - y[i]!
      const isClose = +(dx * dx + dy * dy < closeSquared)
      to[i] = to[i]! + isClose
      to[j] = to[j]! + isClose
    }
  }
}
