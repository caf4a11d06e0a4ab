import { Container, Graphics } from 'pixi.js'
import { ownOf } from '../../page/own.ts'
import type { Sight } from '../../page/sight.ts'
import { Guide } from './guide.ts'
import { GOLD, INK, PAPER, PEN_COLOURS, WOOD } from './palette.ts'
import type { DogView, RoundView, Scene, SheepView, ShepherdView } from './scene.ts'

/**
 * The arrow stands on an ellipse in the picture: its middle and half axes, as shares of the picture. There it keeps off
 * the words above, the scores and the small map in the corners, and what thumbs hold.
 */
const MIDDLE_Y = 0.55
const AXIS_X = 0.34
const AXIS_Y = 0.25
/** Within the ellipse, it hovers this high over what it points at, in units. */
const HOVER = 62
const BOB = 3
/** Radius of the badge, and how far its tip reaches. */
const BADGE = 15
const TIP = 27
/** From this far it is as strong as can be, and it fades to the weakest where the player has arrived, in units. */
const FAR = 190
const NEAR = 80
const WEAKEST = 0.4
const FADE_PER_SECOND = 3
/** Steps of a unit, of the full strength, and of half a circle. */
const GRAIN = 4
const ALPHAS = 24
const TURNS = 180
/** How long a new goal is large, in seconds. */
const POP_SECONDS = 0.3

/**
 * Shows a player the way: a badge with a sheep points to the nearest flock, and one with a gate to the pen for sheep
 * that are being driven. It stands near the edge of the picture while its goal is far away, and over its goal when that
 * is in the middle of the picture. Free of allocation while it points at the same thing.
 */
export class WayArrow {
  /** In the picture's units. */
  readonly root: Container = new Container({ label: 'way arrow' })
  /** Where it leads. */
  readonly guide: Guide = new Guide()
  /** The arrow itself, placed in whole steps, because V8 makes a box for each new fraction. */
  readonly #mark = new Container()
  readonly #tip = new Graphics()
  readonly #badge = new Graphics()
  readonly #sight: Sight
  readonly #isStill: boolean
  readonly #shepherds: readonly ShepherdView[]
  readonly #dogs: readonly DogView[]
  readonly #sheep: readonly SheepView[]
  readonly #rounds: readonly RoundView[]
  #shown = ''
  #turned = -1
  #strength = 0.05
  #seconds = 0.5
  #step = -1
  #age = 0.5

  /** `isStill`: without moving decoration. */
  constructor(scene: Scene, sight: Sight, isStill: boolean) {
    this.#sight = sight
    this.#isStill = isStill
    this.#shepherds = scene.entities('shepherd')
    this.#dogs = scene.entities('dog')
    this.#sheep = scene.entities('sheep')
    this.#rounds = scene.entities('round')
    this.#tip
      .poly([BADGE - 2, -9.5, TIP, 0, BADGE - 2, 9.5])
      .fill(GOLD)
      .stroke({ color: INK, width: 2, join: 'round' })
    this.#mark.addChild(this.#tip, this.#badge)
    this.root.addChild(this.#mark)
    this.root.scale.set(1 / GRAIN)
    this.root.visible = false
  }

  /** Call once per frame, when the camera has moved. */
  show(dtSeconds: number): void {
    const me = ownOf(this.#shepherds)
    const { guide } = this
    if (me) guide.follow(me, this.#dogs, this.#sheep, dtSeconds)
    const isWanted = me && guide.goal !== 'none' && this.#rounds[0]?.phase === 'herd'
    this.root.visible = isWanted === true
    if (!isWanted) return
    this.#seconds += dtSeconds
    this.#draw()
    this.#place()
    this.#fade(me, dtSeconds)
    this.#pop(dtSeconds)
  }

  #draw(): void {
    const { goal, pen } = this.guide
    const name = goal === 'pen' ? (PEN_COLOURS[pen] ?? GOLD) : goal
    if (name === this.#shown) return
    this.#shown = name
    this.#age = 0
    drawBadge(this.#badge, goal === 'pen' ? name : undefined)
  }

  /** Over the goal, or where the ellipse is nearest to that. The tip points to the goal. */
  #place(): void {
    const { width, height, left, top } = this.#sight
    const { x, y } = this.guide.place
    const middleX = width / 2
    const middleY = height * MIDDLE_Y
    const across = x - left - middleX
    const down = y - top - middleY - HOVER
    const shareX = across / (width * AXIS_X)
    const shareY = down / (height * AXIS_Y)
    const share = Math.max(Math.sqrt(shareX * shareX + shareY * shareY), 1)
    const bob = share > 1 || this.#isStill ? 0 : BOB * Math.sin(this.#seconds * 4)
    const { position } = this.#mark
    position.x = ((middleX + across / share) * GRAIN) | 0
    position.y = ((middleY + down / share + bob) * GRAIN) | 0
    const tip = Math.atan2(down + HOVER - down / share, across - across / share)
    this.#turn(Math.round((tip / Math.PI) * TURNS))
  }

  /** Turns the tip, by whole parts of half a circle. */
  #turn(turn: number): void {
    if (turn === this.#turned) return
    this.#turned = turn
    this.#tip.rotation = (turn / TURNS) * Math.PI
  }

  #fade(me: ShepherdView, dtSeconds: number): void {
    const { x, y } = this.guide.place
    const dx = x - me.x
    const dy = y - me.y
    const far = (Math.sqrt(dx * dx + dy * dy) - NEAR) / (FAR - NEAR)
    const wish = Math.min(Math.max(far, WEAKEST), 1)
    const most = dtSeconds * FADE_PER_SECOND
    this.#strength += Math.min(Math.max(wish - this.#strength, -most), most)
    const step = Math.round(this.#strength * ALPHAS)
    if (step === this.#step) return
    this.#step = step
    this.root.alpha = step / ALPHAS
  }

  /** A new goal is large for a moment. */
  #pop(dtSeconds: number): void {
    if (this.#age > POP_SECONDS) return
    this.#age += dtSeconds
    const pop = this.#isStill ? 0 : Math.max(1 - this.#age / POP_SECONDS, 0)
    this.#mark.scale.set(GRAIN * (1 + pop * pop * 0.5))
  }
}

/** A sheep, or a gate with a flag of its pen's colour, on paper. */
function drawBadge(badge: Graphics, flag: string | undefined): void {
  badge.clear().circle(0, 0, BADGE).fill(PAPER).stroke({ color: INK, width: 2 })
  if (flag === undefined) drawSheep(badge)
  else drawGate(badge, flag)
}

function drawSheep(badge: Graphics): void {
  for (const x of [-3.5, 2.5]) badge.rect(x, 3, 2, 5.5).fill(INK)
  for (const [x, y, radius] of [
    [-4.5, 0.5, 4.6],
    [1.5, 1, 4.8],
    [-1.5, -3, 4.8],
  ] as const)
    badge.circle(x, y, radius).fill('#ffffff').stroke({ color: INK, width: 1.2 })
  badge.ellipse(-1.5, 0, 6.5, 4).fill('#ffffff')
  badge.ellipse(7, -2.5, 3, 3.8).fill(INK)
}

function drawGate(badge: Graphics, flag: string): void {
  for (const y of [-0.5, 4.5])
    badge.rect(-8, y, 16, 2.6).fill(WOOD).stroke({ color: INK, width: 0.8 })
  for (const x of [-8, 5]) badge.rect(x, -8, 3, 17).fill(WOOD).stroke({ color: INK, width: 1 })
  badge.poly([-5, -8.5, 3.5, -6, -5, -3]).fill(flag).stroke({ color: INK, width: 0.9 })
}
