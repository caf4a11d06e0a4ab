import type { Schedule } from 'glissade/score'
import { Canvas } from '../link/canvas.ts'
import { placeAt } from './playhead.ts'

const PAST_MS = 3000
/** A packet that was sent longer ago than this before the left edge is not looked for. */
const LONGEST_WAY_MS = 4000
const EDGE_PX = 9
const WAY = 'rgb(143 180 255 / 60%)'
const SENT = 'rgb(238 243 255 / 80%)'
const ARRIVED = '#8ee6b0'
const LOST = '#ff9d85'

/** The packets of the last 3 s: sent on the upper line, arrived on the lower one; a lost one ends on its way. */
export class PacketsPicture {
  readonly #canvas: Canvas

  constructor(element: HTMLCanvasElement) {
    this.#canvas = new Canvas(element)
  }

  /** Draws what is known at `nowMs`. */
  draw({ leavesMs, arrivesMs }: Schedule, nowMs: number): void {
    const { context: c, width, height } = this.#canvas
    const fromMs = nowMs - PAST_MS
    const pxPerMs = width / PAST_MS
    const bottom = height - EDGE_PX
    c.clearRect(0, 0, width, height)
    c.fillStyle = 'rgb(238 243 255 / 16%)'
    c.fillRect(0, EDGE_PX, width, 1)
    c.fillRect(0, bottom, width, 1)
    for (let k = placeAt(leavesMs, nowMs); k >= 0; k--) {
      const leftMs = leavesMs[k]!
      if (leftMs < fromMs - LONGEST_WAY_MS) break
      const arrivedMs = arrivesMs[k]!
      const isLost = Number.isNaN(arrivedMs)
      const x = (leftMs - fromMs) * pxPerMs
      const lostX = x + 12
      const endMs = Math.min(arrivedMs, nowMs)
      const share = isLost ? 0.4 : arrivedMs > leftMs ? (endMs - leftMs) / (arrivedMs - leftMs) : 1
      const toX = isLost ? lostX : (endMs - fromMs) * pxPerMs
      const toY = EDGE_PX + (bottom - EDGE_PX) * share
      c.strokeStyle = isLost ? LOST : WAY
      c.lineWidth = 1.25
      c.beginPath()
      c.moveTo(x, EDGE_PX)
      c.lineTo(toX, toY)
      c.stroke()
      this.#dot(x, EDGE_PX, SENT)
      if (isLost) this.#dot(toX, toY, LOST)
      else if (arrivedMs <= nowMs) this.#dot(toX, bottom, ARRIVED)
    }
  }

  #dot(x: number, y: number, colour: string): void {
    const c = this.#canvas.context
    c.fillStyle = colour
    c.beginPath()
    c.arc(x, y, 2.5, 0, 2 * Math.PI)
    c.fill()
  }
}
