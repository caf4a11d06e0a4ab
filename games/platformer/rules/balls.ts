import { HEIGHT, isRock, TILE } from './level.ts'
import type { Thrown } from './things.ts'

/** Pixels a second, per second: snowballs fall more slowly than players do. */
export const BALL_GRAVITY = 520
export const BALL_RADIUS = 4
/** The longest flight. */
export const MOST_FLIGHT_MS = 3000

/** The step of a march. At its fastest, a ball moves a third of a tile in it. */
const MARCH_MS = 8
/** How often the last stretch of a march is halved: to 1/16 ms. */
const HALVINGS = 7
/** How far into rock a ball gets before it bursts. */
const DEPTH = 2

const place = { x: 0, y: 0 }

/** Writes into `at` where a snowball is after this much time since the throw. */
export function placeBall(
  thrown: Readonly<Thrown>,
  ageMs: number,
  at: { x: number; y: number },
): void {
  const age = ageMs / 1000
  at.x = thrown.x + thrown.vx * age
  at.y = thrown.y + thrown.vy * age + (BALL_GRAVITY / 2) * age * age
}

/**
 * How long after the throw a snowball meets rock (planks let it pass) or has fallen out of the level; `MOST_FLIGHT_MS`
 * when neither happens. The number is the same everywhere. It takes a few hundred steps to compute, so keep it.
 */
export function flightMs(thrown: Readonly<Thrown>): number {
  let flownMs = 0
  while (!hasEnded(thrown, flownMs)) {
    flownMs += MARCH_MS
    if (flownMs >= MOST_FLIGHT_MS) return MOST_FLIGHT_MS
  }
  if (flownMs === 0) return 0
  let freeMs = flownMs - MARCH_MS
  for (let i = 0; i < HALVINGS; i++) {
    const middleMs = (freeMs + flownMs) / 2
    if (hasEnded(thrown, middleMs)) flownMs = middleMs
    else freeMs = middleMs
  }
  return flownMs
}

function hasEnded(thrown: Readonly<Thrown>, ageMs: number): boolean {
  placeBall(thrown, ageMs, place)
  const { x, y } = place
  const reach = BALL_RADIUS - DEPTH
  return (
    y > HEIGHT + 64 ||
    isRockAt(x - reach, y) ||
    isRockAt(x + reach, y) ||
    isRockAt(x, y - reach) ||
    isRockAt(x, y + reach)
  )
}

const isRockAt = (x: number, y: number): boolean =>
  isRock(Math.floor(x / TILE), Math.floor(y / TILE))
