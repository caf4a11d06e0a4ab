import { Container, Sprite, type Texture } from 'pixi.js'
import { piece } from './sheet.ts'

/** The most pieces at once. Beyond that, the oldest goes. */
const MOST = 320
/** This many random numbers are drawn, and then come again: V8 allocates every number that `Math.random` gives. */
const CHANCES = 512

interface Bit {
  readonly sprite: Sprite
  x: number
  y: number
  vx: number
  vy: number
  gravity: number
  spin: number
  ageSeconds: number
  lifeSeconds: number
  size: number
  /** How much larger a piece gets in a second. */
  growth: number
  /** How visible a piece is at first. */
  strength: number
}

/** A runner: its place and direction, which is of length 1. */
export interface Runner {
  readonly x: number
  readonly y: number
  readonly wayX: number
  readonly wayY: number
}

/** Everything that flies about for a moment: dust, grass, stars, hearts, wool. Allocates nothing after it is made. */
export class Bits {
  /** In units of the meadow. */
  readonly root: Container = new Container()
  readonly #bits: Bit[] = []
  readonly #dust: Texture = piece('dust')
  readonly #gloom: Texture = piece('gloom')
  readonly #cloud: Texture = piece('cloud')
  readonly #grass: Texture = piece('grass')
  readonly #clod: Texture = piece('clod')
  readonly #heart: Texture = piece('heart')
  readonly #star: Texture = piece('star')
  readonly #wool: Texture = piece('tuftlet')
  readonly #plus: Texture = piece('plus')
  readonly #chances: Float64Array = new Float64Array(CHANCES)
  #chance = 0
  #next = 0

  constructor() {
    for (let i = 0; i < CHANCES; i++) this.#chances[i] = Math.random()
    for (let i = 0; i < MOST; i++) {
      const sprite = new Sprite(this.#dust)
      sprite.anchor.set(0.5)
      sprite.visible = false
      this.root.addChild(sprite)
      this.#bits.push({
        sprite,
        x: 0.5,
        y: 0.5,
        vx: 0.5,
        vy: 0.5,
        gravity: 0.5,
        spin: 0.5,
        ageSeconds: 0.5,
        lifeSeconds: 0.5,
        size: 0.5,
        growth: 0.5,
        strength: 0.5,
      })
    }
  }

  /** What the feet of a `runner` throw up behind them. */
  kick(runner: Runner): void {
    const bit = this.#take(this.#dust)
    bit.x = runner.x - runner.wayX * 6
    bit.y = runner.y - 2
    bit.vx = -runner.wayX * 14 + (this.#random() - 0.5) * 12
    bit.vy = -runner.wayY * 9 - 6 - this.#random() * 6
    bit.lifeSeconds = 0.5 + this.#random() * 0.25
    bit.size = 0.5 + this.#random() * 0.4
    bit.growth = 1.3
    bit.strength = 0.7
  }

  /** A blade of grass, or a clod of mud, that a `runner` throws up. */
  chip(runner: Runner, isMud: boolean): void {
    const texture = isMud ? this.#clod : this.#grass
    const bit = this.#take(texture)
    bit.x = runner.x - runner.wayX * 5
    bit.y = runner.y - 2
    bit.vx = -runner.wayX * (20 + this.#random() * 26) + (this.#random() - 0.5) * 30
    bit.vy = -runner.wayY * 16 - 26 - this.#random() * 34
    bit.gravity = 190
    bit.spin = (this.#random() - 0.5) * 14
    bit.lifeSeconds = 0.42
    bit.size = 0.7 + this.#random() * 0.7
    bit.growth = 0.01
  }

  /** A sheep has come home: stars, a heart, and the sheep's value for the player who brought it. */
  welcome(x: number, y: number, isMine: boolean): void {
    const stars = isMine ? 6 : 3
    for (let i = 0; i < stars; i++) {
      const turn = (i / stars) * Math.PI * 2 + this.#random()
      const bit = this.#take(this.#star)
      bit.x = x
      bit.y = y - 12
      bit.vx = Math.cos(turn) * (28 + this.#random() * 22)
      bit.vy = Math.sin(turn) * 22 - 26
      bit.gravity = 40
      bit.spin = (this.#random() - 0.5) * 7
      bit.lifeSeconds = 0.6 + this.#random() * 0.3
      bit.size = 0.6 + this.#random() * 0.4
      bit.growth = -0.3
    }
    const heart = this.#take(isMine ? this.#plus : this.#heart)
    heart.x = x
    heart.y = y - 22
    heart.vy = -26
    heart.lifeSeconds = 1.1
    heart.size = isMine ? 1.15 : 0.9
    heart.growth = 0
    this.#puff(this.#cloud, x, y - 4, 3, 0.5)
  }

  /** A wolf has caught a sheep: a grey puff, and wool that sinks. */
  lament(x: number, y: number): void {
    this.#puff(this.#gloom, x, y - 6, 6, 1)
    for (let i = 0; i < 7; i++) {
      const bit = this.#take(this.#wool)
      bit.x = x + (this.#random() - 0.5) * 14
      bit.y = y - 10
      bit.vx = (this.#random() - 0.5) * 50
      bit.vy = -20 - this.#random() * 30
      bit.gravity = 46
      bit.spin = (this.#random() - 0.5) * 3
      bit.lifeSeconds = 1.2 + this.#random() * 0.5
      bit.size = 0.6 + this.#random() * 0.6
      bit.growth = 0
    }
  }

  /** Call once per frame. */
  fly(dtSeconds: number): void {
    for (let i = 0; i < MOST; i++) {
      const bit = this.#bits[i]
      if (!bit?.sprite.visible) continue
      const { sprite } = bit
      bit.ageSeconds += dtSeconds
      const age = bit.ageSeconds / bit.lifeSeconds
      if (age >= 1) {
        sprite.visible = false
        continue
      }
      bit.vy += bit.gravity * dtSeconds
      bit.size += bit.growth * dtSeconds
      bit.x += bit.vx * dtSeconds
      bit.y += bit.vy * dtSeconds
      sprite.position.set(bit.x, bit.y)
      sprite.rotation += bit.spin * dtSeconds
      sprite.alpha = Math.min((1 - age) * 2, 1) * bit.strength
      sprite.scale.set(bit.size)
    }
  }

  #random(): number {
    this.#chance = (this.#chance + 1) % CHANCES
    return this.#chances[this.#chance]!
  }

  #puff(texture: Texture, x: number, y: number, count: number, strength: number): void {
    for (let i = 0; i < count; i++) {
      const turn = (i / count) * Math.PI * 2
      const bit = this.#take(texture)
      bit.x = x + Math.cos(turn) * 5
      bit.y = y + Math.sin(turn) * 3
      bit.vx = Math.cos(turn) * 16
      bit.vy = Math.sin(turn) * 9 - 8
      bit.lifeSeconds = 0.7 + this.#random() * 0.3
      bit.size = 0.9 + this.#random() * 0.5
      bit.growth = 1
      bit.strength = strength * 0.8
    }
  }

  #take(texture: Texture): Bit {
    const bit = this.#bits[this.#next] as Bit
    this.#next = (this.#next + 1) % MOST
    const { sprite } = bit
    if (sprite.texture !== texture) sprite.texture = texture
    sprite.rotation = 0
    sprite.visible = true
    bit.vx = 0
    bit.vy = 0
    bit.gravity = 0
    bit.spin = 0
    bit.ageSeconds = 0
    bit.strength = 1
    return bit
  }
}
