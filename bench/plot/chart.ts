import { element, escapeText, fixed, svg, textWidth } from './svg.ts'
import { type COLOURS, HEIGHT, WIDTH } from './theme.ts'

/** One quantity over time, or whatever the horizontal axis is. */
export interface Series {
  readonly name: string
  readonly points: readonly Point[]
  /** `line` (default), `steps` (holds until the next point) or `dots`. */
  readonly look?: 'line' | 'steps' | 'dots'
  /** Default: the next of the theme's. `muted` is for what the others are compared with. */
  readonly colour?: keyof typeof COLOURS
  readonly dashed?: boolean
}

/** Horizontal, vertical; a value that is not finite interrupts the line. */
export type Point = readonly [x: number, y: number]

/** One axis: what is on it, in which unit, and from where to where. */
export interface Axis {
  readonly label: string
  readonly from: number
  readonly to: number
  /** Distance of the marks. */
  readonly every: number
}

/** A stretch of the horizontal axis that is marked, with a word on it. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly label: string
}

/** A picture of some series over one pair of axes. */
export interface Chart {
  readonly title: string
  readonly x: Axis
  readonly y: Axis
  readonly series: readonly Series[]
  readonly stretches?: readonly Stretch[]
}

const ORDER = ['blue', 'orange', 'green', 'purple', 'red', 'teal'] as const
/** There is room for two rows. */
const LEGEND_ROW = 14
const BOX = { left: 64, right: 16, top: 74, bottom: 48 }

/** The chart as an SVG document. */
export function drawChart(chart: Chart): string {
  const { x, y } = chart
  const [left, right] = [BOX.left, WIDTH - BOX.right]
  const [top, bottom] = [BOX.top, HEIGHT - BOX.bottom]
  const across = (value: number): number =>
    left + ((value - x.from) / (x.to - x.from)) * (right - left)
  const up = (value: number): number =>
    bottom - ((value - y.from) / (y.to - y.from)) * (bottom - top)
  let next = 0
  const coloured = chart.series.map((series) => ({
    ...series,
    colour: series.colour ?? ORDER[next++ % ORDER.length]!,
  }))
  return svg(chart.title, [
    ...(chart.stretches ?? []).map((stretch) => drawStretch(stretch, across, top, bottom)),
    ...marks(y).map((at) => {
      const height = fixed(up(at))
      return (
        element('path', { class: 'grid', d: `M${left} ${height}H${right}` }) +
        label(left - 8, up(at) + 4, number(at, y), 'end')
      )
    }),
    ...marks(x).map(
      (at) =>
        element('path', { class: 'axis', d: `M${fixed(across(at))} ${bottom}v5` }) +
        label(across(at), bottom + 19, number(at, x), 'middle'),
    ),
    element('path', { class: 'axis', d: `M${left} ${bottom}H${right}` }),
    label((left + right) / 2, HEIGHT - 10, x.label, 'middle'),
    element(
      'text',
      {
        class: 'label',
        'text-anchor': 'middle',
        transform: `translate(16 ${(top + bottom) / 2})rotate(-90)`,
      },
      escapeText(y.label),
    ),
    drawLegend(coloured),
    element('clipPath', { id: 'box' }, box(left, top, right - left, bottom - top)),
    element(
      'g',
      { 'clip-path': 'url(#box)' },
      coloured.map((series) => drawSeries(series, across, up)).join('\n'),
    ),
  ])
}

function drawSeries(
  series: Series & { readonly colour: keyof typeof COLOURS },
  across: (x: number) => number,
  up: (y: number) => number,
): string {
  const points = series.points.map(([x, y]): Point => [across(x), up(y)])
  if (series.look === 'dots') {
    const dots = points.map(([x, y]) => `M${fixed(x)} ${fixed(y)}h0`).join('')
    return element('path', { class: `dots ${series.colour}`, d: dots })
  }
  const d = pathOf(series.look === 'steps' ? stepped(points) : thinned(points))
  const dash = series.dashed ? { 'stroke-dasharray': '6 4' } : {}
  return element('path', { class: `line ${series.colour}`, ...dash, d })
}

function pathOf(points: readonly Point[]): string {
  let path = ''
  let pen = 'M'
  for (const [x, y] of points) {
    if (!Number.isFinite(y)) {
      pen = 'M'
      continue
    }
    // What lies far outside is clipped anyway, and huge numbers are not drawn alike by all programs.
    path += `${pen}${fixed(x)} ${fixed(Math.min(Math.max(y, -HEIGHT), 2 * HEIGHT))}`
    pen = 'L'
  }
  return path
}

function stepped(points: readonly Point[]): Point[] {
  return points
    .flatMap(([x, y], i) => {
      const before = points[i - 1]
      if (!before) return [[x, y] as const]
      return before[1] === y ? [] : [[x, before[1]] as const, [x, y] as const]
    })
    .concat(points.slice(-1))
}

/** At most two points, the lowest and the highest, for each 1.5 pixels. */
function thinned(points: readonly Point[]): readonly Point[] {
  if (points.length < 2 * WIDTH) return points
  const kept: Point[] = []
  let bucket = Number.NaN
  let low: Point | undefined
  let high: Point | undefined
  const flush = (): void => {
    if (!low || !high) return
    kept.push(...(low === high ? [low] : low[0] < high[0] ? [low, high] : [high, low]))
  }
  for (const point of points) {
    const at = Math.floor(point[0] / 1.5)
    if (at !== bucket || !Number.isFinite(point[1])) {
      flush()
      low = high = undefined
      bucket = at
    }
    if (!low || point[1] < low[1]) low = point
    if (!high || point[1] > high[1]) high = point
  }
  flush()
  return kept
}

function drawStretch(
  stretch: Stretch,
  across: (x: number) => number,
  top: number,
  bottom: number,
): string {
  const [from, to] = [across(stretch.from), across(stretch.to)]
  return (
    element('rect', {
      class: 'stretch',
      x: fixed(from),
      y: top,
      width: fixed(Math.max(to - from, 1.5)),
      height: bottom - top,
    }) +
    label(
      to - from > 60 ? (from + to) / 2 : to + 6,
      top + 13,
      stretch.label,
      to - from > 60 ? 'middle' : 'start',
    )
  )
}

function drawLegend(series: readonly (Series & { readonly colour: string })[]): string {
  let x = BOX.left
  let down = 0
  return series
    .map(({ name, colour, look, dashed }) => {
      const width = 28 + textWidth(name)
      if (x + width > WIDTH) {
        x = BOX.left
        down += LEGEND_ROW
      }
      const at = x
      x += width + 16
      const dash = dashed ? { 'stroke-dasharray': '6 4' } : {}
      const sample =
        look === 'dots'
          ? element('path', { class: `dots ${colour}`, d: `M${fixed(at + 11)} ${51 + down}h0` })
          : element('path', {
              class: `line ${colour}`,
              ...dash,
              d: `M${fixed(at)} ${51 + down}h22`,
            })
      return sample + label(at + 28, 55 + down, name, 'start')
    })
    .join('\n')
}

function marks(axis: Axis): number[] {
  const count = Math.floor((axis.to - axis.from) / axis.every + 1e-9)
  return Array.from({ length: count + 1 }, (_, i) => axis.from + i * axis.every)
}

function number(value: number, axis: Axis): string {
  return axis.every % 1 === 0
    ? value.toFixed(0)
    : value.toFixed((axis.every * 10) % 1 === 0 ? 1 : 2)
}

function label(x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end'): string {
  const place = { class: 'label', x: fixed(x), y: fixed(y), 'text-anchor': anchor }
  return element('text', place, escapeText(text))
}

function box(x: number, y: number, width: number, height: number): string {
  return element('rect', { x, y, width, height })
}
