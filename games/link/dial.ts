import { Canvas } from './canvas.ts'

const TICKS = 12

/** Draws the hand as the session shows it, and a ring at the rim where the newest news has it. */
export class Dial {
  readonly #canvas: Canvas
  readonly #colour: string

  constructor(element: HTMLCanvasElement, colour: string) {
    this.#canvas = new Canvas(element)
    this.#colour = colour
  }

  /** `turn` is the hand on display, `newest` that of the newest news, in radians; NaN for what is not known. */
  draw(turn: number, newest: number): void {
    const { context: c, width, height } = this.#canvas
    const radius = Math.min(width, height) / 2 - 8
    c.clearRect(0, 0, width, height)
    if (radius <= 0) return
    c.save()
    c.translate(width / 2, height / 2)
    this.#face(radius)
    if (!Number.isNaN(newest)) this.#ring(newest, radius)
    if (!Number.isNaN(turn)) this.#hand(turn, radius)
    c.restore()
  }

  #face(radius: number): void {
    const c = this.#canvas.context
    c.fillStyle = 'rgb(0 0 0 / 22%)'
    c.beginPath()
    c.arc(0, 0, radius, 0, 2 * Math.PI)
    c.fill()
    c.fillStyle = 'rgb(238 243 255 / 42%)'
    for (let i = 0; i < TICKS; i++) {
      const angle = (i / TICKS) * 2 * Math.PI
      c.beginPath()
      c.arc(Math.cos(angle) * (radius - 8), Math.sin(angle) * (radius - 8), 1.5, 0, 2 * Math.PI)
      c.fill()
    }
  }

  #ring(newest: number, radius: number): void {
    const c = this.#canvas.context
    c.strokeStyle = 'rgb(238 243 255 / 85%)'
    c.lineWidth = 2
    c.beginPath()
    c.arc(Math.cos(newest) * (radius - 8), Math.sin(newest) * (radius - 8), 5, 0, 2 * Math.PI)
    c.stroke()
  }

  #hand(turn: number, radius: number): void {
    const c = this.#canvas.context
    c.strokeStyle = this.#colour
    c.fillStyle = this.#colour
    c.lineCap = 'round'
    c.lineWidth = Math.max(4, radius / 13)
    c.beginPath()
    c.moveTo(0, 0)
    c.lineTo(Math.cos(turn) * (radius - 20), Math.sin(turn) * (radius - 20))
    c.stroke()
    c.beginPath()
    c.arc(0, 0, Math.max(6, radius / 9), 0, 2 * Math.PI)
    c.fill()
  }
}
