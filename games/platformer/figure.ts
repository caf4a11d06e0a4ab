import { Container, Graphics, Text } from 'pixi.js'
import { INK } from './palette.ts'
import { RUN_SPEED } from './physics.ts'
import type { Pip } from './pip.ts'

/** What a figure needs to know of a player. */
type PipView = Readonly<Pip> & { readonly id: number; readonly mine: boolean }

/** How fast squashing swings, and how fast it comes to rest. */
const SPRING = 420
const DAMPING = 20
/** Below this, in pixels a second, it stands. */
const STILL = 8

/**
 * A player: a small round somebody in a coat, with boots, a hat and a scarf. Everything it does follows from what
 * the view shows (speeds, facing, whether it stands): legs step with the way covered, the body leans, stretches
 * in the air and squashes on landing, the scarf trails.
 */
export class Figure extends Container {
  readonly #body: Container = new Container()
  readonly #legs: readonly [Graphics, Graphics]
  readonly #eyes: Graphics
  readonly #scarf: readonly Container[]
  #phase = 0
  #seconds: number
  #side = 1
  #squash = 0
  #squashSpeed = 0
  #wasGrounded = true
  #fallSpeed = 0

  constructor(pip: PipView) {
    super()
    const coat = `hsl(${pip.hue}, 68%, 58%)`
    const dark = `hsl(${pip.hue}, 60%, 36%)`
    const wool = `hsl(${(pip.hue + 165) % 360}, 72%, 62%)`
    const woolDark = `hsl(${(pip.hue + 165) % 360}, 55%, 45%)`
    this.#seconds = pip.id % 7
    this.#side = pip.facing === 'left' ? -1 : 1
    this.#legs = [boot(), boot()]
    this.#scarf = scarf(wool, woolDark)
    this.#eyes = eyes()
    this.#body.addChild(
      ...this.#legs,
      ...this.#scarf.slice(0, 1),
      coatOf(coat, dark),
      face(),
      this.#eyes,
      hat(wool, woolDark),
      collar(wool, woolDark),
    )
    this.addChild(this.#body, nameTag(pip))
    if (pip.mine) this.zIndex = 1
  }

  /** Call once per frame, with the view as it is shown now. */
  show(pip: PipView, dtSeconds: number): void {
    this.#seconds += dtSeconds
    const run = Math.min(Math.abs(pip.vx) / RUN_SPEED, 1)
    this.#step(pip, run, dtSeconds)
    this.#spring(pip, dtSeconds)
    const aim = pip.facing === 'left' ? -1 : 1
    this.#side += (aim - this.#side) * (1 - 2 ** (-dtSeconds / 0.035))
    const breath = pip.grounded ? Math.sin(this.#seconds * 3) * 0.018 * (1 - run) : 0
    const stretch = pip.grounded ? 0 : Math.min(Math.abs(pip.vy) / 420, 1) * 0.14
    const tall = 1 + this.#squash + stretch + breath
    this.#body.scale.set(this.#side / tall, tall)
    this.#body.rotation = pip.grounded ? (pip.vx / RUN_SPEED) * 0.1 : (pip.vx / RUN_SPEED) * 0.16
    this.#body.y = pip.grounded ? -Math.abs(Math.sin(this.#phase)) * 1.6 * run : 0
    this.#trail(pip, run)
    const blinks = (this.#seconds * 0.31) % 1 < 0.035
    this.#eyes.scale.y = blinks ? 0.15 : 1
    this.#eyes.y = -13.6 + (pip.grounded ? 0 : Math.max(-1, Math.min(pip.vy / 260, 1)) * 0.9)
  }

  /** Legs step with the way covered; in the air they hang apart. */
  #step(pip: PipView, run: number, dtSeconds: number): void {
    if (Math.abs(pip.vx) > STILL) this.#phase += (Math.abs(pip.vx) * dtSeconds) / 8.5
    for (let i = 0; i < 2; i++) {
      const leg = this.#legs[i as 0 | 1]
      const phase = this.#phase + i * Math.PI
      const home = i === 0 ? -3.2 : 3.2
      if (pip.grounded) {
        const swing = Math.min(run * 1.6, 1)
        leg.position.set(
          home * (1 - swing * 0.6) + Math.sin(phase) * 5 * swing,
          -Math.max(Math.cos(phase), 0) * 3.4 * swing,
        )
        leg.rotation = Math.sin(phase) * -0.35 * swing
      } else {
        const rise = pip.vy < 0 ? 1 : 0
        leg.position.set(home + (i === 0 ? -1.4 : 1.6), i === 0 ? 0.6 : -1.6 * rise - 0.4)
        leg.rotation = i === 0 ? 0.4 : -0.3
      }
    }
  }

  /** A damped spring that a landing pushes and a jump pulls. */
  #spring(pip: PipView, dtSeconds: number): void {
    if (pip.grounded && !this.#wasGrounded) this.#squashSpeed = -Math.min(this.#fallSpeed / 55, 7)
    if (!pip.grounded && this.#wasGrounded && pip.vy < 0) this.#squashSpeed = 2.6
    this.#wasGrounded = pip.grounded
    this.#fallSpeed = Math.max(pip.vy, 0)
    // In small pieces, so that a slow frame cannot make the spring explode.
    const pieces = Math.min(Math.ceil(dtSeconds / 0.008), 12)
    for (let i = 0; i < pieces; i++) {
      const dt = dtSeconds / pieces
      this.#squashSpeed += (-SPRING * this.#squash - DAMPING * this.#squashSpeed) * dt
      this.#squash += this.#squashSpeed * dt
    }
    this.#squash = Math.max(-0.35, Math.min(this.#squash, 0.25))
  }

  /** The scarf hangs when still, streams behind when running, lifts when falling. */
  #trail(pip: PipView, run: number): void {
    const lift = Math.max(-0.5, Math.min(pip.vy / 420, 1))
    for (let i = 0; i < this.#scarf.length; i++) {
      const flutter = Math.sin(this.#seconds * (5 + run * 7) - i * 1.1) * (0.1 + 0.2 * run)
      const link = this.#scarf[i]
      if (link)
        link.rotation = (i === 0 ? -1.15 + run * 1.0 + lift * 0.8 : -0.1 + lift * 0.15) + flutter
    }
  }
}

function boot(): Graphics {
  return new Graphics().roundRect(-3.4, -4, 7, 4.2, 2).fill(INK)
}

function coatOf(coat: string, dark: string): Graphics {
  return new Graphics()
    .roundRect(-7.6, -19.6, 15.2, 17.6, 7.4)
    .fill(dark)
    .roundRect(-6.6, -18.8, 13.2, 15.8, 6.6)
    .fill(coat)
    .ellipse(-2.6, -7, 2.4, 3.6)
    .fill({ color: 0xffffff, alpha: 0.16 })
    .circle(2.4, -5.6, 0.8)
    .fill(dark)
}

function face(): Graphics {
  return new Graphics()
    .roundRect(-3, -17.4, 9.4, 8.2, 4)
    .fill(0xffe6d2)
    .circle(-0.6, -11.6, 1.2)
    .circle(5.4, -11.6, 1)
    .fill({ color: 0xf79c8c, alpha: 0.55 })
}

/** Drawn around its own middle, so that a blink closes it in place. */
function eyes(): Graphics {
  const eyes = new Graphics()
    .ellipse(0.8, -13.6, 1.15, 1.9)
    .ellipse(4.6, -13.6, 1.05, 1.8)
    .fill(INK)
    .circle(1.2, -14.3, 0.5)
    .circle(4.95, -14.3, 0.45)
    .fill(0xffffff)
  eyes.pivot.set(0, -13.6)
  return eyes
}

function hat(wool: string, dark: string): Graphics {
  return new Graphics()
    .moveTo(-7.2, -16.6)
    .bezierCurveTo(-7.2, -25, 7.2, -25, 7.2, -16.6)
    .closePath()
    .fill(wool)
    .roundRect(-7.8, -18.4, 15.6, 3.2, 1.6)
    .fill(dark)
    .circle(-0.4, -23.6, 2.3)
    .fill(0xffffff)
}

function collar(wool: string, dark: string): Graphics {
  return new Graphics()
    .roundRect(-7.4, -10.4, 14.8, 3.8, 1.9)
    .fill(wool)
    .roundRect(-7.4, -8, 14.8, 1.4, 0.7)
    .fill(dark)
}

/** Links of a chain, each hanging from the one before, drawn along -x. */
function scarf(wool: string, dark: string): readonly Container[] {
  const links = [0, 1, 2].map((i) => {
    const link = new Container()
    const cloth = new Graphics().roundRect(-5.4, -1.7 + i * 0.15, 6.2, 3.4 - i * 0.3, 1.5)
    link.addChild(cloth.fill(i % 2 === 0 ? wool : dark))
    return link
  })
  for (let i = 1; i < links.length; i++) {
    const link = links[i]
    if (!link) continue
    link.position.set(-4.8, 0)
    links[i - 1]?.addChild(link)
  }
  links[0]?.position.set(-5.6, -8.6)
  return links
}

function nameTag(pip: PipView): Text {
  const tag = new Text({
    text: pip.name,
    resolution: 4,
    style: {
      fontFamily: 'system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif',
      fontSize: 8.5,
      fontWeight: '600',
      fill: pip.mine ? 0xfff0b8 : 0xffffff,
      stroke: { color: INK, width: 2.4, join: 'round' },
    },
  })
  tag.anchor.set(0.5, 1)
  tag.y = -29
  return tag
}
