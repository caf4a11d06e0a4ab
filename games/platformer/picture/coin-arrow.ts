import { Container, Graphics, GraphicsContext } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { glow } from './glow.ts'
import { GOLD, GOLD_DARK, GOLD_LIT, INK } from './palette.ts'
import type { PipView } from './scene.ts'

interface Place {
  readonly x: number
  readonly y: number
}

/** How far the arrow is from a coin that can be seen, and from the middle of a player whose coin cannot. */
const ABOVE_COIN = 19
const FROM_PLAYER = 54
/** From the feet to the middle of a player. */
const CHEST = 11
/** A coin nearer to the edge than this counts as out of the picture, and the arrow stays this far within it. */
const INSET = 16
/** The arrow is faint when the player is nearer to the coin than the first, and full beyond the second. */
const NEAR = 44
const FAR = 150
const FAINT = 0.3
/** How long the arrow takes to get half-way to where it belongs, and to appear or to go. */
const HALF_SECONDS = 0.07
const FADE_SECONDS = 0.3

/** An arrow that points to the right, with its middle at 0. */
const POINTS = [9, 0, -1, -9, -1, -4, -9, -4, -9, 4, -1, 4, -1, 9]
const ARROW = new GraphicsContext()
  .poly(POINTS)
  .fill(INK)
  .stroke({ color: INK, width: 4.4, join: 'round' })
  .poly(POINTS)
  .fill(GOLD)
  .stroke({ color: GOLD_DARK, width: 1.6, join: 'round' })
  .poly([6, -0.6, 0.6, -6.6, 0.6, -2.8, -7.4, -2.8, -7.4, -0.6])
  .fill({ color: GOLD_LIT, alpha: 0.85 })

/**
 * A golden arrow that shows the way to a coin: above the coin while it is in the picture, fainter as the player comes near, and
 * otherwise beside the player.
 */
export class CoinArrow {
  readonly root: Container = new Container({ visible: false })
  readonly #turned: Container = new Container()
  readonly #arrow: Graphics = new Graphics(ARROW)
  readonly #sight: Sight
  readonly #isCalm: boolean
  #seconds = 0
  #shown = 0
  #toX = 0
  #toY = 0
  #turn = 0

  constructor(sight: Sight) {
    this.#sight = sight
    this.#isCalm = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
    this.#turned.addChild(this.#arrow)
    this.root.addChild(glow(22, GOLD, 0.4), this.#turned)
  }

  /** Call once per frame. `target`: the coin, or null for no arrow. Allocates nothing. */
  show(own: PipView | null, target: Place | null, dtSeconds: number): void {
    this.#seconds += dtSeconds
    const isShown = own !== null && target !== null
    const fade = dtSeconds / FADE_SECONDS
    this.#shown = Math.min(Math.max(this.#shown + (isShown ? fade : -fade), 0), 1)
    const { root } = this
    const wasVisible = root.visible
    root.visible = this.#shown > 0
    if (!own || !target) {
      root.alpha = Math.min(root.alpha, this.#shown)
      return
    }
    const away = Math.abs(target.x - own.x) + Math.abs(target.y - own.y + CHEST)
    if (this.#sight.sees(target.x, target.y, -INSET)) this.#pointDown(target)
    else this.#pointFrom(own, target)
    const share = Math.min(Math.max((away - NEAR) / (FAR - NEAR), 0), 1)
    root.alpha = this.#shown * (FAINT + (1 - FAINT) * share)
    const rest = wasVisible ? 2 ** (-dtSeconds / HALF_SECONDS) : 0
    root.x = this.#toX + (root.x - this.#toX) * rest
    root.y = this.#toY + (root.y - this.#toY) * rest
    const turn = this.#turn - this.#turned.rotation
    // The short way round.
    const short = turn - Math.round(turn / (2 * Math.PI)) * 2 * Math.PI
    this.#turned.rotation += short * (1 - rest)
    this.#arrow.x = this.#isCalm ? 0 : Math.sin(this.#seconds * 5) * 2.2
  }

  #pointDown({ x, y }: Place): void {
    this.#toX = x
    this.#toY = y - ABOVE_COIN
    this.#turn = Math.PI / 2
  }

  #pointFrom(own: PipView, target: Place): void {
    const { left, top, width, height } = this.#sight
    const turn = Math.atan2(target.y - own.y + CHEST, target.x - own.x)
    const x = own.x + Math.cos(turn) * FROM_PLAYER
    const y = own.y - CHEST + Math.sin(turn) * FROM_PLAYER
    this.#toX = Math.min(Math.max(x, left + INSET), left + width - INSET)
    this.#toY = Math.min(Math.max(y, top + INSET), top + height - INSET)
    this.#turn = turn
  }
}
