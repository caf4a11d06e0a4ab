import { Container, Graphics, GraphicsContext } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { BALL_RADIUS, flightMs, placeBall } from '../rules/balls.ts'
import type { Flight } from '../rules/flights.ts'
import type { Thrown } from '../rules/things.ts'
import type { Bits } from './bits.ts'
import { SNOW, SNOW_SHADE } from './palette.ts'

/**
 * How long a ball's name is remembered after the throw: longer than any flight, and shorter than names take to recur.
 */
const REMEMBERED_MS = 8000
const TRAIL_MS = 34

const BALL = new GraphicsContext()
  .circle(0, 0, BALL_RADIUS + 0.6)
  .fill(0x8fa9d8)
  .circle(0, 0, BALL_RADIUS)
  .fill(SNOW)
  .circle(1.5, 1.1, 0.8)
  .circle(-1.4, 1.6, 0.6)
  .circle(-0.5, -1.8, 0.7)
  .fill(SNOW_SHADE)

/** A ball that flies, one that has ended and whose name is still remembered, or one whose throw is yet to come. */
interface Ball {
  readonly shape: Graphics
  /** The flight's data. It is a copy, because the event's own object is lent. */
  readonly thrown: Thrown
  by: number
  ageMs: number
  endMs: number
  sinceTrailMs: number
  isFlying: boolean
  /** Whether the server reported the hit before the throw was known. */
  isAwaited: boolean
  /** Whether the ball was among the flights of this frame. */
  isListed: boolean
}

/**
 * The snowballs in the air. A ball is known by its thrower and its number, and no two with the same name fly at a time.
 * It ends by itself where it meets the level, or at the server's word where it has hit somebody. All times count from
 * when the throw was seen, so the page's own balls and those of others are alike.
 */
export class Snowballs {
  readonly root: Container = new Container()
  readonly #bits: Bits
  readonly #sight: Sight
  readonly #balls: Ball[] = []
  readonly #at = { x: 0, y: 0 }

  constructor(sight: Sight, bits: Bits) {
    this.#sight = sight
    this.#bits = bits
  }

  /** How many are in the air. */
  get flying(): number {
    let count = 0
    for (let i = 0; i < this.#balls.length; i++) if (this.#balls[i]?.isFlying) count++
    return count
  }

  /** A ball leaves a hand. */
  launch(thrown: Readonly<Thrown>, by: number): void {
    const known = this.#find(by, thrown.ball)
    if (known?.isFlying) return
    // The ball was thrown and has hit already. A ball that has ended is no obstacle: a server that restarts counts from
    // the beginning.
    if (known?.isAwaited) known.isAwaited = false
    else this.#begin(known ?? this.#free(), thrown, by)
  }

  /** A ball was never thrown: the throw that was shown had been predicted wrongly. */
  takeBack({ ball }: Readonly<Thrown>, by: number): void {
    const known = this.#find(by, ball)
    if (known?.isFlying) this.#end(known)
  }

  /** A ball has hit somebody, by the server's word. `x`, `y`: where to draw the hit. */
  splat(thrower: number, ball: number, x: number, y: number): void {
    const hit = this.#find(thrower, ball)
    const vx = hit?.thrown.vx ?? 0
    if (hit) this.#end(hit)
    // The throw may still come. Its ball has ended already.
    else {
      const awaited = this.#free()
      this.#name(awaited, thrower, ball)
      awaited.isAwaited = true
    }
    if (this.#sight.sees(x, y, 30)) this.#bits.burst(x, y, vx, 0, 1)
  }

  /** Draws these flights and no others, for a scene without events. Call once per frame, before `fly`. */
  list(flights: readonly Flight[]): void {
    for (let i = 0; i < this.#balls.length; i++) {
      const ball = this.#balls[i]
      if (ball) ball.isListed = false
    }
    for (let i = 0; i < flights.length; i++) {
      const flight = flights[i]
      if (!flight) continue
      const ball =
        this.#find(flight.by, flight.thrown.ball) ??
        this.#begin(this.#free(), flight.thrown, flight.by)
      ball.isListed = true
    }
    for (let i = 0; i < this.#balls.length; i++) {
      const ball = this.#balls[i]
      if (!ball?.isFlying || ball.isListed) continue
      this.#end(ball)
      this.#burst(ball, 0.6)
    }
  }

  /** Call once per frame. */
  fly(dtSeconds: number): void {
    for (let i = 0; i < this.#balls.length; i++) {
      const ball = this.#balls[i]
      if (!ball || ball.by < 0) continue
      ball.ageMs += dtSeconds * 1000
      if (!ball.isFlying) {
        if (ball.ageMs > REMEMBERED_MS) ball.by = -1
      } else if (ball.ageMs >= ball.endMs) {
        ball.ageMs = ball.endMs
        this.#end(ball)
        this.#burst(ball, 0.15)
      } else this.#move(ball, dtSeconds)
    }
  }

  #move(ball: Ball, dtSeconds: number): void {
    const at = this.#at
    placeBall(ball.thrown, ball.ageMs, at)
    const { shape } = ball
    shape.visible = this.#sight.sees(at.x, at.y, 8)
    if (!shape.visible) return
    shape.position.set(at.x, at.y)
    shape.rotation += (ball.thrown.vx * dtSeconds) / (BALL_RADIUS * 2.2)
    ball.sinceTrailMs += dtSeconds * 1000
    if (ball.sinceTrailMs < TRAIL_MS) return
    ball.sinceTrailMs = 0
    this.#bits.trail(at.x, at.y)
  }

  #begin(ball: Ball, thrown: Readonly<Thrown>, by: number): Ball {
    this.#name(ball, by, thrown.ball)
    ball.thrown.x = thrown.x
    ball.thrown.y = thrown.y
    ball.thrown.vx = thrown.vx
    ball.thrown.vy = thrown.vy
    ball.endMs = flightMs(thrown)
    ball.sinceTrailMs = 0
    ball.isFlying = true
    return ball
  }

  #end(ball: Ball): void {
    ball.isFlying = false
    ball.shape.visible = false
  }

  #burst(ball: Ball, strength: number): void {
    const at = this.#at
    placeBall(ball.thrown, ball.ageMs, at)
    if (this.#sight.sees(at.x, at.y, 30))
      this.#bits.burst(at.x, at.y, -ball.thrown.vx * 0.4, -40, strength)
  }

  #name(ball: Ball, by: number, number: number): void {
    ball.by = by
    ball.thrown.ball = number
    ball.ageMs = 0
    ball.isAwaited = false
  }

  #find(by: number, number: number): Ball | undefined {
    for (let i = 0; i < this.#balls.length; i++) {
      const ball = this.#balls[i]
      if (ball && ball.by === by && ball.thrown.ball === number) return ball
    }
    return undefined
  }

  #free(): Ball {
    for (let i = 0; i < this.#balls.length; i++) {
      const ball = this.#balls[i]
      if (ball && ball.by < 0) return ball
    }
    const shape = new Graphics(BALL)
    shape.visible = false
    this.root.addChild(shape)
    const ball: Ball = {
      shape,
      thrown: { x: 0, y: 0, vx: 0, vy: 0, ball: 0 },
      by: -1,
      ageMs: 0,
      endMs: 0,
      sinceTrailMs: 0,
      isFlying: false,
      isAwaited: false,
      isListed: false,
    }
    this.#balls.push(ball)
    return ball
  }
}
