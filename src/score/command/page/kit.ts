import type { Bounds, MotionScore } from '../../measures/score-types.ts'
import type { Quantity } from '../results.ts'
import type { PageData } from './data.ts'

/** In pixels. */
export interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** A picture with an axis along its bottom. Charts are drawn within its four sides. */
export interface Chart extends Area {
  readonly root: SVGElement
}

/** Places the names of dots in one picture. */
export interface Labels {
  /** Keeps names from covering this dot. */
  block(x: number, y: number, radius: number): void
  /** Names the dot at this place. Unless it is to be named `always`, it gets a name only if that fits beside it. */
  place(said: string, x: number, y: number, className: string, always: boolean): void
}

/** Draws charts. Runs in the page: it may use nothing but its arguments and the browser. */
export class ChartKit {
  readonly #page: Document

  constructor(page: Document) {
    this.#page = page
  }

  add(
    parent: Element,
    name: string,
    attributes: Readonly<Record<string, string | number>>,
    text?: string,
  ): SVGElement {
    const made = this.#page.createElementNS('http://www.w3.org/2000/svg', name) as SVGElement
    for (const key of Object.keys(attributes)) made.setAttribute(key, String(attributes[key]))
    if (text !== undefined) made.textContent = text
    parent.append(made)
    return made
  }

  html(parent: Element, name: string, className: string, text?: string): HTMLElement {
    const made = this.#page.createElement(name)
    if (className !== '') made.className = className
    if (text !== undefined) made.textContent = text
    parent.append(made)
    return made
  }

  /** Empties `box` and puts a chart as wide as the box in it. `across` and `up` name the axes; `up` may be empty. */
  chart(box: HTMLElement, height: number, label: string, across: string, up: string): Chart {
    const width = Math.max(box.clientWidth, 280)
    box.replaceChildren()
    const size = { viewBox: `0 0 ${width} ${height}`, width, height }
    const root = this.add(box, 'svg', { ...size, role: 'img', 'aria-label': label })
    const sides = { left: up === '' ? 38 : 46, right: width - 14, top: 14, bottom: height - 46 }
    const { left, right, top, bottom } = sides
    this.add(root, 'path', { class: 'axis', d: `M${left} ${bottom}H${right}` })
    const middle = (left + right) / 2
    this.add(root, 'text', { class: 'mark mid', x: middle, y: height - 8 }, across)
    const turned = `translate(11 ${(top + bottom) / 2})rotate(-90)`
    this.add(root, 'text', { class: 'mark mid', transform: turned }, up)
    return { root, ...sides }
  }

  /** Marks the axes of a chart at these pixels. */
  marks(
    { root, left, right, bottom }: Chart,
    across: readonly (readonly [x: number, text: string | number])[],
    up: readonly (readonly [y: number, text: string | number])[],
  ): void {
    for (const [y, text] of up) {
      this.add(root, 'path', { class: 'grid', d: `M${left} ${y}H${right}` })
      this.add(root, 'text', { class: 'mark end', x: left - 7, y: y + 4 }, `${text}`)
    }
    for (const [x, text] of across) {
      this.add(root, 'path', { class: 'axis', d: `M${x.toFixed(1)} ${bottom}v5` })
      this.add(root, 'text', { class: 'mark mid', x, y: bottom + 19 }, `${text}`)
    }
  }

  /** Maps a range of values to a range of pixels. */
  scale(from: number, to: number, first: number, last: number): (value: number) => number {
    const span = to - from || 1
    return (value) => first + ((value - from) / span) * (last - first)
  }

  /** Returns about `count` round numbers from `from` to `to`. */
  ticks(from: number, to: number, count: number): number[] {
    const raw = (to - from) / Math.max(count, 1) || 1
    const unit = 10 ** Math.floor(Math.log10(raw))
    const step = unit * ([1, 2, 5].find((times) => unit * times >= raw) ?? 10)
    const list = []
    for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9; k++) {
      list.push(Number((k * step).toPrecision(12)))
    }
    return list
  }

  /** Returns the path of a line through the points. NaN interrupts it. */
  line(points: readonly (readonly [number, number])[]): string {
    let text = ''
    let pen = 'M'
    for (const [x, y] of points) {
      if (Number.isNaN(y)) pen = 'M'
      else {
        text += `${pen}${x.toFixed(1)} ${y.toFixed(1)}`
        pen = 'L'
      }
    }
    return text
  }

  /** The mean of the finite values; NaN if there are none. */
  mean(values: readonly (number | null | undefined)[]): number {
    const known = values.filter((value) => typeof value === 'number' && Number.isFinite(value))
    return (known as number[]).reduce((sum, value) => sum + value, 0) / known.length
  }

  /** A number with this many decimals, or a dash if it is not finite. */
  text(value: number | null | undefined, digits: number): string {
    if (typeof value !== 'number' || !Number.isFinite(value)) return '-'
    return value.toFixed(Math.abs(value) >= 1000 ? 0 : digits)
  }
}

/** What the reader of the page has chosen. */
export interface View {
  /** Indices into the lists of the data; a `motion` of -1 stands for all motions. */
  rate: number
  trace: number
  motion: number
  /** 0: the curves are of a window; 1: of the whole run. */
  whole: number
  /** Index of the quantity in the table of all traces. */
  quantity: number
  /** Column and direction of the table of rows. */
  sort: { column: number; down: boolean }
  /** The players in colour, each with the index of its colour. */
  readonly colours: Map<number, number>
}

/**
 * The data of the charts of scores, and the functions that draw them. Runs in the page: it may use nothing but its arguments,
 * `ChartKit` and the browser.
 */
export class Kit extends ChartKit {
  readonly data: PageData
  readonly view: View

  constructor(page: Document, data: PageData, view: View) {
    super(page)
    this.data = data
    this.view = view
  }

  /** The scores of a player on a trace for a motion, by default that in view; -1: for all motions. */
  scores(trace: number, player: number, motion: number = this.view.motion): readonly MotionScore[] {
    const { data, view } = this
    const score = data.scores.find(
      (one) =>
        one.sendHz === data.rates[view.rate] &&
        one.trace === data.traces[trace]?.name &&
        one.contender === data.players[player]?.name,
    )
    return score?.motions.filter((_, i) => motion < 0 || motion === i) ?? []
  }

  meanScore(traces: readonly number[], player: number, quantity: Quantity): number {
    const scores = traces.flatMap((trace) => this.scores(trace, player))
    return this.mean(scores.map((score) => score[quantity]))
  }

  bounds(trace: number): Bounds | undefined {
    const { data, view } = this
    return data.bounds.find(
      (one) => one.sendHz === data.rates[view.rate] && one.trace === data.traces[trace]?.name,
    )
  }

  /** Puts names beside dots so that they do not cover each other. Lines from dots to distant names go into `leads`. */
  labels(root: SVGElement, leads: SVGElement, area: Area): Labels {
    const taken: Area[] = []
    const isFree = (spot: Area): boolean =>
      spot.left >= area.left &&
      spot.right <= area.right &&
      spot.top >= area.top &&
      spot.bottom <= area.bottom &&
      taken.every(
        (one) =>
          spot.left >= one.right ||
          spot.right <= one.left ||
          spot.top >= one.bottom ||
          spot.bottom <= one.top,
      )
    return {
      block: (x, y, radius) => {
        taken.push({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius })
      },
      place: (said, x, y, className, always) => {
        const wide = said.length * 6.3 + 4
        // Try beside the dot, then further and further away with a line to it. Turns are in eighths, right and left first.
        for (const far of always ? [10, 20, 32, 46, 62, 80] : [10]) {
          for (const turn of [0, 4, 2, 6, 1, 7, 3, 5]) {
            const across = Math.round(Math.cos((turn * Math.PI) / 4) * 10) / 10
            const down = -Math.round(Math.sin((turn * Math.PI) / 4) * 10) / 10
            const [endX, endY] = [x + far * across, y + far * down]
            const anchor = across > 0 ? 'start' : across < 0 ? 'end' : 'mid'
            const left = endX - (across > 0 ? 0 : across < 0 ? wide : wide / 2)
            const base = endY + (down > 0 ? 9 : down < 0 ? -1 : 4)
            const spot = { left, right: left + wide, top: base - 11, bottom: base + 3 }
            if (!isFree(spot)) continue
            taken.push(spot)
            if (far > 10)
              this.add(leads, 'path', { class: 'lead', d: `M${x} ${y}L${endX} ${endY}` })
            this.add(root, 'text', { class: `name ${anchor} ${className}`, x: endX, y: base }, said)
            return
          }
        }
      },
    }
  }
}
