import type { Kit } from './kit.ts'

/**
 * Fills the table of one quantity, with players down and traces across. The best value of each trace is bold, and shades show
 * how far the others are from it. Runs in the page: it may use nothing but its arguments and the browser.
 */
export function fillTraceTable(kit: Kit, box: HTMLElement): void {
  const { data, view } = kit
  box.replaceChildren()
  const quantity = data.quantities[view.quantity]
  if (!quantity) return
  const table = kit.html(box, 'table', 'heat')
  const head = kit.html(kit.html(table, 'thead', ''), 'tr', '')
  kit.html(head, 'th', '', quantity.label)
  for (const { name } of data.traces) kit.html(head, 'th', '', name)
  const body = kit.html(table, 'tbody', '')
  const columns = data.traces.map((_, trace) =>
    data.players.map((_, player) => kit.meanScore([trace], player, quantity.key)),
  )
  if (quantity.key === 'costMs' || quantity.key === 'delayMs') {
    const row = kit.html(body, 'tr', 'boundary')
    kit.html(row, 'th', '', 'bound')
    data.traces.forEach((_, trace) => {
      const bounds = kit.bounds(trace)
      const bound = quantity.key === 'costMs' ? bounds?.priced.costMs : bounds?.delayMs
      kit.html(row, 'td', '', kit.text(bound, quantity.digits))
    })
  }
  data.players.forEach(({ name, about }, player) => {
    const row = kit.html(body, 'tr', '')
    const first = kit.html(row, 'th', '', name)
    first.title = about
    for (const column of columns) {
      const value = column[player] ?? Number.NaN
      const least = Math.min(...column.filter((other) => Number.isFinite(other)))
      const cell = kit.html(
        row,
        'td',
        value === least ? 'best' : '',
        kit.text(value, quantity.digits),
      )
      // A value twice as bad gets half of the shade, and one four times as bad all of it. Values near 0 count as equal.
      const floor = quantity.digits === 2 ? 0.1 : 1
      const times = Math.log2(Math.max(value, floor) / Math.max(least, floor))
      cell.style.setProperty('--shade', `${Math.round(Math.min(Math.max(times / 2, 0), 1) * 100)}%`)
    }
  })
}

/**
 * Fills the table of one trace and rate: a row per player and motion with all quantities, sorted by the column that was clicked
 * last. Runs in the page: it may use nothing but its arguments and the browser.
 */
export function fillRowTable(kit: Kit, box: HTMLElement, redraw: () => void): void {
  const { data, view } = kit
  box.replaceChildren()
  const table = kit.html(box, 'table', 'rows')
  const head = kit.html(kit.html(table, 'thead', ''), 'tr', '')
  const heads = ['player', 'motion', ...data.quantities.map(({ label }) => label)]
  heads.forEach((label, column) => {
    const cell = kit.html(head, 'th', '')
    const { sort } = view
    const mark = sort.column === column ? (sort.down ? ' \u2193' : ' \u2191') : ''
    const button = kit.html(cell, 'button', '', label + mark)
    button.addEventListener('click', () => {
      view.sort = { column, down: sort.column === column && !sort.down }
      redraw()
    })
  })
  const rows = data.players.flatMap(({ name }, player) =>
    kit.scores(view.trace, player).map((score) => ({
      name,
      motion: score.motion,
      values: data.quantities.map(({ key }) => score[key]),
    })),
  )
  const { column, down } = view.sort
  if (column >= 0) {
    const text = (row: (typeof rows)[number]): string => (column === 0 ? row.name : row.motion)
    const number = (row: (typeof rows)[number]): number => row.values[column - 2] ?? Infinity
    rows.sort((a, b) => {
      const order = column < 2 ? text(a).localeCompare(text(b)) : number(a) - number(b)
      return down ? -order : order
    })
  }
  const body = kit.html(table, 'tbody', '')
  for (const { name, motion, values } of rows) {
    const row = kit.html(body, 'tr', '')
    kit.html(row, 'th', '', name)
    kit.html(row, 'td', 'word', motion)
    values.forEach((value, i) => {
      kit.html(row, 'td', '', kit.text(value, data.quantities[i]?.digits ?? 0))
    })
  }
}
