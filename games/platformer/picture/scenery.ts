import { Container, Graphics, GraphicsContext } from 'pixi.js'
import { wrap } from '../../page/wrap.ts'
import { HEIGHT, WIDTH } from '../rules/level.ts'
import { glow, mist, sheet } from './glow.ts'
import {
  CLOUD,
  FAR_FOREST,
  LIGHT,
  RIDGES,
  SKY,
  STARLIGHT,
  SUN,
  SUNGLOW,
  WINDOW_WOOD,
} from './palette.ts'

/** How far each ridge moves with the camera: 0 stands still, 1 moves with the ground. */
const DEPTHS = [0.06, 0.16, 0.32]
/** Ridges are drawn for a picture of this height, and this far to the right for a picture of this width. */
const DRAWN_HEIGHT = 360
const DRAWN_WIDTH = 1300
const STARS = 70
const HAZE = 0.9
/** Pixels a second. */
const WIND = 1.6

const ridges: GraphicsContext[] = []

/** How many ridges there are. */
export const RIDGE_COUNT: number = DEPTHS.length

/** Draws a ridge, if no picture has done so: all pictures share them. */
export function ridgeContext(index: number): GraphicsContext {
  return (ridges[index] ??= drawRidge(index, DRAWN_WIDTH + WIDTH * (DEPTHS[index] ?? 0)))
}

/** Sky, sun, clouds and hills behind the level. `look` moves them by their distance. */
export class Scenery {
  readonly root: Container = new Container()
  readonly #ridges: Graphics[] = []
  readonly #hazes: Container[] = []
  readonly #clouds: Graphics[] = []
  readonly #width: number
  readonly #height: number
  readonly #scale: number
  #seconds = 0

  /** Size of the picture. */
  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
    this.#scale = Math.max(0.6, Math.min(height / DRAWN_HEIGHT, 1.2))
    this.root.addChild(sky(width, height), sun(width * 0.72, height * 0.6, this.#scale))
    for (let i = 0; i < 3; i++) {
      const cloud = new Graphics(CLOUDS)
      cloud.scale.set((i === 1 ? -1 : 1) * (0.8 + i * 0.25), 0.8 + i * 0.12)
      this.#clouds.push(cloud)
      this.root.addChild(cloud)
    }
    for (let i = 0; i < RIDGE_COUNT; i++) {
      const ridge = new Graphics(ridgeContext(i))
      ridge.scale.set(this.#scale)
      this.#ridges.push(ridge)
      this.root.addChild(ridge)
      // Evening haze lies in the valleys between them.
      if (i === RIDGE_COUNT - 1) continue
      const haze = mist(width, 110 * this.#scale, RIDGES[i]?.haze ?? 0, HAZE)
      this.#hazes.push(haze)
      this.root.addChild(haze)
    }
  }

  /** Call once per frame with the camera's place. */
  look(cameraX: number, cameraY: number, dtSeconds: number): void {
    this.#seconds += dtSeconds
    const lowest = HEIGHT - this.#height
    const foot = this.#height - DRAWN_HEIGHT * this.#scale
    for (let i = 0; i < this.#ridges.length; i++) {
      const depth = DEPTHS[i] ?? 0
      const down = depth * (lowest - cameraY - 120)
      this.#ridges[i]?.position.set(-20 - cameraX * depth, foot + down)
      this.#hazes[i]?.position.set(0, foot + down + (footOf(i) - 90) * this.#scale)
    }
    const span = this.#width + 400
    for (let i = 0; i < this.#clouds.length; i++) {
      const x = this.#seconds * WIND * (1 + i * 0.4) - cameraX * 0.03 + i * span * 0.37 + 260
      const y = this.#height * (0.24 + ((i * 7) % 3) * 0.1)
      this.#clouds[i]?.position.set(wrap(x, span) - 200, y)
    }
  }
}

function sky(width: number, height: number): Container {
  // A little larger than the picture, so that no half pixel at its edge is transparent.
  const air = sheet(width + 4, height + 4, SKY)
  air.position.set(-2, -2)
  const stars = new Graphics()
  for (let i = 0; i < STARS; i++) {
    // The golden ratio spreads them evenly, without a pattern.
    const x = ((i * 0.618034) % 1) * width
    const high = (i * 0.7548777) % 1
    const bright = (1 - high) * (0.35 + 0.5 * ((i * 0.37) % 1))
    stars.circle(x, high * height * 0.44, i % 9 === 0 ? 0.9 : 0.55)
    stars.fill({ color: STARLIGHT, alpha: bright })
  }
  const sky = new Container()
  sky.addChild(air, stars)
  return sky
}

function sun(x: number, y: number, scale: number): Container {
  const sun = new Container()
  sun.addChild(
    glow(170, SUNGLOW, 0.75),
    glow(70, SUN, 0.7),
    new Graphics().circle(0, 0, 19).fill({ color: SUN, alpha: 0.95 }),
  )
  sun.position.set(x, y)
  sun.scale.set(scale)
  return sun
}

/** Long streaks of evening cloud, each soft by three layers. */
const CLOUDS = new GraphicsContext()
for (const [x, y, half, thick] of [
  [0, 0, 130, 3.6],
  [-70, -7, 64, 2.4],
  [58, 6.5, 74, 2],
] as const)
  for (let i = 0; i < 3; i++)
    CLOUDS.ellipse(x, y, half * (1 - i * 0.2), thick * (1 - i * 0.24)).fill({
      color: CLOUD,
      alpha: 0.085,
    })

/** Height of a ridge above its foot: a few waves that do not repeat within the level, with sharp peaks. */
function ridgeHeight(index: number, x: number): number {
  if (index === 0)
    return 66 + 84 * wave(x, 257, 0.1) + 36 * wave(x, 111, 0.7) + 9 * wave(x, 31, 0.3)
  if (index === 1)
    return 44 + 62 * wave(x, 313, 0.62) + 32 * wave(x, 141, 0.2) + 8 * wave(x, 37, 0.9)
  return 34 + 26 * smooth(wave(x, 420, 0.3)) + 14 * smooth(wave(x, 170, 0.8))
}

/** From 0 up to 1 and back, in straight lines, once per `length`. */
const wave = (x: number, length: number, shift: number): number =>
  1 - Math.abs(((x / length + shift) % 1) - 0.5) * 2

const smooth = (x: number): number => x * x * (3 - 2 * x)

/** Where a ridge stands when the camera is as low as it gets. */
const footOf = (index: number): number => DRAWN_HEIGHT - 34 + index * 16

function drawRidge(index: number, width: number): GraphicsContext {
  const foot = footOf(index)
  const colors = RIDGES[index] ?? { rock: 0, snow: 0 }
  const bottom = DRAWN_HEIGHT + 140
  const ridge = new GraphicsContext()
  const points: number[] = []
  for (let x = 0; x <= width; x += 3) points.push(x, foot - ridgeHeight(index, x))
  if (index === 2) drawForest(ridge, width, foot)
  ridge.poly([...points, width, bottom, 0, bottom]).fill(colors.rock)
  if (index < 2) drawSnow(ridge, points, foot - (index === 0 ? 122 : 104), colors.snow)
  else drawCabins(ridge, width, foot)
  return ridge
}

function drawForest(ridge: GraphicsContext, width: number, foot: number): void {
  for (let x = 6; x < width; x += 9 + ((x * 7) % 11)) {
    const size = 13 + ((x * 13) % 17)
    const y = foot - ridgeHeight(2, x) + 4
    ridge.poly([x - size * 0.3, y, x, y - size, x + size * 0.3, y])
  }
  ridge.fill(FAR_FOREST)
}

/** A few cabins on the near hills, with light in their windows. */
function drawCabins(ridge: GraphicsContext, width: number, foot: number): void {
  for (let x = 130, i = 0; x < width; x += 260 + ((i * 97) % 140), i++) {
    const y = foot - ridgeHeight(2, x) + 7
    ridge.rect(x - 8, y - 9, 16, 9).fill(WINDOW_WOOD)
    ridge.rect(x + 3, y - 18, 2.6, 6).fill(WINDOW_WOOD)
    ridge.poly([x - 10.5, y - 8.6, x, y - 16.4, x + 10.5, y - 8.6]).fill(0xdfe6f7)
    ridge.poly([x - 7.4, y - 8.6, x, y - 14, x + 7.4, y - 8.6]).fill(WINDOW_WOOD)
    ridge
      .rect(x - 5, y - 6.4, 3.2, 3.2)
      .rect(x - 0.6, y - 6.4, 3.2, 3.2)
      .fill(LIGHT)
  }
}

/** Snow from the ridge down to an uneven line, in one piece for each peak. */
function drawSnow(
  snow: GraphicsContext,
  ridge: readonly number[],
  line: number,
  color: number,
): void {
  let upper: number[] = []
  let lower: number[] = []
  for (let i = 0; i + 1 < ridge.length; i += 2) {
    const x = ridge[i] ?? 0
    const y = ridge[i + 1] ?? 0
    // Tongues of snow run down the slopes.
    const low = line + 14 * wave(x, 34, 0.2) + 9 * wave(x, 13, 0.6)
    upper.push(x, y)
    lower.unshift(x, Math.max(y, low))
    if (y < low && i + 3 < ridge.length) continue
    if (upper.length > 4) snow.poly([...upper, ...lower]).fill(color)
    upper = [x, y]
    lower = [x, y]
  }
}
