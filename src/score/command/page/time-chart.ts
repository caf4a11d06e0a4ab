import type { CurveMs } from './data.ts'
import type { Kit } from './kit.ts'

/**
 * Draws the delay of the display over time, for the players in colour: ten seconds around the worst moment of the network, or
 * the whole run. Runs in the page: it may use nothing but its arguments and the browser.
 */
export function drawTimeChart(kit: Kit, box: HTMLElement): void {
  const { data, view } = kit
  const curves = data.curves[view.rate]?.[view.trace]
  if (!curves) {
    box.replaceChildren()
    kit.html(box, 'p', 'nothing', 'This report contains no curves of this run.')
    return
  }
  const chart = kit.chart(
    box,
    340,
    'Delay of the display over time',
    'seconds from the start',
    'behind the present, ms',
  )
  const { root, left, right, top, bottom } = chart
  const motion = Math.max(view.motion, 0)

  /** The values of one line: one per frame of the window, or a least and a most per bucket of the whole run. */
  const age = view.whole ? curves.wholeAge : curves.windowAge
  const lines: { name: string; colour: number; values: CurveMs }[] = []
  for (const [player, colour] of view.colours) {
    const own = curves.players[player]
    const curve = own?.[own[motion]?.same ?? motion]
    if (!curve) continue
    const values = view.whole ? curve.whole : curve.window
    lines.push({ name: data.players[player]?.name ?? '', colour, values })
  }
  lines.sort((a, b) => b.colour - a.colour)

  const each = view.whole ? 2 : 1
  const from = view.whole ? curves.wholeFrom : curves.windowFrom
  const every = view.whole ? curves.bucketSeconds : curves.frameSeconds
  const count = age.length / each
  let most = 20
  for (const values of [age, ...lines.map((line) => line.values)]) {
    for (const value of values) most = Math.max(most, value ?? 0)
  }
  const x = kit.scale(from, from + count * every, left, right)
  const y = kit.scale(0, most * 1.06, bottom, top)
  const points = (values: CurveMs, which: number): [number, number][] =>
    Array.from({ length: count }, (_, i) => [
      x(from + (i + 0.5) * every),
      y(values[i * each + which] ?? Number.NaN),
    ])

  const to = from + count * every
  kit.marks(
    chart,
    kit.ticks(from, to, (right - left) / 90).map((tick) => [x(tick), tick]),
    kit.ticks(0, most * 1.06, 5).map((tick) => [y(tick), tick]),
  )

  const ages = points(age, 0).map(([px, py]): [number, number] => [px, Number.isNaN(py) ? top : py])
  kit.add(root, 'path', {
    class: 'age',
    d: `${kit.line([[ages[0]?.[0] ?? left, bottom], ...ages, [ages.at(-1)?.[0] ?? right, bottom]])}Z`,
  })
  for (const { colour, values } of lines) {
    const className = `c${colour % 7}${colour >= 7 ? ' dashed' : ''}`
    if (view.whole) {
      const upper = points(values, 1)
      const band = [...points(values, 0), ...upper.reverse()].filter(([, py]) => !Number.isNaN(py))
      kit.add(root, 'path', { class: `band ${className}`, d: `${kit.line(band)}Z` })
    }
    kit.add(root, 'path', {
      class: `curve ${className}`,
      d: kit.line(points(values, view.whole ? 1 : 0)),
    })
  }

  // A note beside the pointer shows the values under it.
  const cursor = kit.add(root, 'path', { class: 'cursor', d: '' })
  const note = kit.html(box, 'div', 'note')
  note.hidden = true
  const leave = (): void => {
    note.hidden = true
    cursor.setAttribute('d', '')
  }
  root.addEventListener('pointerleave', leave)
  root.addEventListener('pointermove', (event) => {
    const pointer = event as PointerEvent
    const atX = pointer.clientX - root.getBoundingClientRect().left
    const index = Math.floor(((atX - left) / (right - left)) * count)
    if (index < 0 || index >= count) return leave()
    cursor.setAttribute('d', `M${x(from + (index + 0.5) * every).toFixed(1)} ${top}V${bottom}`)
    note.replaceChildren()
    note.hidden = false
    kit.html(note, 'b', '', `${(from + (index + 0.5) * every).toFixed(2)} s`)
    const row = (className: string, name: string, values: CurveMs): void => {
      const line = kit.html(note, 'div', '')
      kit.html(line, 'i', className)
      const value = values[index * each + each - 1]
      kit.html(line, 'span', '', `${name} ${kit.text(value, 0)} ms`)
    }
    for (const { name, colour, values } of [...lines].reverse()) row(`c${colour % 7}`, name, values)
    row('', 'newest state', age)
    note.style.left = atX > right / 2 ? '' : `${atX + 14}px`
    note.style.right = atX > right / 2 ? `${right - atX + 28}px` : ''
  })
}
