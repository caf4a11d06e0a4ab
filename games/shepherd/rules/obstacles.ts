import { type Box, FENCES, HEDGES, HEIGHT, PONDS, WIDTH } from './meadow.ts'

/** Something with a place, in units. */
export interface Body {
  x: number
  y: number
}

/** The largest radius of a body that walks here, in units. */
export const MOST_RADIUS = 16

const BOXES: readonly Box[] = [...FENCES, ...HEDGES]
/** How many obstacles there are. */
export const OBSTACLES: number = BOXES.length + PONDS.length
/** Boxes: left, top, right, bottom. Then ponds: their middle and half axes. */
const SHAPES = shapes()

/** The meadow in squares. Most of them have no obstacle near, and cost nothing. */
const SQUARE = 48
const COLUMNS = Math.ceil(WIDTH / SQUARE)
const ROWS = Math.ceil(HEIGHT / SQUARE)
/** An obstacle this near to a square may touch a body in it, or one that another obstacle has just pushed out of it. */
const NEAR = 2 * MOST_RADIUS
/** The obstacles near square n: those of `LISTED` from `FIRST[n]` to `FIRST[n + 1]`. */
const FIRST = new Uint16Array(COLUMNS * ROWS + 1)
const LISTED = listed()
/** In a corner, a body that leaves one wall may have to leave the other once more. */
const PASSES = 3

/**
 * Moves a round body out of fences, hedges and ponds and back onto the meadow, the shortest way. Returns true when it
 * had to. `radius`: up to `MOST_RADIUS` units. A body that moves less than `radius` plus half a fence in one go passes
 * through nothing. Pure and exact on every engine (a square root at most). Free of allocation. For `move` and for
 * steps.
 */
export function pushOut(body: Body, radius: number): boolean {
  let isMoved = keepOnMeadow(body, radius)
  const square = squareAt(body.x, body.y)
  const end = FIRST[square + 1]!
  for (let pass = 0; pass < PASSES; pass++) {
    let isFree = true
    for (let k = FIRST[square]!; k < end; k++) {
      const at = LISTED[k]!
      if (at < BOXES.length ? leaveBox(body, radius, at) : leavePond(body, radius, at))
        isFree = false
    }
    if (isFree) break
    isMoved = true
  }
  return isMoved
}

/**
 * How far a place is from the nearest obstacle or the meadow's edge, in units; below 0 inside. For a pond, this is an
 * approximation. It looks at all obstacles, so use it to set things up, and for tests.
 */
export function roomAround(x: number, y: number): number {
  let least = Math.min(x, y, WIDTH - x, HEIGHT - y)
  for (let at = 0; at < OBSTACLES; at++) least = Math.min(least, clearance(at, x, y))
  return least
}

/** How far a place is from one obstacle, numbered from 0; see `roomAround`. */
export function clearance(obstacle: number, x: number, y: number): number {
  const a = SHAPES[4 * obstacle]!
  const b = SHAPES[4 * obstacle + 1]!
  const c = SHAPES[4 * obstacle + 2]!
  const d = SHAPES[4 * obstacle + 3]!
  if (obstacle >= BOXES.length) {
    const away = Math.sqrt(((x - a) / c) ** 2 + ((y - b) / d) ** 2)
    return (away - 1) * (away < 1 ? Math.min(c, d) : Math.hypot(x - a, y - b) / away)
  }
  const outX = Math.max(a - x, x - c)
  const outY = Math.max(b - y, y - d)
  return outX > 0 && outY > 0 ? Math.hypot(outX, outY) : Math.max(outX, outY)
}

function keepOnMeadow(body: Body, radius: number): boolean {
  let isMoved = true
  if (body.x < radius) body.x = radius
  else if (body.x > WIDTH - radius) body.x = WIDTH - radius
  else isMoved = false
  if (body.y < radius) body.y = radius
  else if (body.y > HEIGHT - radius) body.y = HEIGHT - radius
  else return isMoved
  return true
}

function leaveBox(body: Body, radius: number, at: number): boolean {
  const left = SHAPES[4 * at]!
  const top = SHAPES[4 * at + 1]!
  const right = SHAPES[4 * at + 2]!
  const bottom = SHAPES[4 * at + 3]!
  const { x, y } = body
  const nearX = x < left ? left : x > right ? right : x
  const nearY = y < top ? top : y > bottom ? bottom : y
  const dx = x - nearX
  const dy = y - nearY
  const squared = dx * dx + dy * dy
  if (squared >= radius * radius) return false
  if (squared > 0) {
    const by = radius / Math.sqrt(squared)
    body.x = nearX + dx * by
    body.y = nearY + dy * by
    return true
  }
  const least = Math.min(x - left, right - x, y - top, bottom - y)
  if (least === x - left) body.x = left - radius
  else if (least === right - x) body.x = right + radius
  else if (least === y - top) body.y = top - radius
  else body.y = bottom + radius
  return true
}

/** A body as wide as `radius` meets a pond where its middle meets a pond with axes longer by `radius`. */
function leavePond(body: Body, radius: number, at: number): boolean {
  const middleX = SHAPES[4 * at]!
  const middleY = SHAPES[4 * at + 1]!
  const dx = body.x - middleX
  const dy = body.y - middleY
  const alongX = dx / (SHAPES[4 * at + 2]! + radius)
  const alongY = dy / (SHAPES[4 * at + 3]! + radius)
  const squared = alongX * alongX + alongY * alongY
  if (squared >= 1) return false
  if (squared > 0) {
    const by = 1 / Math.sqrt(squared)
    body.x = middleX + dx * by
    body.y = middleY + dy * by
  } else body.y = middleY + SHAPES[4 * at + 3]! + radius
  return true
}

function squareAt(x: number, y: number): number {
  return Math.floor(y / SQUARE) * COLUMNS + Math.floor(x / SQUARE)
}

function shapes(): Float64Array {
  const boxes = BOXES.map(({ x, y, width, height }) => [x, y, x + width, y + height])
  return Float64Array.from([...boxes, ...PONDS.map(({ x, y, rx, ry }) => [x, y, rx, ry])].flat())
}

function listed(): Uint8Array {
  const list: number[] = []
  for (let n = 0; n < COLUMNS * ROWS; n++) {
    FIRST[n] = list.length
    const x = (n % COLUMNS) * SQUARE
    const y = Math.floor(n / COLUMNS) * SQUARE
    for (let at = 0; at < OBSTACLES; at++) if (isNear(at, x, y)) list.push(at)
  }
  FIRST[COLUMNS * ROWS] = list.length
  return Uint8Array.from(list)
}

/** Whether the rectangle around an obstacle comes near a square. */
function isNear(at: number, x: number, y: number): boolean {
  const a = SHAPES[4 * at]!
  const b = SHAPES[4 * at + 1]!
  const c = SHAPES[4 * at + 2]!
  const d = SHAPES[4 * at + 3]!
  const isBox = at < BOXES.length
  const [left, right] = isBox ? [a, c] : [a - c, a + c]
  const [top, bottom] = isBox ? [b, d] : [b - d, b + d]
  const isBeside = x > right + NEAR || x + SQUARE < left - NEAR
  return !isBeside && y <= bottom + NEAR && y + SQUARE >= top - NEAR
}
