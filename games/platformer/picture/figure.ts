import { Container, Graphics, Text } from 'pixi.js'
import { isBot, numberOf } from '../rules/numbers.ts'
import { RUN_SPEED } from '../rules/physics.ts'
import { BOOT, CROWN, clothesOf, EYES, FLASH, OUCH_EYES, STAR } from './clothes.ts'
import { INK } from './palette.ts'
import { Pose } from './pose.ts'
import type { PipView } from './scene.ts'

/** How fast squashing swings, and how fast it comes to rest. */
const SPRING = 420
const DAMPING = 20
/**
 * How long the arm takes to throw, how long a player who is hit sees stars, and how long a player back at the start
 * blinks.
 */
const THROW_SECONDS = 0.3
const DIZZY_SECONDS = 1.1
const BLINK_SECONDS = 1.4
const STARS = 3
const TAG_Y = -29

/**
 * A player: a small round figure in a coat, with boots, a hat and a scarf. Nearly everything it does follows from what
 * the view shows (speeds, facing, whether it stands), through a `Pose`: legs step with the distance covered, the body
 * leans, stretches in the air and squashes on landing, and the scarf trails. The rest are calls: `swing`, `hurt`.
 */
export class Figure extends Container {
  /** The number by which events name the pip: see `numberOf`. */
  readonly number: number
  readonly isBot: boolean
  readonly pose: Pose
  /** Whether a foot came down in this frame. */
  hasStepped = false
  readonly #body: Container = new Container()
  readonly #left: Graphics = new Graphics(BOOT)
  readonly #right: Graphics = new Graphics(BOOT)
  readonly #arm: Graphics
  readonly #eyes: Graphics = new Graphics(EYES)
  readonly #links: readonly Graphics[]
  readonly #flash: Graphics = new Graphics(FLASH)
  readonly #stars: Container = new Container({ visible: false })
  readonly #crown: Graphics = new Graphics(CROWN)
  readonly #tag: Text
  #seconds: number
  #side: number
  #squash = 0
  #squashSpeed = 0
  #wasGrounded = true
  #fallSpeed = 0
  /** Goes from 0 to 1 while the crown appears, and back while it goes. */
  #crowned = 0
  #sinceThrow = THROW_SECONDS
  #sinceHurt = DIZZY_SECONDS
  #sinceBack = BLINK_SECONDS

  constructor(pip: PipView) {
    super()
    this.number = numberOf(pip)
    this.isBot = isBot(pip)
    const clothes = clothesOf(pip.hue)
    this.#seconds = pip.id % 7
    this.pose = new Pose(this.#seconds)
    this.#side = pip.facing === 'left' ? -1 : 1
    this.#links = clothes.links.map((link) => new Graphics(link))
    this.#arm = new Graphics(clothes.arm)
    this.#arm.position.set(-1.6, -8.6)
    this.#crown.visible = false
    this.#flash.visible = false
    for (let i = 0; i < STARS; i++) this.#stars.addChild(new Graphics(STAR))
    const coat = new Graphics(clothes.body)
    const wool = new Graphics(clothes.wool)
    const under = [this.#left, this.#right, ...this.#links]
    this.#body.addChild(...under, coat, this.#eyes, wool, this.#arm, this.#crown, this.#flash)
    this.#tag = nameTag(pip)
    this.addChild(this.#body, this.#stars, this.#tag)
    if (pip.mine) this.zIndex = 1
  }

  /** Throws: the arm swings from behind the head to the front. */
  swing(): void {
    this.#sinceThrow = 0
  }

  /** The player is hit by a snowball: a flash, a jolt, and stars. */
  hurt(): void {
    this.#sinceHurt = 0
    this.#squashSpeed = -4.5
    this.#stars.visible = true
  }

  /** The player is back at the start, and blinks to show it. */
  comeBack(): void {
    this.#sinceBack = 0
  }

  /** Call once per frame, whether the figure can be seen or not: what has begun goes on and ends. */
  age(dtSeconds: number): void {
    this.#sinceThrow += dtSeconds
    this.#sinceHurt += dtSeconds
    this.#sinceBack += dtSeconds
  }

  /** Call instead of `show` while the figure cannot be seen: nothing swings until it can. */
  settle({ grounded }: PipView): void {
    this.#squash = 0
    this.#squashSpeed = 0
    this.#fallSpeed = 0
    this.#wasGrounded = grounded
  }

  /** Call after `age` in a frame in which the figure can be seen, with the view as it is shown now. */
  show(pip: PipView, isLeader: boolean, dtSeconds: number): void {
    const { pose } = this
    this.#seconds += dtSeconds
    const half = Math.floor(pose.stride / Math.PI)
    pose.update(pip, dtSeconds)
    this.hasStepped = Math.floor(pose.stride / Math.PI) !== half
    this.#left.position.set(pose.left.x, pose.left.y)
    this.#left.rotation = pose.left.turn
    this.#right.position.set(pose.right.x, pose.right.y)
    this.#right.rotation = pose.right.turn
    this.#spring(pip, dtSeconds)
    const aim = pip.facing === 'left' ? -1 : 1
    this.#side += (aim - this.#side) * (1 - 2 ** (-dtSeconds / 0.035))
    const tall = 1 + this.#squash + pose.stretch
    // The figure turns round without ever being as thin as paper.
    const side = Math.sign(this.#side) * Math.max(Math.abs(this.#side), 0.35)
    this.#body.scale.set(side / tall, tall)
    this.#body.rotation = pose.lean
    this.#body.y = pose.bob
    this.#trail(pip, Math.min(Math.abs(pip.vx) / RUN_SPEED, 1))
    this.#moveArm()
    this.#look(pip)
    this.#wearCrown(isLeader, dtSeconds)
    this.#body.visible = this.#sinceBack > BLINK_SECONDS || (this.#sinceBack * 6) % 1 > 0.35
  }

  /** A damped spring that a landing pushes and a jump pulls. */
  #spring(pip: PipView, dtSeconds: number): void {
    if (pip.grounded && !this.#wasGrounded) this.#squashSpeed = -Math.min(this.#fallSpeed / 55, 7)
    if (!pip.grounded && this.#wasGrounded && pip.vy < 0) this.#squashSpeed = 2.6
    this.#wasGrounded = pip.grounded
    this.#fallSpeed = Math.max(pip.vy, 0)
    // It moves in small pieces, so that a slow frame cannot make the spring explode.
    const pieces = Math.min(Math.ceil(dtSeconds / 0.008), 12)
    for (let i = 0; i < pieces; i++) {
      const dt = dtSeconds / pieces
      this.#squashSpeed += (-SPRING * this.#squash - DAMPING * this.#squashSpeed) * dt
      this.#squash += this.#squashSpeed * dt
    }
    this.#squash = Math.max(-0.35, Math.min(this.#squash, 0.25))
  }

  /** The scarf hangs when still, streams behind when running, and lifts when falling. Each link hangs from the last. */
  #trail(pip: PipView, run: number): void {
    const lift = Math.max(-0.5, Math.min(pip.vy / 420, 1)) * this.pose.air
    const whip = Math.max(1 - this.#sinceThrow / THROW_SECONDS, 0)
    let x = -5.6
    let y = -8.6
    let turn = 0
    for (let i = 0; i < this.#links.length; i++) {
      const flutter = Math.sin(this.#seconds * (5 + run * 7) - i * 1.1) * (0.1 + 0.2 * run)
      turn += (i === 0 ? -1.15 + run + lift * 0.8 + whip * 0.9 : -0.1 + lift * 0.15) + flutter
      const link = this.#links[i]
      if (!link) continue
      link.position.set(x, y)
      link.rotation = turn
      x -= Math.cos(turn) * 4.8
      y -= Math.sin(turn) * 4.8
    }
  }

  /** The arm swings against the legs. To throw, it comes over the head and down in front, then eases back. */
  #moveArm(): void {
    const share = Math.min(this.#sinceThrow / THROW_SECONDS, 1)
    const thrown = share < 0.45 ? -3.4 + share * 5.2 : -1.06 * (1 - (share - 0.45) / 0.55)
    const blend = Math.min((1 - share) * 3, 1)
    const swing = this.pose.swing * 0.8
    this.#arm.rotation = swing + (thrown - swing) * blend
    this.#arm.x = -1.6 + 2.4 * blend
  }

  /** Eyes blink and look where the player falls. They are screwed up when the player has been hit. */
  #look(pip: PipView): void {
    const isDizzy = this.#sinceHurt < DIZZY_SECONDS
    const isShut = this.#sinceHurt < 0.45
    const eyes = isShut ? OUCH_EYES : EYES
    if (this.#eyes.context !== eyes) this.#eyes.context = eyes
    const blinks = !isShut && (this.#seconds * 0.31) % 1 < 0.035
    this.#eyes.scale.y = blinks ? 0.15 : 1
    this.#eyes.y = -13.6 + Math.max(-1, Math.min(pip.vy / 260, 1)) * 0.9 * this.pose.air
    this.#flash.visible = this.#sinceHurt < 0.16
    this.#flash.alpha = 0.9 - this.#sinceHurt * 4
    this.#stars.visible = isDizzy
    if (!isDizzy) return
    const { children } = this.#stars
    for (let i = 0; i < children.length; i++) {
      const turn = this.#seconds * 5.5 + (i * Math.PI * 2) / STARS
      children[i]?.position.set(Math.cos(turn) * 9, -24 + Math.sin(turn) * 2.8)
    }
    this.#stars.alpha = Math.min((DIZZY_SECONDS - this.#sinceHurt) * 4, 1)
  }

  #wearCrown(isLeader: boolean, dtSeconds: number): void {
    const change = dtSeconds / 0.25
    this.#crowned = Math.max(0, Math.min(this.#crowned + (isLeader ? change : -change), 1))
    const share = this.#crowned
    this.#crown.visible = share > 0
    this.#tag.y = TAG_Y - share * 5
    if (share === 0) return
    // Half-way, it is a little larger than at the end.
    this.#crown.scale.set(share * (1 + 0.9 * (1 - share)))
    this.#crown.y = -24.4 + Math.sin(this.#seconds * 2.4) * 0.5
    this.#crown.rotation = -0.12
  }
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
  tag.y = TAG_Y
  return tag
}
