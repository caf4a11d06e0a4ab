/** What the charts of the page are drawn with. Made in the page, by `makeKit`. */
export interface Kit {
  /** An SVG element in `parent`, with its text. */
  add(
    parent: Element,
    name: string,
    attributes: Readonly<Record<string, string | number>>,
    text?: string,
  ): SVGElement
  /** An HTML element in `parent`, with its class and text. */
  html(parent: Element, name: string, className: string, text?: string): HTMLElement
  /** Empties `box` and puts a picture as wide as the box in it. */
  picture(box: HTMLElement, height: number, label: string): { root: SVGElement; width: number }
  /** From a range of values to a range of pixels. */
  scale(from: number, to: number, first: number, last: number): (value: number) => number
  /** Round numbers from `from` to `to`, about `count` of them. */
  ticks(from: number, to: number, count: number): number[]
  /** A line through the points; NaN interrupts it. */
  line(points: readonly (readonly [number, number])[]): string
  /** The numbers of a text that `packMs` made. */
  unpack(text: string): Float64Array
  /** The mean of what is finite; NaN of nothing. */
  mean(values: readonly (number | null | undefined)[]): number
  /** A number with so many decimals; a dash for what there is none of. */
  text(value: number | null | undefined, digits: number): string
  /** Puts names beside dots so that they do not cover each other; lines to far ones go into `leads`. */
  labels(root: SVGElement, leads: SVGElement, area: Area): Labels
}

/** Where something may be, in pixels. */
export interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
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
  /** Whether the curves are of the whole run, or of a window. */
  whole: boolean
  /** Index of the quantity in the table of all traces. */
  quantity: number
  /** Column and direction of the table of rows. */
  sort: { column: number; down: boolean }
  /** Players in colour, each with its place among the colours. */
  readonly colours: Map<number, number>
}

/** Makes the kit. Runs in the page: it may use nothing but its arguments and the browser. */
export function makeKit(page: Document): Kit {
  const SVG = 'http://www.w3.org/2000/svg'
  const add: Kit['add'] = (parent, name, attributes, text) => {
    const made = page.createElementNS(SVG, name) as SVGElement
    for (const key of Object.keys(attributes)) made.setAttribute(key, String(attributes[key]))
    if (text !== undefined) made.textContent = text
    parent.append(made)
    return made
  }
  return {
    add,
    html(parent, name, className, text) {
      const made = page.createElement(name)
      if (className !== '') made.className = className
      if (text !== undefined) made.textContent = text
      parent.append(made)
      return made
    },
    picture(box, height, label) {
      const width = Math.max(box.clientWidth, 280)
      box.replaceChildren()
      const size = { viewBox: `0 0 ${width} ${height}`, width, height }
      return { root: add(box, 'svg', { ...size, role: 'img', 'aria-label': label }), width }
    },
    scale(from, to, first, last) {
      const span = to - from || 1
      return (value) => first + ((value - from) / span) * (last - first)
    },
    ticks(from, to, count) {
      const raw = (to - from) / Math.max(count, 1) || 1
      const unit = 10 ** Math.floor(Math.log10(raw))
      const step = unit * ([1, 2, 5].find((times) => unit * times >= raw) ?? 10)
      const list = []
      for (let k = Math.ceil(from / step - 1e-9); k * step <= to + step * 1e-9; k++) {
        list.push(Number((k * step).toPrecision(12)))
      }
      return list
    },
    line(points) {
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
    },
    unpack(text) {
      const bytes = atob(text)
      const numbers = new Float64Array(bytes.length / 2)
      for (let i = 0; i < numbers.length; i++) {
        const bits = bytes.charCodeAt(2 * i) | (bytes.charCodeAt(2 * i + 1) << 8)
        numbers[i] = bits === 0x8000 ? Number.NaN : bits > 0x7fff ? bits - 0x10000 : bits
      }
      return numbers
    },
    mean(values) {
      let sum = 0
      let count = 0
      for (const value of values) {
        if (typeof value !== 'number' || !Number.isFinite(value)) continue
        sum += value
        count++
      }
      return count > 0 ? sum / count : Number.NaN
    },
    text(value, digits) {
      if (typeof value !== 'number' || !Number.isFinite(value)) return '-'
      return value.toFixed(Math.abs(value) >= 1000 ? 0 : digits)
    },
    labels(root, leads, area) {
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
        block(x, y, radius) {
          taken.push({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius })
        },
        place(said, x, y, className, always) {
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
              if (far > 10) add(leads, 'path', { class: 'lead', d: `M${x} ${y}L${endX} ${endY}` })
              add(root, 'text', { class: `name ${anchor} ${className}`, x: endX, y: base }, said)
              return
            }
          }
        },
      }
    },
  }
}
