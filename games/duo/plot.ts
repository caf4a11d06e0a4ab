import { colour } from './hue.ts'

const SAMPLES = 250
const SAMPLE_SECONDS = 0.02
/** The distance that half of the height stands for at least, in pixels of the level. */
const LEAST_PX = 40
/** The share of the scale that is left after a second that needs less. */
const SHRINK_PER_SECOND = 0.7

/**
 * The last five seconds of one player. Above the line: how far the player's own client is ahead of the server. Below
 * the line: how far behind the server the other client shows the player.
 */
export class Plot {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D | null
  readonly #ahead = new Float32Array(SAMPLES)
  readonly #behind = new Float32Array(SAMPLES)
  readonly #fill: string
  readonly #soft: string
  #next = 0
  #dueSeconds = 0
  #halfPx = LEAST_PX
  #width = 0
  #height = 0

  constructor(canvas: HTMLCanvasElement, hue: number) {
    this.#canvas = canvas
    this.#context = canvas.getContext('2d')
    this.#fill = colour(hue)
    this.#soft = `hsl(${hue} 85% 68% / 45%)`
    new ResizeObserver(() => this.#fit()).observe(canvas)
    this.#fit()
  }

  /** Takes what is on display now. Call once per frame. */
  add(aheadPx: number, behindPx: number, dtSeconds: number): void {
    this.#dueSeconds += dtSeconds
    for (; this.#dueSeconds > 0; this.#dueSeconds -= SAMPLE_SECONDS) {
      this.#ahead[this.#next] = aheadPx
      this.#behind[this.#next] = behindPx
      this.#next = (this.#next + 1) % SAMPLES
    }
    let most = LEAST_PX
    for (let i = 0; i < SAMPLES; i++)
      most = Math.max(most, this.#ahead[i] ?? 0, this.#behind[i] ?? 0)
    this.#halfPx = Math.max(most * 1.08, this.#halfPx * SHRINK_PER_SECOND ** dtSeconds)
  }

  /** Draws it. */
  draw(): void {
    const c = this.#context
    if (!c) return
    const middle = this.#height / 2
    c.clearRect(0, 0, this.#width, this.#height)
    this.#area(c, this.#ahead, -1, this.#fill)
    this.#area(c, this.#behind, 1, this.#soft)
    c.fillStyle = 'rgb(233 239 255 / 55%)'
    c.fillRect(0, middle - 0.5, this.#width, 1)
  }

  #area(c: CanvasRenderingContext2D, values: Float32Array, sign: number, fill: string): void {
    const middle = this.#height / 2
    c.fillStyle = fill
    c.beginPath()
    c.moveTo(0, middle)
    for (let i = 0; i < SAMPLES; i++) {
      const value = values[(this.#next + i) % SAMPLES] ?? 0
      const y = middle + (sign * value * middle) / this.#halfPx
      c.lineTo((i / (SAMPLES - 1)) * this.#width, y)
    }
    c.lineTo(this.#width, middle)
    c.fill()
  }

  #fit(): void {
    this.#width = this.#canvas.clientWidth
    this.#height = this.#canvas.clientHeight
    this.#canvas.width = Math.round(this.#width * devicePixelRatio)
    this.#canvas.height = Math.round(this.#height * devicePixelRatio)
    this.#context?.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
  }
}
