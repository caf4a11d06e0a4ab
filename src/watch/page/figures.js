import { bytesText, msText, percentText, rateText } from './text.js'

/** @typedef {import('../history.ts').Sample} Sample */

const SVG = 'http://www.w3.org/2000/svg'
/** The size of a graph in its own units, and the time that it covers. */
const WIDTH = 120
const HEIGHT = 34
const SHOWN_MS = 120_000

/**
 * A quantity of the process: its name, its value in a sample, how it is written, and what the graph shows at least.
 * @typedef {{
 *   name: string,
 *   of: (sample: Sample) => number,
 *   text: (value: number) => string,
 *   leastTop: number,
 * }} Quantity
 */

/** @type {readonly Quantity[]} */
const QUANTITIES = [
  { name: 'Players', of: ({ connected, away }) => connected + away, text: String, leastTop: 4 },
  { name: 'Rooms', of: ({ rooms }) => rooms, text: String, leastTop: 4 },
  { name: 'Processor', of: ({ cpu }) => cpu, text: percentText, leastTop: 0.1 },
  { name: 'Memory', of: ({ memoryBytes }) => memoryBytes, text: bytesText, leastTop: 1e6 },
  {
    name: 'Sent',
    of: ({ bytesOutPerSecond }) => bytesOutPerSecond,
    text: rateText,
    leastTop: 1000,
  },
  {
    name: 'Received',
    of: ({ bytesInPerSecond }) => bytesInPerSecond,
    text: rateText,
    leastTop: 1000,
  },
  {
    name: 'Event loop delay',
    of: ({ loopDelayMs }) => loopDelayMs,
    text: msText,
    leastTop: 10,
  },
  {
    name: 'Late ticks',
    of: ({ lateTicksPerSecond }) => lateTicksPerSecond,
    text: (value) => `${value.toFixed(value > 0 && value < 10 ? 1 : 0)}/s`,
    leastTop: 4,
  },
]

/**
 * Makes a figure for each quantity. Returns a function that shows samples.
 * @param {HTMLElement} parent
 * @returns {(samples: readonly Sample[]) => void}
 */
export function makeFigures(parent) {
  const figures = QUANTITIES.map((quantity) => makeFigure(parent, quantity))
  return (samples) => {
    for (const show of figures) show(samples)
  }
}

/**
 * @param {HTMLElement} parent
 * @param {Quantity} quantity
 * @returns {(samples: readonly Sample[]) => void}
 */
function makeFigure(parent, { name, of, text, leastTop }) {
  const figure = document.createElement('figure')
  figure.className = 'figure'
  const caption = document.createElement('figcaption')
  caption.textContent = name
  const value = document.createElement('output')
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`)
  svg.setAttribute('preserveAspectRatio', 'none')
  svg.setAttribute('role', 'img')
  const area = svg.appendChild(document.createElementNS(SVG, 'path'))
  const line = svg.appendChild(document.createElementNS(SVG, 'polyline'))
  figure.append(caption, value, svg)
  parent.append(figure)

  return (samples) => {
    const last = samples.at(-1)
    if (!last) return
    const values = samples.map(of)
    const most = Math.max(...values)
    const top = Math.max(leastTop, most)
    const points = samples.map(({ atMs }, i) => {
      const x = WIDTH * (1 - (last.atMs - atMs) / SHOWN_MS)
      const y = HEIGHT - 1 - ((HEIGHT - 2) * /** @type {number} */ (values[i])) / top
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    const firstX = points[0]?.split(',')[0]
    value.textContent = text(of(last))
    line.setAttribute('points', points.join(' '))
    area.setAttribute('d', `M${firstX},${HEIGHT} L${points.join(' L')} L${WIDTH},${HEIGHT} Z`)
    svg.setAttribute('aria-label', `${name} in the last 2 minutes, at most ${text(most)}`)
  }
}
