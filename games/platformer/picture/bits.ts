import { Container, Graphics, GraphicsContext } from 'pixi.js'
import { CONFETTI, GOLD, INK, SNOW } from './palette.ts'

/** The most pieces at once. Beyond that, the oldest goes. */
const MOST = 220

interface Bit {
  readonly shape: Graphics
  vx: number
  vy: number
  gravity: number
  /** The share of its speed that a piece keeps for a second. */
  drag: number
  spin: number
  ageSeconds: number
  lifeSeconds: number
  size: number
  /** How fast a piece fades at the end: 1 all the time, 4 in the last quarter. */
  fade: number
  /** Whether a piece turns about its own axis while it falls, as paper does. */
  isPaper: boolean
}

const grain = new GraphicsContext().circle(0, 0, 1).fill(0xffffff)
const star = new GraphicsContext().star(0, 0, 4, 2.2, 0.7).fill(0xffffff)
const paper = new GraphicsContext().rect(-1.5, -1, 3, 2).fill(0xffffff)
const plusOne = new GraphicsContext()
for (const [color, width] of [
  [INK, 3.6],
  [0xffffff, 1.7],
] as const)
  plusOne
    .moveTo(-5.5, 0)
    .lineTo(-0.5, 0)
    .moveTo(-3, -2.5)
    .lineTo(-3, 2.5)
    .moveTo(2, -2.6)
    .lineTo(4, -4)
    .lineTo(4, 4)
    .stroke({ color, width, cap: 'round', join: 'round' })

/** Everything that flies about for a moment: snow, sparks, confetti. Allocates nothing after it is made. */
export class Bits {
  /** In the level's units. */
  readonly root: Container = new Container()
  readonly #bits: Bit[] = []
  #next = 0

  constructor() {
    for (let i = 0; i < MOST; i++) {
      const shape = new Graphics(grain)
      shape.visible = false
      this.root.addChild(shape)
      this.#bits.push({
        shape,
        vx: 0,
        vy: 0,
        gravity: 0,
        drag: 1,
        spin: 0,
        ageSeconds: 0,
        lifeSeconds: 0,
        size: 1,
        fade: 1.8,
        isPaper: false,
      })
    }
  }

  /** Throws snow up where feet meet or leave the ground; `strength` from 0 to 7. */
  puff(x: number, y: number, strength: number): void {
    for (let i = 0; i < 4 + strength; i++) {
      const side = i % 2 === 0 ? 1 : -1
      const vx = side * (14 + Math.random() * (18 + strength * 8))
      const bit = this.#grain(x + side * 4, y - 1, vx, -12 - Math.random() * (16 + strength * 6))
      bit.size = 0.9 + Math.random() * 1.3
    }
  }

  /** Kicks up snow behind a running foot. `way` is the direction in which it runs, -1 or 1. */
  kick(x: number, y: number, way: number): void {
    const bit = this.#grain(
      x - way * 3,
      y - 0.5,
      -way * (16 + Math.random() * 22),
      -14 - Math.random() * 26,
    )
    bit.lifeSeconds = 0.34
    bit.size = 0.6 + Math.random() * 0.7
  }

  /** A snowball bursts; `strength` from 0 to 1. */
  burst(x: number, y: number, vx: number, vy: number, strength: number): void {
    for (let i = 0; i < 9 + strength * 12; i++) {
      const turn = Math.random() * Math.PI * 2
      const speed = (0.3 + Math.random()) * (42 + 46 * strength)
      const bit = this.#grain(
        x,
        y,
        Math.cos(turn) * speed + vx * 0.12,
        Math.sin(turn) * speed + Math.min(vy * 0.1, 0) - 20,
      )
      bit.gravity = 240
      bit.lifeSeconds = 0.4 + Math.random() * 0.25
      bit.size = 0.6 + Math.random() * (0.8 + 0.7 * strength)
    }
  }

  /** Leaves a trail behind a ball in flight. */
  trail(x: number, y: number): void {
    const bit = this.#grain(x, y, (Math.random() - 0.5) * 8, (Math.random() - 0.5) * 8)
    bit.gravity = 20
    bit.lifeSeconds = 0.3
    bit.size = 1 + Math.random() * 0.9
  }

  /** Somebody has taken a coin. */
  sparkle(x: number, y: number, isMine: boolean): void {
    for (let i = 0; i < 8; i++) {
      const turn = (i / 8) * Math.PI * 2 + Math.random() * 0.4
      const speed = 34 + Math.random() * 26
      const bit = this.#take(star, x, y, Math.cos(turn) * speed, Math.sin(turn) * speed)
      bit.drag = 0.05
      bit.spin = (Math.random() - 0.5) * 8
      bit.lifeSeconds = 0.45 + Math.random() * 0.2
      bit.shape.tint = i % 2 === 0 ? GOLD : SNOW
    }
    const plus = this.#take(plusOne, x, y - 8, 0, -34)
    plus.drag = 0.12
    plus.lifeSeconds = 0.9
    plus.fade = 6
    plus.size = isMine ? 1.15 : 0.8
    plus.shape.tint = isMine ? 0xffe08a : 0xe8eefc
  }

  /** One spark, for something that twinkles. */
  glint(x: number, y: number): void {
    const bit = this.#take(star, x, y, 0, -6)
    bit.spin = 2
    bit.lifeSeconds = 0.5
    bit.size = 0.8
    bit.shape.tint = SNOW
  }

  /** A piece of paper in the winner's colour or in one that goes with it. */
  confetti(x: number, y: number, hue: number): void {
    const bit = this.#take(paper, x, y, (Math.random() - 0.5) * 250, -70 - Math.random() * 90)
    bit.gravity = 130
    bit.drag = 0.25
    bit.spin = (Math.random() - 0.5) * 14
    bit.lifeSeconds = 1.7 + Math.random() * 0.7
    bit.size = 1 + Math.random() * 0.6
    bit.isPaper = true
    const turn = Math.floor(Math.random() * 5)
    bit.shape.tint = turn < 3 ? hueColor(hue + turn * 14 - 14) : (CONFETTI[turn - 3] ?? SNOW)
  }

  /** Call once per frame. */
  fly(dtSeconds: number): void {
    for (let i = 0; i < MOST; i++) {
      const bit = this.#bits[i]
      if (!bit?.shape.visible) continue
      const { shape } = bit
      bit.ageSeconds += dtSeconds
      const age = bit.ageSeconds / bit.lifeSeconds
      if (age >= 1) {
        shape.visible = false
        continue
      }
      if (bit.drag < 1) {
        const kept = bit.drag ** dtSeconds
        bit.vx *= kept
        bit.vy *= kept
      }
      bit.vy += bit.gravity * dtSeconds
      shape.x += bit.vx * dtSeconds
      shape.y += bit.vy * dtSeconds
      shape.rotation += bit.spin * dtSeconds
      shape.alpha = Math.min((1 - age) * bit.fade, 1)
      shape.scale.set(bit.size, bit.isPaper ? bit.size * Math.cos(bit.ageSeconds * 9) : bit.size)
    }
  }

  #grain(x: number, y: number, vx: number, vy: number): Bit {
    const bit = this.#take(grain, x, y, vx, vy)
    bit.gravity = 150
    bit.lifeSeconds = 0.5
    bit.shape.tint = SNOW
    return bit
  }

  #take(context: GraphicsContext, x: number, y: number, vx: number, vy: number): Bit {
    const bit = this.#bits[this.#next] as Bit
    this.#next = (this.#next + 1) % MOST
    const { shape } = bit
    if (shape.context !== context) shape.context = context
    shape.position.set(x, y)
    shape.rotation = 0
    shape.alpha = 1
    shape.visible = true
    bit.vx = vx
    bit.vy = vy
    bit.gravity = 0
    bit.drag = 1
    bit.spin = 0
    bit.ageSeconds = 0
    bit.size = 1
    bit.fade = 1.8
    bit.isPaper = false
    return bit
  }
}

/** A bright colour of a hue in degrees, as a number. */
function hueColor(hue: number): number {
  return (channel(hue, 0) << 16) | (channel(hue, 8) << 8) | channel(hue, 4)
}

/** A channel of hsl(hue, 78 %, 63 %). */
function channel(hue: number, shift: number): number {
  const k = (((shift + hue / 30) % 12) + 12) % 12
  return Math.round(255 * (0.63 - 0.29 * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
}
