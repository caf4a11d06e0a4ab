import { sprites } from 'glissade/pixi'
import { Container, Graphics, GraphicsContext } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { touches } from '../rules/coins.ts'
import type { Bits } from './bits.ts'
import { glow } from './glow.ts'
import { GOLD, GOLD_DARK, GOLD_LIT } from './palette.ts'
import type { CoinView, PipView, RoundView, Scene, SceneGame } from './scene.ts'

const RADIUS = 5
/**
 * A coin that the page's own player touches is hidden at once. If the server does not agree, the coin is back after
 * this time.
 */
const HIDDEN_SECONDS = 1.5
/** How many of the last touches are remembered, so that no coin sparkles twice. */
const TOUCHES = 8

const DISC = new GraphicsContext()
  .circle(0, 0, RADIUS + 0.7)
  .fill(GOLD_DARK)
  .circle(0, 0, RADIUS)
  .fill(GOLD)
  .circle(-0.5, -0.5, RADIUS - 1.5)
  .fill(GOLD_LIT)
  .circle(0, 0, RADIUS - 1.7)
  .fill(0xf7bb3d)
  .star(0, 0.1, 5, 2.5, 1.15)
  .fill(GOLD_LIT)
const EDGE = new GraphicsContext()
  .roundRect(-1.1, -RADIUS - 0.4, 2.2, RADIUS * 2 + 0.8, 1)
  .fill(GOLD_DARK)
const GLINT = new GraphicsContext().star(2.2, -2.4, 4, 2.8, 0.6).fill(0xffffff)
/** A coin that turns and bobs. */
class CoinSprite extends Container {
  readonly #disc: Graphics = new Graphics(DISC)
  readonly #glint: Graphics = new Graphics(GLINT)
  readonly #spun: Container = new Container()
  /** How long the coin will still be hidden. */
  hiddenSeconds = 0
  wasTouched = false

  constructor() {
    super()
    this.#spun.addChild(new Graphics(EDGE), this.#disc, this.#glint)
    this.addChild(glow(15, GOLD, 0.5), this.#spun)
  }

  /** Neighbouring coins turn one after the other. */
  turn(x: number, seconds: number): void {
    const turn = seconds * 2.7 - x * 0.021
    const wide = Math.abs(Math.cos(turn))
    this.#disc.scale.x = wide
    this.#spun.y = Math.sin(seconds * 2.1 - x * 0.03) * 1.6
    const shine = Math.max(Math.sin(turn * 2 + 0.6) - 0.86, 0) / 0.14
    this.#glint.visible = shine > 0
    this.#glint.scale.set(shine)
  }
}

/** The coins of a scene. */
export class CoinSprites {
  readonly root: Container = new Container()
  /** The page's own player. While a round runs, its touch shows without an answer of the server. */
  own: PipView | null = null
  readonly #sight: Sight
  readonly #bits: Bits
  readonly #rounds: readonly RoundView[]
  readonly #touches: { x: number; y: number; atSeconds: number }[] = []
  #nextTouch = 0
  #seconds = 0
  /** Destroys it. */
  readonly close: () => void

  constructor(scene: Scene, sight: Sight, bits: Bits) {
    this.#sight = sight
    this.#bits = bits
    this.#rounds = scene.entities('round')
    for (let i = 0; i < TOUCHES; i++) this.#touches.push({ x: 0, y: 0, atSeconds: -9 })
    this.close = sprites<SceneGame, 'coin', CoinSprite>(
      this.root,
      scene,
      'coin',
      () => new CoinSprite(),
      (sprite, coin, dtSeconds) => this.#show(sprite, coin, dtSeconds),
    )
  }

  /** Somebody has taken a coin, by the server's word. The coin sparkles, unless it has done so already. */
  taken(x: number, y: number, isMine: boolean): void {
    if (isMine)
      for (let i = 0; i < TOUCHES; i++) {
        const touch = this.#touches[i]
        if (!touch || Math.abs(touch.x - x) > 1 || Math.abs(touch.y - y) > 1) continue
        if (this.#seconds - touch.atSeconds < 3) return
      }
    if (this.#sight.sees(x, y, 20)) this.#bits.sparkle(x, y, isMine)
  }

  /** Call once per frame, before the scene's sprites. */
  pass(dtSeconds: number): void {
    this.#seconds += dtSeconds
  }

  #show(sprite: CoinSprite, coin: CoinView, dtSeconds: number): void {
    const { own } = this
    const isTouched = own !== null && this.#rounds[0]?.phase === 'run' && touches(own, coin)
    if (isTouched && !sprite.wasTouched) this.#touch(sprite, coin)
    sprite.wasTouched = isTouched
    sprite.hiddenSeconds -= dtSeconds
    sprite.visible = sprite.hiddenSeconds <= 0 && this.#sight.sees(coin.x, coin.y, 14)
    if (sprite.visible) sprite.turn(coin.x, this.#seconds)
  }

  #touch(sprite: CoinSprite, coin: CoinView): void {
    sprite.hiddenSeconds = HIDDEN_SECONDS
    const touch = this.#touches[this.#nextTouch]
    this.#nextTouch = (this.#nextTouch + 1) % TOUCHES
    if (touch) {
      touch.x = coin.x
      touch.y = coin.y
      touch.atSeconds = this.#seconds
    }
    this.#bits.sparkle(coin.x, coin.y, true)
  }
}
