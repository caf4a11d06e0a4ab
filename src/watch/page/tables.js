/**
 * A column of a table: what a cell shows of a row, and its class. `fill` gets the cell as it was before, so that the focus of
 * the buttons in it survives.
 * @template T
 * @typedef {{ className: string, fill: (cell: HTMLTableCellElement, row: T) => void }} Column
 */

/**
 * Shows rows in the body of a table. Returns a function that shows other rows; a row with the same key keeps its elements.
 * @template T
 * @param {HTMLElement} body
 * @param {readonly Column<T>[]} columns
 * @param {(row: T) => string} keyOf
 * @returns {(rows: readonly T[], isSelected?: (row: T) => boolean) => void}
 */
export function makeTable(body, columns, keyOf) {
  /** @type {Map<string, HTMLTableRowElement>} */
  const shown = new Map()

  /** @param {string} key */
  const newRow = (key) => {
    const element = document.createElement('tr')
    for (const { className } of columns) element.insertCell().className = className
    shown.set(key, element)
    return element
  }

  return (rows, isSelected = () => false) => {
    const keys = new Set(rows.map(keyOf))
    for (const [key, element] of shown) {
      if (keys.has(key)) continue
      element.remove()
      shown.delete(key)
    }
    rows.forEach((row, place) => {
      const element = shown.get(keyOf(row)) ?? newRow(keyOf(row))
      // An element that moves loses the focus, so only those move that have to.
      const there = body.children[place] ?? null
      if (there !== element) body.insertBefore(element, there)
      element.classList.toggle('selected', isSelected(row))
      columns.forEach(({ fill }, i) => {
        fill(/** @type {HTMLTableCellElement} */ (element.cells[i]), row)
      })
    })
  }
}

/**
 * A column of text.
 * @template T
 * @param {string} className
 * @param {(row: T) => string} textOf
 * @returns {Column<T>}
 */
export function textColumn(className, textOf) {
  return {
    className,
    fill: (cell, row) => {
      const text = textOf(row)
      if (cell.textContent !== text) cell.textContent = text
    },
  }
}

/**
 * A column of buttons, each made once for a row.
 * @template T
 * @param {{ className: string, textOf: (row: T) => string, labelOf: (row: T) => string, press: (row: T) => void }} options
 * @returns {Column<T>}
 */
export function buttonColumn({ className, textOf, labelOf, press }) {
  return {
    className: '',
    fill: (cell, row) => {
      const button =
        cell.querySelector('button') ?? cell.appendChild(document.createElement('button'))
      button.type = 'button'
      button.className = className
      button.onclick = () => press(row)
      const text = textOf(row)
      if (button.textContent !== text) button.textContent = text
      button.setAttribute('aria-label', labelOf(row))
    },
  }
}
