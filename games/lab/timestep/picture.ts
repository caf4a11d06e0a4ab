import { Canvas } from '../../link/canvas.ts'
import { RADIUS_M, ROOM_M, WALL_M, WALL_THICK_M } from './ball.ts'
import type { Lane } from './lane.ts'
import { START_M } from './spring.ts'

/** How much of the spring's past the picture shows, in ms of simulated time. */
const TRACE_MS = 1200
/** How many earlier frames of the ball remain visible. */
const GHOSTS = 9
/** How long the wall shows that the ball flew through it, in frames of the page. */
const FLASH_FRAMES = 40
const BAD = '#ff9d85'
const FAINT = 'rgb(238 243 255 / 26%)'
const SOFT = 'rgb(238 243 255 / 62%)'
const COILS = 7

/** Draws what a lane shows: the spring and its recent past above, the ball, its last frames and the wall below. */
export class LanePicture {
  readonly #canvas: Canvas
  readonly #colour: string
  #tunnelled = 0
  #flashFrames = 0

  constructor(element: HTMLCanvasElement, colour: string) {
    this.#canvas = new Canvas(element)
    this.#colour = colour
  }

  draw(lane: Lane): void {
    const { context: c, width, height } = this.#canvas
    c.clearRect(0, 0, width, height)
    if (width === 0) return
    const split = Math.round(height * 0.62)
    c.fillStyle = 'rgb(255 255 255 / 10%)'
    c.fillRect(0, split, width, 1)
    this.#spring(lane, width, split)
    this.#ball(lane, width, split, height)
  }

  #spring(lane: Lane, width: number, height: number): void {
    const c = this.#canvas.context
    const middle = height * 0.54
    const pxPerM = (height * 0.27) / START_M
    const weightX = width - 24
    c.save()
    c.beginPath()
    c.rect(0, 0, width, height)
    c.clip()
    c.fillStyle = FAINT
    c.fillRect(0, Math.round(middle), width, 1)
    this.#trace(lane, weightX, middle, pxPerM)
    if (lane.spring.isBroken) {
      c.fillStyle = BAD
      c.font = '600 13px system-ui, "DejaVu Sans", sans-serif'
      c.textAlign = 'right'
      c.fillText('exploded', width - 8, 20)
    } else this.#coil(weightX, middle + lane.shownSpringM * pxPerM)
    c.restore()
  }

  #trace({ trail }: Lane, fromX: number, middle: number, pxPerM: number): void {
    const c = this.#canvas.context
    const pxPerMs = fromX / TRACE_MS
    c.strokeStyle = this.#colour
    c.lineWidth = 1.5
    c.lineJoin = 'round'
    c.beginPath()
    let x = fromX
    let isDrawing = false
    for (let back = 0; back < trail.count && x > 0; back++) {
      const y = middle + trail.springM(back) * pxPerM
      if (Number.isNaN(y)) isDrawing = false
      else if (isDrawing) c.lineTo(x, y)
      else {
        c.moveTo(x, y)
        isDrawing = true
      }
      x -= trail.lengthMs(back) * pxPerMs
    }
    c.stroke()
  }

  #coil(x: number, weightY: number): void {
    const c = this.#canvas.context
    c.strokeStyle = SOFT
    c.lineWidth = 1.5
    c.beginPath()
    c.moveTo(x, 0)
    for (let i = 1; i < COILS * 2; i++)
      c.lineTo(x + (i % 2 === 0 ? -6 : 6), (weightY * i) / (COILS * 2))
    c.lineTo(x, weightY)
    c.stroke()
    c.fillStyle = this.#colour
    c.beginPath()
    c.roundRect(x - 10, weightY - 8, 20, 16, 4)
    c.fill()
  }

  #ball({ ball, trail }: Lane, width: number, top: number, bottom: number): void {
    const c = this.#canvas.context
    const pxPerM = width / ROOM_M
    const y = (top + bottom) / 2
    if (ball.tunnelled > this.#tunnelled) this.#flashFrames = FLASH_FRAMES
    this.#tunnelled = ball.tunnelled
    this.#flashFrames = Math.max(0, this.#flashFrames - 1)
    const thick = Math.max(3, WALL_THICK_M * pxPerM)
    c.fillStyle = this.#flashFrames > 0 ? BAD : SOFT
    c.fillRect(WALL_M * pxPerM - thick / 2, top + 4, thick, bottom - top - 8)
    const radius = Math.max(5, RADIUS_M * pxPerM)
    c.fillStyle = this.#colour
    for (let back = Math.min(GHOSTS, trail.count - 1); back >= 0; back--) {
      c.globalAlpha = back === 0 ? 1 : 0.32 * (1 - back / (GHOSTS + 1))
      c.beginPath()
      c.arc(trail.ballM(back) * pxPerM, y, radius, 0, 2 * Math.PI)
      c.fill()
    }
    c.globalAlpha = 1
  }
}
