import type { ChartKit } from '../../score/command/page/kit.ts'
import type { LoadChart, LoadPageData } from './data.ts'

/**
 * Draws one chart over the time of the run, with a note beside the pointer. The ramp is shaded. Runs in the page: it may use
 * nothing but its arguments and the browser.
 */
export function drawLineChart(
  kit: ChartKit,
  box: HTMLElement,
  { atSeconds, rampedSeconds }: Pick<LoadPageData, 'atSeconds' | 'rampedSeconds'>,
  { title, up, digits, least, lines }: LoadChart,
): void {
  const chart = kit.chart(box, 240, `${title} over time`, 'seconds from the start', up)
  const { root, left, right, top, bottom } = chart
  let most = least
  for (const { values } of lines) for (const value of values) most = Math.max(most, value ?? 0)
  const end = Math.max(atSeconds[atSeconds.length - 1] ?? 0, 1)
  const x = kit.scale(0, end, left, right)
  const y = kit.scale(0, most * 1.06, bottom, top)
  kit.marks(
    chart,
    kit.ticks(0, end, (right - left) / 90).map((tick) => [x(tick), tick]),
    kit.ticks(0, most * 1.06, 4).map((tick) => [y(tick), tick >= 10000 ? `${tick / 1000}k` : tick]),
  )
  const rampEnd = x(Math.min(rampedSeconds, end))
  kit.add(root, 'path', { class: 'age', d: `M${left} ${bottom}V${top}H${rampEnd}V${bottom}Z` })
  for (const { colour, values } of lines) {
    const points = values.map((value, second): [number, number] => [
      x(atSeconds[second] ?? 0),
      value === null ? Number.NaN : y(value),
    ])
    kit.add(root, 'path', { class: `curve c${colour}`, d: kit.line(points) })
    // A second between two without a value would not be seen.
    points.forEach(([px, py], second) => {
      const isAlone = [second - 1, second + 1].every((near) => (values[near] ?? null) === null)
      if (isAlone && !Number.isNaN(py))
        kit.add(root, 'circle', { class: `dot c${colour}`, cx: px, cy: py, r: 3 })
    })
  }

  const names = kit.html(box, 'p', 'legend')
  for (const { colour, name } of lines) {
    const item = kit.html(names, 'span', `c${colour}`)
    kit.html(item, 'i', '')
    kit.html(item, 'span', '', name)
  }

  const cursor = kit.add(root, 'path', { class: 'cursor', d: '' })
  const note = kit.html(box, 'div', 'note')
  note.hidden = true
  const leave = (): void => {
    note.hidden = true
    cursor.setAttribute('d', '')
  }
  root.addEventListener('pointerleave', leave)
  root.addEventListener('pointermove', (event) => {
    const atX = (event as PointerEvent).clientX - root.getBoundingClientRect().left
    const seconds = ((atX - left) / (right - left)) * end
    const index = atSeconds.findIndex((at) => at >= seconds)
    if (index < 0 || seconds < 0) return leave()
    const from = x(atSeconds[index] ?? 0)
    cursor.setAttribute('d', `M${from.toFixed(1)} ${top}V${bottom}`)
    note.replaceChildren()
    note.hidden = false
    kit.html(note, 'b', '', `${(atSeconds[index] ?? 0).toFixed(1)} s`)
    for (const { colour, name, values } of lines) {
      const row = kit.html(note, 'div', '')
      kit.html(row, 'i', `c${colour}`)
      kit.html(row, 'span', '', `${name} ${kit.text(values[index], digits)}`)
    }
    note.style.left = atX > right / 2 ? '' : `${atX + 14}px`
    note.style.right = atX > right / 2 ? `${right - atX + 28}px` : ''
  })
}
