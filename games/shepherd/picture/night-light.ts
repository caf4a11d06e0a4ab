import { Sprite, Texture } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { wrap } from '../../page/wrap.ts'
import { clouds, rise } from './noise.ts'
import { type Brush, canvas, textureOf } from './paint.ts'
import { lampLight, SKY_TINTS } from './sky-tint.ts'

/** Units for a pixel of the light. It is soft, so few pixels are enough. */
const COARSE = 4
/** The size of a lamp's stored light, in pixels. */
const LAMP = 64
/** The sky's pattern of clouds: its size in pixels and in units, and how fast it drifts, in units a second. */
const SKY = 64
const SKY_UNITS = 1500
const WIND_X = 26
const WIND_Y = 9

/** Something that gives light: its place, its reach in units, and its strength, from 0 to 1. */
export interface Lamp {
  readonly x: number
  readonly y: number
  readonly reach: number
  readonly strength: number
}

let glow: Brush | null = null
let sky: Brush | null = null

/** Paints the parts of the light, if no picture has done so: all pictures share them. */
export function paintLight(): void {
  glow ??= paintGlow()
  sky ??= paintSky()
}

/**
 * The light that falls on the meadow: a small canvas over the whole picture, by which everything under it is
 * multiplied. It has the colour of the time of day, the shadows of clouds by day and the light of lamps by night.
 * Multiplying keeps the colours of what is lit, which a bright disc over it would not. Allocates nothing per frame.
 */
export class NightLight {
  readonly root: Sprite
  /** From 0 to 1: how strong lamps are now. */
  lamps = 0.5
  readonly #brush: Brush | null
  readonly #texture: Texture
  readonly #sight: Sight
  readonly #isStill: boolean
  #night = 0.5
  #seconds = 0.5
  #isFirst = true

  /** `isStill`: for players who do not want clouds to drift. */
  constructor(sight: Sight, isStill: boolean) {
    this.#sight = sight
    this.#isStill = isStill
    this.#brush = canvas(Math.ceil(sight.width / COARSE) + 1, Math.ceil(sight.height / COARSE) + 1)
    this.#texture = textureOf(this.#brush, 1)
    this.root = new Sprite(this.#texture)
    // A little larger than the picture, so that no half pixel at its edge is unlit.
    this.root.setSize(
      (Math.ceil(sight.width / COARSE) + 1) * COARSE,
      (Math.ceil(sight.height / COARSE) + 1) * COARSE,
    )
    this.root.position.set(-COARSE / 2, -COARSE / 2)
    this.root.blendMode = 'multiply'
    paintLight()
  }

  /** Begins a frame. `night` is the darkness to reach, 0 to 255. The light gets there softly. */
  begin(night: number, dtSeconds: number): void {
    if (!this.#isStill) this.#seconds += dtSeconds
    this.#night += (night - this.#night) * (this.#isFirst ? 1 : 1 - 2 ** (-dtSeconds / 0.4))
    this.#isFirst = false
    this.lamps = lampLight(this.#night)
    const brush = this.#brush
    if (!brush) return
    brush.globalCompositeOperation = 'source-over'
    brush.globalAlpha = 1
    brush.fillStyle = SKY_TINTS[Math.round(this.#night)] ?? ''
    brush.fillRect(0, 0, brush.canvas.width, brush.canvas.height)
    brush.globalCompositeOperation = 'multiply'
    brush.globalAlpha = 1 - this.lamps * 0.7
    this.#drift(brush)
    brush.globalCompositeOperation = 'lighter'
  }

  /** Lights a lamp, between `begin` and `end`. */
  shine(lamp: Lamp): void {
    const brush = this.#brush
    const { x, y, reach, strength } = lamp
    if (!brush || !glow || this.lamps <= 0 || !this.#sight.holds(lamp, reach)) return
    const left = (x - reach - this.#sight.left + COARSE / 2) / COARSE
    const top = (y - reach - this.#sight.top + COARSE / 2) / COARSE
    brush.globalAlpha = this.lamps * strength
    brush.drawImage(glow.canvas, left, top, (reach * 2) / COARSE, (reach * 2) / COARSE)
  }

  /** Ends a frame. */
  end(): void {
    if (this.#brush) this.#texture.source.update()
  }

  /** Destroys it. */
  close(): void {
    if (this.#brush) this.#texture.destroy(true)
  }

  #drift(brush: Brush): void {
    if (!sky) return
    const size = SKY_UNITS / COARSE
    const fromX = wrap((this.#seconds * WIND_X - this.#sight.left) / COARSE, size) - size
    const fromY = wrap((this.#seconds * WIND_Y - this.#sight.top) / COARSE, size) - size
    for (let y = fromY; y < brush.canvas.height; y += size)
      for (let x = fromX; x < brush.canvas.width; x += size)
        if (x + size > 0 && y + size > 0) brush.drawImage(sky.canvas, x, y, size, size)
  }
}

/**
 * An invisible sprite that sets the blend mode back to normal. After any other mode, Pixi's canvas renderer would
 * draw vector graphics correctly, but everything after them with the mode before.
 */
export function normalBlend(): Sprite {
  const sprite = new Sprite(Texture.WHITE)
  sprite.alpha = 0.01
  sprite.position.set(-1000)
  return sprite
}

/** Warm light that fades outwards. */
function paintGlow(): Brush | null {
  const brush = canvas(LAMP, LAMP)
  if (!brush) return null
  const half = LAMP / 2
  const light = brush.createRadialGradient(half, half, 0, half, half, half)
  for (let i = 0; i <= 10; i++) {
    const left = 1 - i / 10
    light.addColorStop(i / 10, `rgba(255, 206, 130, ${left * left * (3 - 2 * left) * 0.95})`)
  }
  brush.fillStyle = light
  brush.fillRect(0, 0, LAMP, LAMP)
  return brush
}

/** Shadows of clouds. Their right edge continues at the left. */
function paintSky(): Brush | null {
  const brush = canvas(SKY, SKY)
  const image = brush?.createImageData(SKY, SKY)
  if (!brush || !image) return null
  for (let n = 0; n < SKY * SKY; n++) {
    const x = (n % SKY) / SKY
    const y = Math.floor(n / SKY) / SKY
    const shade = rise(endless(x, y), 0.5, 0.66)
    image.data[n * 4] = 255 - 62 * shade
    image.data[n * 4 + 1] = 255 - 52 * shade
    image.data[n * 4 + 2] = 255 - 30 * shade
    image.data[n * 4 + 3] = 255
  }
  brush.putImageData(image, 0, 0)
  return brush
}

/** Clouds whose edges fit together: two of them, one laid over the other where its edge is. */
function endless(x: number, y: number): number {
  const across = rise(Math.abs(x - 0.5), 0.3, 0.5)
  const down = rise(Math.abs(y - 0.5), 0.3, 0.5)
  const at = (dx: number, dy: number): number => clouds((x + dx) * 4, (y + dy) * 4, 141)
  const half = 0.5
  const row = (dy: number): number =>
    at(0, dy) * (1 - across) + at(x < half ? half : -half, dy) * across
  return row(0) * (1 - down) + row(y < half ? half : -half) * down
}
