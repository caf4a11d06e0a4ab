/** A table for the terminal, for Markdown and for the page. */
export interface Table {
  readonly title: string
  /** A line under the title that says what the numbers are; may be empty. */
  readonly about: string
  /** Heads of the columns; the first column is left-aligned, the others are numbers. */
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The table as plain text, with columns padded to their widest cell. */
export function tableText(table: Table): string {
  const all = [table.head, ...table.rows]
  const widths = table.head.map((_, column) =>
    Math.max(...all.map((row) => cell(row, column).length)),
  )
  const line = (row: readonly string[]): string =>
    widths
      .map((width, column) =>
        column === 0 ? cell(row, column).padEnd(width) : cell(row, column).padStart(width),
      )
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  const lines = [table.title, table.about, '', line(table.head), rule, ...table.rows.map(line)]
  return `${lines.filter((text, i) => i !== 1 || text !== '').join('\n')}\n`
}

/** The table as Markdown, with its title as a heading of this level. */
export function tableMarkdown(table: Table, level: number): string {
  const line = (row: readonly string[]): string =>
    `| ${table.head.map((_, column) => cell(row, column).replaceAll('|', '\\|')).join(' | ')} |`
  const marks = `|${table.head.map((_, column) => (column === 0 ? '---' : '--:')).join('|')}|`
  const about = table.about === '' ? [] : [table.about, '']
  const lines = [`${'#'.repeat(level)} ${table.title}`, '', ...about, line(table.head), marks]
  return `${[...lines, ...table.rows.map(line)].join('\n')}\n`
}

function cell(row: readonly string[], column: number): string {
  return row[column] ?? ''
}

/** A number with `digits` decimals, or a dash if it is not finite. */
export function shown(value: number, digits: number): string {
  if (!Number.isFinite(value)) return '-'
  // A rounded -0.0 is shown as 0.0.
  const text = value.toFixed(digits)
  return Number(text) === 0 ? (0).toFixed(digits) : text
}

/** Milliseconds without decimals. */
export const ms = (value: number): string => shown(value, 0)

/** Per cent with two decimals below 1, one below 10, and none above. */
export const percent = (value: number): string =>
  shown(value, value >= 9.95 ? 0 : value >= 0.995 ? 1 : 2)
