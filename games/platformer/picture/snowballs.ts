import { sprites } from 'glissade/pixi'
import { Container, Graphics, GraphicsContext } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { BALL_RADIUS, touchesBody } from '../rules/balls.ts'
import type { Bits } from './bits.ts'
import { SNOW, SNOW_SHADE } from './palette.ts'
import type { BallView, PipView, Scene, SceneGame } from './scene.ts'

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

class BallSprite extends Graphics {
  sinceTrailMs = 0
  hasBurst = false
}

/**
 * The snowballs of a scene. The page's own balls burst where they meet a player on display, before the server says so: it judges
 * a ball by what this page shows.
 */
export class Snowballs {
  readonly root: Container = new Container()
  readonly #sight: Sight
  readonly #bits: Bits
  readonly #pips: readonly PipView[]
  /** Destroys it. */
  readonly close: () => void

  constructor(scene: Scene, sight: Sight, bits: Bits) {
    this.#sight = sight
    this.#bits = bits
    this.#pips = scene.entities('pip')
    this.close = sprites<SceneGame, 'ball', BallSprite>(
      this.root,
      scene,
      'ball',
      () => new BallSprite(BALL),
      (sprite, ball, dtSeconds) => this.#show(sprite, ball, dtSeconds),
      (sprite, ball) => this.#end(sprite, ball),
    )
  }

  /** A ball that flew with this speed bursts at somebody. */
  burst(x: number, y: number, vx: number): void {
    if (this.#sight.sees(x, y, 30)) this.#bits.burst(x, y, vx, 0, 1)
  }

  #show(sprite: BallSprite, ball: BallView, dtSeconds: number): void {
    if (!sprite.hasBurst && ball.mine) this.#meet(sprite, ball)
    sprite.visible = !sprite.hasBurst && this.#sight.sees(ball.x, ball.y, 8)
    if (!sprite.visible) return
    sprite.rotation += (ball.vx * dtSeconds) / (BALL_RADIUS * 2.2)
    sprite.sinceTrailMs += dtSeconds * 1000
    if (sprite.sinceTrailMs < TRAIL_MS) return
    sprite.sinceTrailMs = 0
    this.#bits.trail(ball.x, ball.y)
  }

  #meet(sprite: BallSprite, ball: BallView): void {
    if (ball.isOver) return this.#crumble(sprite, ball)
    for (let i = 0; i < this.#pips.length; i++) {
      const pip = this.#pips[i]
      if (!pip || pip.mine || !touchesBody(ball, pip)) continue
      sprite.hasBurst = true
      return this.burst(ball.x, ball.y, ball.vx)
    }
  }

  /** A ball leaves. One that was never confirmed leaves no burst. */
  #end(sprite: BallSprite, ball: BallView): void {
    if (!sprite.hasBurst && ball.id >= 0) this.#crumble(sprite, ball)
  }

  #crumble(sprite: BallSprite, { x, y, vx }: BallView): void {
    sprite.hasBurst = true
    if (this.#sight.sees(x, y, 30)) this.#bits.burst(x, y, -vx * 0.4, -40, 0.15)
  }
}
