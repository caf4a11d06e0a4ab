import { element, escapeText, fixed, svg, textWidth } from './svg.ts'
import type { COLOURS } from './theme.ts'
import { HEIGHT, WIDTH } from './theme.ts'

/** Bars of one colour, one in each group. */
export interface BarSeries {
  readonly name: string
  readonly colour: keyof typeof COLOURS
  /** One value per group. */
  readonly values: readonly number[]
}

/** Bars in groups, lying, with their value behind them. */
export interface Bars {
  readonly title: string
  readonly unit: string
  readonly groups: readonly string[]
  readonly series: readonly BarSeries[]
}

const LEFT = 150
const RIGHT = 90
const TOP = 74
const BOTTOM = 18

/** The bars as an SVG document. */
export function drawBars(bars: Bars): string {
  const most = Math.max(...bars.series.flatMap(({ values }) => values))
  const across = (value: number): number => (value / most) * (WIDTH - LEFT - RIGHT)
  const groupHeight = (HEIGHT - TOP - BOTTOM) / bars.groups.length
  const barHeight = (groupHeight - 8) / bars.series.length
  const groups = bars.groups.flatMap((group, i) => {
    const top = TOP + i * groupHeight
    const name = text(LEFT - 12, top + groupHeight / 2, group, 'end')
    const drawn = bars.series.map(({ colour, values }, j) => {
      const value = values[i] ?? 0
      const y = top + j * barHeight
      const size = { width: fixed(Math.max(across(value), 1)), height: fixed(barHeight - 2) }
      const bar = element('rect', { class: `bar ${colour}`, x: LEFT, y: fixed(y), ...size, rx: 2 })
      const said = `${value} ${value === 1 ? bars.unit.replace(/s$/, '') : bars.unit}`
      return bar + text(LEFT + across(value) + 6, y + barHeight / 2 + 3, said, 'start')
    })
    return [name, ...drawn]
  })
  return svg(bars.title, [legend(bars.series), ...groups])
}

function legend(series: readonly BarSeries[]): string {
  let x = 20
  return series
    .map(({ name, colour }) => {
      const at = x
      x += 18 + textWidth(name) + 18
      const size = { width: 12, height: 12, rx: 2 }
      return (
        element('rect', { class: `bar ${colour}`, x: fixed(at), y: 45, ...size }) +
        text(at + 18, 55, name, 'start')
      )
    })
    .join('\n')
}

function text(x: number, y: number, said: string, anchor: 'start' | 'end'): string {
  const place = { class: 'label small', x: fixed(x), y: fixed(y), 'text-anchor': anchor }
  return element('text', place, escapeText(said))
}
