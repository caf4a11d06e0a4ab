import type { Table } from '../table.ts'

/** A table with its title. The row whose first cell is `own` stands out. */
export function tableHtml(table: Table, own = ''): string {
  const row = (cells: readonly string[], name: 'th' | 'td'): string =>
    cells
      .map((cell, i) =>
        i === 0 ? `<th>${escapeHtml(cell)}</th>` : `<${name}>${escapeHtml(cell)}</${name}>`,
      )
      .join('')
  const rows = table.rows.map(
    (cells) => `<tr${cells[0] === own ? ' class="first"' : ''}>${row(cells, 'td')}</tr>`,
  )
  return `<h2>${escapeHtml(table.title)}</h2>
<p>${escapeHtml(table.about)}</p>
<div class="wide"><table><thead><tr>${row(table.head, 'th')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`
}

/** Escapes a text for markup. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
