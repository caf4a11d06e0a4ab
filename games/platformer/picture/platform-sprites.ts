import { sprites } from 'glissade/pixi'
import { Container, Graphics, GraphicsContext } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { PLATFORMS, type Way } from '../rules/platforms.ts'
import { glow } from './glow.ts'
import { INK, LIGHT, SNOW, SNOW_LIT, SNOW_SHADE, WOOD, WOOD_DARK, WOOD_LIT } from './palette.ts'
import type { PlatformView, Scene, SceneGame } from './scene.ts'

const LANTERN = new GraphicsContext()
  .rect(-0.4, 0, 0.8, 4)
  .fill(INK)
  .roundRect(-3, 3.6, 6, 1.6, 0.8)
  .fill(INK)
  .roundRect(-2.6, 4.6, 5.2, 6.4, 1.6)
  .fill(INK)
  .roundRect(-1.7, 5.3, 3.4, 4.8, 1)
  .fill(LIGHT)

const logs = new Map<number, GraphicsContext>()
let ways: GraphicsContext[] | undefined

/** A platform of snowy planks with a lantern under it. */
class PlatformSprite extends Container {
  readonly #lantern: Container = new Container()
  #x: number
  #swing = 0
  #swingSpeed = 0

  constructor(platform: PlatformView) {
    super()
    this.#x = platform.x
    this.#lantern.y = 8.5
    const light = glow(30, LIGHT, 0.75)
    light.y = 8
    this.#lantern.addChild(light, new Graphics(LANTERN))
    this.addChild(this.#lantern, new Graphics(logOf(PLATFORMS[platform.index]?.half ?? 24)))
  }

  /** The lantern is a pendulum that the platform's own movement pushes. */
  sway(x: number, dtSeconds: number): void {
    const way = Math.max(-6, Math.min(x - this.#x, 6))
    this.#x = x
    this.#swing += way * 0.035
    const pieces = Math.min(Math.ceil(dtSeconds / 0.016), 8)
    for (let i = 0; i < pieces; i++) {
      const dt = dtSeconds / pieces
      this.#swingSpeed += (-38 * this.#swing - 3.2 * this.#swingSpeed) * dt
      this.#swing += this.#swingSpeed * dt
    }
    this.#swing = Math.max(-0.7, Math.min(this.#swing, 0.7))
    this.#lantern.rotation = this.#swing
  }
}

/** The moving platforms of a scene, and their ways. */
export class PlatformSprites {
  /** The ways, behind everything that moves. */
  readonly ways: Container = new Container()
  readonly root: Container = new Container()
  readonly #sight: Sight
  /** Destroys it. */
  readonly close: () => void

  constructor(scene: Scene, sight: Sight) {
    this.#sight = sight
    ways ??= PLATFORMS.map(drawWay)
    for (const way of ways) this.ways.addChild(new Graphics(way))
    this.close = sprites<SceneGame, 'platform', PlatformSprite>(
      this.root,
      scene,
      'platform',
      (platform) => new PlatformSprite(platform),
      (sprite, platform, dtSeconds) => {
        sprite.visible = sight.sees(platform.x, platform.y, 60)
        sprite.sway(platform.x, dtSeconds)
      },
    )
  }

  /** Call once per frame, when the camera has moved. */
  look(): void {
    const { children } = this.ways
    for (let i = 0; i < children.length; i++) {
      const way = PLATFORMS[i]
      const child = children[i]
      if (!way || !child) continue
      const reachX = Math.abs(way.toX - way.fromX) / 2 + 8
      const reachY = Math.abs(way.toY - way.fromY) / 2 + 8
      const right = (way.fromX + way.toX) / 2 - this.#sight.left
      const down = (way.fromY + way.toY) / 2 - this.#sight.top
      const isIn = right > -reachX && right < this.#sight.width + reachX
      child.visible = isIn && down > -reachY && down < this.#sight.height + reachY
    }
  }
}

/** Dots along the way, with a ring at each end. */
function drawWay(way: Way): GraphicsContext {
  const g = new GraphicsContext()
  const dx = way.toX - way.fromX
  const dy = way.toY - way.fromY
  const length = Math.sqrt(dx * dx + dy * dy)
  const count = Math.max(Math.round(length / 9), 1)
  for (let i = 1; i < count; i++)
    g.circle(way.fromX + (dx * i) / count, way.fromY + (dy * i) / count + 4, 0.9)
  g.fill({ color: SNOW, alpha: 0.34 })
  for (let i = 0; i <= 1; i++)
    g.circle(way.fromX + dx * i, way.fromY + dy * i + 4, 2.6).stroke({
      color: SNOW,
      alpha: 0.42,
      width: 1,
    })
  return g
}

/** Planks side by side between two beams, with snow on top. Feet stand on them at y 0. */
function logOf(half: number): GraphicsContext {
  let log = logs.get(half)
  if (!log) logs.set(half, (log = drawLog(half)))
  return log
}

function drawLog(half: number): GraphicsContext {
  const g = new GraphicsContext()
  g.roundRect(-half, 0, half * 2, 8.6, 2.4).fill(WOOD_DARK)
  g.roundRect(-half + 0.8, 0.4, half * 2 - 1.6, 6.6, 1.8).fill(WOOD)
  g.rect(-half + 2, 3.4, half * 2 - 4, 0.9).fill({ color: WOOD_LIT, alpha: 0.75 })
  for (let x = -half + 12; x < half - 6; x += 12)
    g.rect(x - 0.5, 0.6, 1, 6.4).fill({ color: WOOD_DARK, alpha: 0.75 })
  for (let side = -1; side <= 1; side += 2) {
    const x = side * (half - 3.4)
    g.roundRect(x - 2.1, -0.6, 4.2, 10, 1.6).fill(WOOD_DARK)
    g.circle(x, 4.8, 1.1).fill(WOOD_LIT)
  }
  // Snow: a flat top where feet stand, tongues of uneven length below.
  const tongues: number[] = [-half - 1, 1.4, -half - 0.6, -0.6, -half + 1, -1.5]
  tongues.push(half - 1, -1.5, half + 0.6, -0.6, half + 1, 1.4)
  const count = Math.round(half / 4)
  const wide = (half * 2) / count
  for (let i = count - 1; i >= 0; i--) {
    const x = -half + (i + 0.5) * wide
    const low = 2.4 + ((i * 37 + count * 11) % 5) * 0.55
    tongues.push(x + wide * 0.34, 1.5, x + wide * 0.24, low - 0.5, x, low)
    tongues.push(x - wide * 0.24, low - 0.5, x - wide * 0.34, 1.5)
  }
  const shade = tongues.map((at, i) => (i % 2 === 1 && at > 0 ? at + 1 : at))
  g.poly(shade).fill(SNOW_SHADE).poly(tongues).fill(SNOW)
  g.rect(-half + 1, -1.5, half * 2 - 2, 1).fill(SNOW_LIT)
  return g
}
