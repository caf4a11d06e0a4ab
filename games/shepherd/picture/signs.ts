import { Container, Sprite } from 'pixi.js'
import { PENS, type Pen } from '../rules/meadow.ts'
import { gatePosts } from './fences.ts'
import type { PenView, Scene } from './scene.ts'
import { piece } from './sheet.ts'
import { BOARD_Y } from './woodwork.ts'

const DIGITS = 4
/** Units from one digit to the next, and from the sign's middle to theirs. */
const DIGIT_WIDTH = 7.4
const DIGITS_X = 7.5
/** How high a flag hangs on its post. */
const FLAG_Y = -34

/** At each gate a sign that says how many sheep are in the pen, and a flag of the pen's colour. */
export class Signs {
  readonly #pens: readonly PenView[]
  readonly #signs: Container[] = []
  readonly #flags: Sprite[] = []
  /** What each sign says. */
  readonly #counts: Int32Array = new Int32Array(PENS.length).fill(-1)
  #seconds = 0.5

  constructor(scene: Scene, layer: Container) {
    this.#pens = scene.entities('pen')
    for (const [n, pen] of PENS.entries()) {
      const { x, y } = placeOf(pen)
      const sign = new Container()
      sign.addChild(new Sprite(piece(`sign${n}`)))
      for (let i = 0; i < DIGITS; i++) {
        const digit = new Sprite(piece('digit0'))
        digit.y = BOARD_Y
        sign.addChild(digit)
      }
      sign.position.set(x, y)
      this.#signs.push(sign)
      layer.addChild(sign)
      for (const post of gatePosts(pen)) {
        const flag = new Sprite(piece(`flag${n}`))
        flag.position.set(post.x + 3, post.y + 1.5)
        flag.pivot.y = -FLAG_Y
        this.#flags.push(flag)
        layer.addChild(flag)
      }
    }
  }

  /** Call once per frame. */
  show(dtSeconds: number): void {
    this.#seconds += dtSeconds
    for (let i = 0; i < this.#flags.length; i++) {
      const flag = this.#flags[i]
      if (flag) flag.scale.x = 0.86 + 0.14 * Math.sin(this.#seconds * 3.1 + i * 1.3)
    }
    for (let i = 0; i < this.#pens.length; i++) {
      const pen = this.#pens[i]
      if (!pen || this.#counts[pen.index] === pen.count) continue
      this.#counts[pen.index] = pen.count
      const sign = this.#signs[pen.index]
      if (sign) write(sign, pen.count)
    }
  }
}

function write(sign: Container, count: number): void {
  const length = count > 999 ? 4 : count > 99 ? 3 : count > 9 ? 2 : 1
  let left = count
  for (let i = 0; i < DIGITS; i++) {
    const digit = sign.children[i + 1] as Sprite
    digit.visible = i < length
    if (!digit.visible) continue
    digit.texture = piece(`digit${left % 10}`)
    digit.x = DIGITS_X + ((length - 1) / 2 - i) * DIGIT_WIDTH
    left = Math.floor(left / 10)
  }
}

/** It stands beside the gate, outside, clear of the gate's wings. */
function placeOf(pen: Pen): { x: number; y: number } {
  const [first] = gatePosts(pen)
  const { x, y } = first ?? pen
  if (pen.gate === 'west') return { x: x - 30, y: y - 26 }
  if (pen.gate === 'east') return { x: x + 30, y: y - 26 }
  return { x: x - 52, y: pen.gate === 'north' ? y - 10 : y + 12 }
}
