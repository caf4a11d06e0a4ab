import uPlot from 'uplot'
import { type History, type Quantity, SAMPLES } from './history.ts'

/** One quantity of a plot. */
export interface Line {
  readonly quantity: Quantity
  readonly label: string
  /** Shown under the pointer. */
  readonly title: string
  readonly colour: string
  /** The value beside the label, with its unit. It is read at every draw. */
  readonly value: (history: History) => string
}

/** What a plot shows and how. */
export interface PlotOptions {
  readonly lines: readonly Line[]
  /** Lines; columns that stand on each other, the last at the bottom; or areas one before the other. */
  readonly style: 'lines' | 'columns' | 'areas'
  /** The unit of the scale, which is written at its top, and how many units of the history make one of it. */
  readonly unit: string
  readonly unitSize: number
  /** The scale reaches at least this far. It grows in steps of 1, 2, 5, 10 ... times as much. */
  readonly top: number
  /** A quantity that draws a stroke through the whole plot wherever it is above 0. */
  readonly strokes?: Line
}

const HEIGHT = 46
const ZERO = 'rgb(255 255 255 / 16%)'
const INK = 'rgb(233 239 255 / 70%)'
/** A sample is not a pixel wide on every screen, so strokes have a width of their own, in CSS pixels. */
const STROKE_WIDTH = 2

/** One plot over the history's 20 s, below a line that says what it shows and what the values are now. */
export class Plot {
  readonly root: HTMLElement = document.createElement('div')
  readonly #history: History
  readonly #options: PlotOptions
  readonly #columns: readonly Float64Array[]
  readonly #strokes = new Float64Array(SAMPLES)
  readonly #data: Float64Array[]
  readonly #range: [number, number] = [0, 1]
  readonly #values: readonly HTMLElement[]
  readonly #chart: uPlot

  constructor(history: History, options: PlotOptions, width: number) {
    this.#history = history
    this.#options = options
    this.#columns = options.lines.map(() => new Float64Array(SAMPLES))
    this.#data = [Float64Array.from({ length: SAMPLES }, (_, i) => i), ...this.#columns]
    this.#range[1] = options.top
    this.root.className = 'plot'
    const legend = document.createElement('p')
    this.root.append(legend)
    const lines = options.strokes ? [...options.lines, options.strokes] : options.lines
    this.#values = lines.map((line) => addKey(legend, line))
    this.#chart = new uPlot(this.#look(width), this.#data as never, this.root)
  }

  /** Draws what the history holds. */
  draw(): void {
    const { lines, style, strokes } = this.#options
    for (let i = 0; i < lines.length; i++)
      this.#history.copy(lines[i]!.quantity, this.#columns[i]!, style === 'lines' ? Number.NaN : 0)
    if (strokes) this.#history.copy(strokes.quantity, this.#strokes, 0)
    if (style === 'columns') this.#stack()
    this.#setRange()
    this.#chart.setData(this.#data as never)
    for (let i = 0; i < this.#values.length; i++) {
      const text = (lines[i] ?? strokes)?.value(this.#history) ?? ''
      const value = this.#values[i]
      if (value && value.textContent !== text) value.textContent = text
    }
  }

  #stack(): void {
    for (let i = this.#columns.length - 2; i >= 0; i--) {
      const upper = this.#columns[i]!
      const lower = this.#columns[i + 1]!
      for (let at = 0; at < SAMPLES; at++) upper[at]! += lower[at]!
    }
  }

  #setRange(): void {
    let least = 0
    let most = 0
    for (let i = 0; i < this.#columns.length; i++) {
      const column = this.#columns[i]!
      for (let at = 0; at < SAMPLES; at++) {
        if (column[at]! < least) least = column[at]!
        if (column[at]! > most) most = column[at]!
      }
    }
    this.#range[0] = least < 0 ? -roundUp(-least, this.#options.top / 2) : 0
    this.#range[1] = roundUp(most, this.#options.top)
  }

  #look(width: number): uPlot.Options {
    const { lines, style } = this.#options
    const stepped = uPlot.paths.stepped?.({ align: -1 })
    return {
      width,
      height: HEIGHT,
      padding: [1, 0, 1, 0],
      pxAlign: 0,
      legend: { show: false },
      cursor: { show: false },
      axes: [{ show: false }, { show: false }],
      scales: {
        x: { time: false, range: [0, SAMPLES - 1] },
        y: { range: () => this.#range },
      },
      series: [
        {},
        ...lines.map(
          ({ colour }): uPlot.Series => ({
            auto: false,
            points: { show: false },
            width: style === 'columns' ? 0 : 1.25,
            stroke: colour,
            ...(style === 'columns' && stepped ? { paths: stepped, fill: colour } : {}),
            ...(style === 'areas' ? { fill: `${colour}2e` } : {}),
          }),
        ),
      ],
      hooks: {
        drawClear: [(chart) => this.#drawBelow(chart)],
        draw: [(chart) => this.#drawTop(chart)],
      },
    }
  }

  /** Draws the zero line and the strokes. */
  #drawBelow(chart: uPlot): void {
    const { ctx, bbox } = chart
    const pixel = uPlot.pxRatio
    const zero = chart.valToPos(0, 'y', true)
    ctx.fillStyle = ZERO
    ctx.fillRect(bbox.left, zero - pixel / 2, bbox.width, pixel)
    const colour = this.#options.strokes?.colour
    if (colour === undefined) return
    ctx.fillStyle = colour
    const width = STROKE_WIDTH * pixel
    for (let i = 0; i < SAMPLES; i++) {
      if (this.#strokes[i]! > 0)
        ctx.fillRect(chart.valToPos(i, 'x', true) - width / 2, bbox.top, width, bbox.height)
    }
  }

  /** The top of the scale. */
  #drawTop(chart: uPlot): void {
    const { ctx, bbox } = chart
    const pixel = uPlot.pxRatio
    ctx.fillStyle = INK
    ctx.font = `${13 * pixel}px system-ui, sans-serif`
    ctx.textAlign = 'left'
    ctx.textBaseline = 'top'
    const { unit, unitSize } = this.#options
    const text = `${this.#range[1] / unitSize} ${unit}`
    ctx.fillText(text, bbox.left + 3 * pixel, bbox.top + pixel)
  }
}

/** Adds a quantity to a legend, and returns the element for its value. */
function addKey(legend: HTMLElement, { label, title, colour }: Line): HTMLElement {
  const key = document.createElement('span')
  const value = document.createElement('b')
  key.title = title
  key.style.setProperty('--colour', colour)
  key.append(`${label} `, value)
  legend.append(key)
  return value
}

/** The least of `unit` times 1, 2, 5, 10, 20 ... that is not below `value`. */
function roundUp(value: number, unit: number): number {
  let top = unit
  for (let i = 0; top < value; i++) top *= i % 3 === 1 ? 2.5 : 2
  return top
}
