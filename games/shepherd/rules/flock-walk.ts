import type { Ground } from './flock-ground.ts'
import { RUN_SPEED, type Sheep } from './flock-sheep.ts'
import { PENS } from './meadow.ts'
import { STEP_SECONDS } from './steps.ts'

/** The share of the way to its wanted speed that a sheep gets in a step: calm, and more in panic. */
const NIMBLE = 0.14
const NIMBLE_IN_PANIC = 0.14
/** A sheep that wants to stand and is slower than this stands, in units per second. */
const STOP_SPEED = 4
/** A sheep in a pen leaves it only with more fear than this. */
const AT_HOME = 0.4

/**
 * This is a class of its own, because V8 boxes the numbers of a bare `{ x, y }` once any other one in the program has
 * held something else.
 */
class Spot {
  x = 0.5
  y = 0.5
}

/** Scratch of `walk`. */
const body = new Spot()

/** Moves all sheep on by a step, towards the speed they want, and out of walls. Free of allocation. */
export function walk(sheep: Sheep, ground: Ground, wishX: Float64Array, wishY: Float64Array): void {
  const { count, alive, vx, vy, fear } = sheep
  for (let i = 0; i < count; i++) {
    if (alive[i] === 0) continue
    const wantX = wishX[i]!
    const wantY = wishY[i]!
    let speedX = vx[i]!
    let speedY = vy[i]!
    if (wantX === 0 && wantY === 0) {
      if (speedX === 0 && speedY === 0) continue
      if (speedX * speedX + speedY * speedY < STOP_SPEED * STOP_SPEED) {
        vx[i] = 0
        vy[i] = 0
        continue
      }
    }
    const nimble = NIMBLE + NIMBLE_IN_PANIC * fear[i]!
    speedX += (wantX - speedX) * nimble
    speedY += (wantY - speedY) * nimble
    vx[i] = speedX
    vy[i] = speedY
    body.x = sheep.x[i]! + speedX * STEP_SECONDS
    body.y = sheep.y[i]! + speedY * STEP_SECONDS
    place(sheep, ground, i)
  }
}

/** Puts a sheep at the place of `body`, as far as walls and its pen allow. */
function place(sheep: Sheep, ground: Ground, i: number): void {
  const { x, y, vx, vy, pen } = sheep
  let tile = ground.tileUnder(body)
  // Beyond the edge there is no tile at all.
  if (ground.isTight[tile] !== 0 && ground.keepIn(body)) {
    const movedX = (body.x - x[i]!) / STEP_SECONDS
    const movedY = (body.y - y[i]!) / STEP_SECONDS
    const by = RUN_SPEED / Math.max(Math.sqrt(movedX * movedX + movedY * movedY), RUN_SPEED)
    vx[i] = movedX * by
    vy[i] = movedY * by
    tile = ground.tileUnder(body)
  }
  const penned = isInPen(ground.penNear[tile]!) ? ground.penNear[tile]! : 0
  if (pen[i] !== 0 && penned !== pen[i] && sheep.fear[i]! < AT_HOME) {
    vx[i] = 0
    vy[i] = 0
    return
  }
  pen[i] = penned
  x[i] = body.x
  y[i] = body.y
}

/** Whether `body` is in a pen, by its number in `PENS` plus one. False for 0. */
function isInPen(number: number): boolean {
  if (number === 0) return false
  const { x, y, width, height } = PENS[number - 1]!
  return body.x > x && body.x < x + width && body.y > y && body.y < y + height
}
