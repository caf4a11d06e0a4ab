import { Container, FillGradient, Graphics } from 'pixi.js'
import { FAR_FOREST, RIDGES, SKY, SUN } from './palette.ts'

/** How far each ridge moves with the camera: 0 stands still, 1 moves with the ground. */
const DEPTHS = [0.06, 0.16, 0.32]

/** Sky, sun and hills behind the level. `look` moves them by their distance. */
export class Scenery {
  readonly root: Container = new Container()
  readonly #ridges: Container[] = []

  /** `width` and `height` of the picture; `travelX` how far the camera can go to the right. */
  constructor(width: number, height: number, travelX: number) {
    this.root.addChild(sky(width, height), sun(width * 0.72, height * 0.6))
    for (const [i, depth] of DEPTHS.entries()) {
      const ridge = drawRidge(i, width + travelX * depth + 40, height)
      this.#ridges.push(ridge)
      this.root.addChild(ridge)
    }
  }

  /** Call once per frame with the camera's place. */
  look(cameraX: number, cameraY: number): void {
    for (let i = 0; i < this.#ridges.length; i++) {
      const depth = DEPTHS[i] ?? 0
      this.#ridges[i]?.position.set(-20 - cameraX * depth, -cameraY * depth)
    }
  }
}

function sky(width: number, height: number): Graphics {
  const gradient = new FillGradient({
    type: 'linear',
    start: { x: 0, y: 0 },
    end: { x: 0, y: 1 },
    colorStops: [...SKY],
  })
  // A little larger than the picture, so that no half pixel at its edge is see-through.
  return new Graphics().rect(-2, -2, width + 4, height + 4).fill(gradient)
}

function sun(x: number, y: number): Container {
  const glow = new FillGradient({
    type: 'radial',
    center: { x: 0.5, y: 0.5 },
    innerRadius: 0,
    outerCenter: { x: 0.5, y: 0.5 },
    outerRadius: 0.5,
    colorStops: [
      { offset: 0, color: 'rgba(255, 236, 200, 0.75)' },
      { offset: 0.35, color: 'rgba(255, 214, 170, 0.28)' },
      { offset: 1, color: 'rgba(255, 200, 160, 0)' },
    ],
  })
  const sun = new Container()
  sun.addChild(
    new Graphics().circle(0, 0, 150).fill(glow),
    new Graphics().circle(0, 0, 19).fill({ color: SUN, alpha: 0.95 }),
  )
  sun.position.set(x, y)
  return sun
}

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

function drawRidge(index: number, width: number, height: number): Container {
  const foot = height - 34 + index * 16
  const colors = RIDGES[index] ?? { rock: 0, snow: 0 }
  const rock = new Graphics()
  const snow = new Graphics()
  const ridge = new Container()
  const points: number[] = []
  for (let x = 0; x <= width; x += 3) points.push(x, foot - ridgeHeight(index, x))
  rock.poly([...points, width, height + 140, 0, height + 140]).fill(colors.rock)
  if (index < 2) {
    drawSnow(snow, points, foot - (index === 0 ? 122 : 104), colors.snow)
    ridge.addChild(rock, snow)
    return ridge
  }
  const forest = new Graphics()
  for (let x = 6; x < width; x += 9 + ((x * 7) % 11)) {
    const size = 13 + ((x * 13) % 17)
    const y = foot - ridgeHeight(index, x) + 4
    forest.poly([x - size * 0.3, y, x, y - size, x + size * 0.3, y]).fill(FAR_FOREST)
  }
  ridge.addChild(forest, rock)
  return ridge
}

/** Snow from the ridge down to an uneven line, in one piece for each peak. */
function drawSnow(snow: Graphics, ridge: readonly number[], line: number, color: number): void {
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
