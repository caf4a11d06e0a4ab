import type { Bounds, MotionScore } from '../../measures/score-types.ts'
import type { Quantity } from '../results.ts'
import type { PageData } from './data.ts'

/** Where something may be, in pixels. */
export interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** A picture with an axis along its bottom; what is drawn goes between the four sides. */
export interface Chart extends Area {
  readonly root: SVGElement
}

/** Names of dots in one picture. */
export interface Labels {
  /** No name may cover this dot. */
  block(x: number, y: number, radius: number): void
  /** Names the dot at this place. One that need not have a name gets one only if it fits beside it. */
  place(said: string, x: number, y: number, className: string, always: boolean): void
}

/** What the reader of the page has chosen. */
export interface View {
  /** Indices into the lists of the data; -1 as motion is all of them. */
  rate: number
  trace: number
  motion: number
  /** Whether the curves are of a window, 0, or of the whole run, 1. */
  whole: number
  /** Index of the quantity in the table of all traces. */
  quantity: number
  /** Column and direction of the table of rows. */
  sort: { column: number; down: boolean }
  /** Players in colour, each with its place among the colours. */
  readonly colours: Map<number, number>
}

/**
 * What the charts of the page are drawn from and with. Runs in the page: it may use nothing but its arguments and the browser.
 */
export class Kit {
  readonly data: PageData
  readonly view: View
  readonly #page: Document

  constructor(page: Document, data: PageData, view: View) {
    this.#page = page
    this.data = data
    this.view = view
  }

  /** An SVG element in `parent`, with its text. */
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

  /** An HTML element in `parent`, with its class and text. */
  html(parent: Element, name: string, className: string, text?: string): HTMLElement {
    const made = this.#page.createElement(name)
    if (className !== '') made.className = className
    if (text !== undefined) made.textContent = text
    parent.append(made)
    return made
  }

  /** Empties `box` and puts a chart as wide as the box in it, with what its axes are; `up` may be empty. */
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

  /** From a range of values to a range of pixels. */
  scale(from: number, to: number, first: number, last: number): (value: number) => number {
    const span = to - from || 1
    return (value) => first + ((value - from) / span) * (last - first)
  }

  /** Round numbers from `from` to `to`, about `count` of them. */
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

  /** A line through the points; NaN interrupts it. */
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

  /** How a player was scored on a trace in a motion; -1: in all of them. Default: as in view. */
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

  /** The mean of a quantity of these scores on these traces. */
  meanScore(traces: readonly number[], player: number, quantity: Quantity): number {
    const scores = traces.flatMap((trace) => this.scores(trace, player))
    return this.mean(scores.map((score) => score[quantity]))
  }

  /** The bounds on a trace. */
  bounds(trace: number): Bounds | undefined {
    const { data, view } = this
    return data.bounds.find(
      (one) => one.sendHz === data.rates[view.rate] && one.trace === data.traces[trace]?.name,
    )
  }

  /** The mean of what is finite; NaN of nothing. */
  mean(values: readonly (number | null | undefined)[]): number {
    const known = values.filter((value) => typeof value === 'number' && Number.isFinite(value))
    return (known as number[]).reduce((sum, value) => sum + value, 0) / known.length
  }

  /** A number with so many decimals; a dash for what there is none of. */
  text(value: number | null | undefined, digits: number): string {
    if (typeof value !== 'number' || !Number.isFinite(value)) return '-'
    return value.toFixed(Math.abs(value) >= 1000 ? 0 : digits)
  }

  /** Puts names beside dots so that they do not cover each other; lines to far ones go into `leads`. */
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
        // Beside the dot, else further and further away with a line to it. Eighths of a turn, right and left first.
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
