import type { PlayerOf, WorldOf } from 'glissade/server'
import type { platformer } from '../game.ts'
import { BALL_RADIUS, flightMs, placeBall } from './balls.ts'
import { BODY_HEIGHT, HALF_WIDTH } from './body.ts'
import type { Thrown } from './things.ts'

/** A snowball in the air. */
export interface Flight {
  readonly thrown: Thrown
  /** The thrower's player number. */
  readonly by: number
  /** The room's time of the throw. */
  readonly thrownMs: number
  /** How long the ball flies, if it hits nobody. */
  readonly endMs: number
}

/** The most snowballs that a room judges at a time. For a further one, the oldest goes. */
export const MOST_FLIGHTS = 64

/** The speed that a hit gives to the player whom it hits, in pixels a second. */
const KNOCK_ACROSS = 220
const KNOCK_UP = 170

/** The world of the platformer, as the server's functions get it, with the snowballs in the air. */
export type Snow = WorldOf<typeof platformer, { readonly flights: Flight[] }>

const from = { x: 0, y: 0 }
const to = { x: 0, y: 0 }

/**
 * Begins a flight. It starts now in the room's time, not at the stamp of the input that threw it: the server judges by
 * where it has everybody now. It applies the input as it comes, so apart from jitter on the way, the input belongs to
 * this moment.
 */
export function startFlight(
  world: Snow,
  data: Readonly<Thrown>,
  by: PlayerOf<typeof platformer> | null,
): void {
  const { flights } = world.state
  if (flights.length >= MOST_FLIGHTS) flights.shift()
  flights.push({ thrown: data, by: by?.id ?? 0, thrownMs: world.timeMs, endMs: flightMs(data) })
}

/** Moves all snowballs of a room on by a step, and knocks back players whom they meet on the way. */
export function judgeFlights(world: Snow, stepMs: number): void {
  const { flights } = world.state
  for (let i = flights.length - 1; i >= 0; i--) {
    const flight = flights[i]
    if (flight && (hits(world, flight, stepMs) || isOver(world, flight))) flights.splice(i, 1)
  }
}

const isOver = (world: Snow, { thrownMs, endMs }: Flight): boolean =>
  world.timeMs - thrownMs >= endMs

function hits(world: Snow, { thrown, by, thrownMs, endMs }: Flight, stepMs: number): boolean {
  const ageMs = Math.min(world.timeMs - thrownMs, endMs)
  placeBall(thrown, Math.max(ageMs - stepMs, 0), from)
  placeBall(thrown, ageMs, to)
  const pips = world.entities('pip')
  let first = 2
  let victim: (typeof pips)[number] | undefined
  for (let i = 0; i < pips.length; i++) {
    const pip = pips[i]
    if (!pip || pip.owner === by || pip.owner === null) continue
    const along = meeting(pip.x, pip.y - BODY_HEIGHT / 2)
    if (along >= first) continue
    first = along
    victim = pip
  }
  if (!victim) return false
  world.emit('splat', {
    x: from.x + (to.x - from.x) * first,
    y: from.y + (to.y - from.y) * first,
    thrower: by,
    victim: victim.owner ?? 0,
    ball: thrown.ball,
  })
  victim.vx = thrown.vx < 0 ? -KNOCK_ACROSS : KNOCK_ACROSS
  victim.vy = -KNOCK_UP
  victim.grounded = false
  victim.platform = 0
  victim.rising = false
  victim.coyoteMs = 0
  return true
}

/** How far along the way from `from` to `to`, from 0 to 1, a ball meets a body with this middle; 2 if it does not. */
function meeting(x: number, y: number): number {
  let enter = 0
  let exit = 1
  const halfWidth = HALF_WIDTH + BALL_RADIUS
  const halfHeight = BODY_HEIGHT / 2 + BALL_RADIUS
  const dx = to.x - from.x
  const dy = to.y - from.y
  if (dx === 0) {
    if (Math.abs(from.x - x) > halfWidth) return 2
  } else {
    const side = dx > 0 ? halfWidth : -halfWidth
    enter = Math.max(enter, (x - side - from.x) / dx)
    exit = Math.min(exit, (x + side - from.x) / dx)
  }
  if (dy === 0) {
    if (Math.abs(from.y - y) > halfHeight) return 2
  } else {
    const side = dy > 0 ? halfHeight : -halfHeight
    enter = Math.max(enter, (y - side - from.y) / dy)
    exit = Math.min(exit, (y + side - from.y) / dy)
  }
  return enter <= exit ? enter : 2
}
