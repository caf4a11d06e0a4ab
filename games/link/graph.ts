import { Canvas } from './canvas.ts'
import type { Waits } from './waits.ts'

/** How far back the graph goes. */
export const GRAPH_MS = 30_000
/** The full height of the graph is at least this many ms. */
const LEAST_MS = 100

/** Draws how long ago the last news was, over the last 30 s. A lost packet that holds others up is a peak. */
export class Graph {
  readonly #canvas: Canvas
  readonly #colour: string
  readonly #waits: Waits
  #columns = new Float64Array(0)

  constructor(element: HTMLCanvasElement, colour: string, waits: Waits) {
    this.#canvas = new Canvas(element)
    this.#colour = colour
    this.#waits = waits
  }

  /** Brings the columns up to date, and returns the height that they need, in ms. */
  read(nowMs: number): number {
    const columns = Math.max(1, Math.floor(this.#canvas.width / 2))
    if (columns !== this.#columns.length) this.#columns = new Float64Array(columns)
    const columnMs = GRAPH_MS / columns
    // Columns begin at multiples of their width, so that a peak keeps its shape as it moves.
    this.#waits.columns(Math.floor(nowMs / columnMs) * columnMs, columnMs, this.#columns)
    let most = LEAST_MS
    for (const wait of this.#columns) if (wait > most) most = wait
    return most
  }

  /** Draws what `read` has read. `fullMs` is the height of the graph. */
  draw(fullMs: number): void {
    const { context: c, width, height } = this.#canvas
    const columns = this.#columns
    c.clearRect(0, 0, width, height)
    c.fillStyle = 'rgb(238 243 255 / 16%)'
    for (const share of [0.5, 1]) c.fillRect(0, Math.round(height * (1 - share * 0.9)), width, 1)
    c.fillStyle = this.#colour
    for (let i = 0; i < columns.length; i++) {
      const wait = columns[i]!
      if (Number.isNaN(wait)) continue
      const high = (wait / fullMs) * height * 0.9
      c.fillRect((i / columns.length) * width, height - high, width / columns.length + 0.3, high)
    }
  }
}

/** Returns the height that both graphs get: a round number of ms, at least what either needs. */
export function roundUp(ms: number): number {
  const step = 10 ** Math.floor(Math.log10(ms)) / 2
  return Math.ceil(ms / step - 1e-9) * step
}
