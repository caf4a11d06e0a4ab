/** A row of a board: a label and a control. */
export interface Row {
  readonly element: HTMLElement
  hidden: boolean
  disabled: boolean
  on(event: 'change', run: (event: { readonly last: boolean }) => void): void
}

/** The part of Tweakpane that is used here; its own types come in a package of their own. */
export interface Board {
  readonly element: HTMLElement
  expanded: boolean
  addBinding(target: object, key: string, options?: object): Row
  addButton(options: { title: string }): Row & { on(event: 'click', run: () => void): void }
  addFolder(options: { title: string; expanded: boolean }): Board
  on(event: 'change' | 'fold', run: () => void): void
  refresh(): void
}

/** How a control shows a value. */
interface RowOptions {
  /** Stands beside the control and names it for assistive technology. */
  readonly label: string
  /** Shown under the pointer. */
  readonly title?: string
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** What there is to choose, by what it is called. */
  readonly options?: { readonly [label: string]: string }
}

/** Adds a control of `target[key]`. The label names its form field, which Tweakpane alone leaves without a name. */
export function addRow<T extends object>(
  board: Board,
  target: T,
  key: keyof T & string,
  options: RowOptions,
): Row {
  const { title, ...rest } = options
  const row = board.addBinding(target, key, rest)
  if (title !== undefined) row.element.title = title
  for (const field of row.element.querySelectorAll('input, select'))
    field.setAttribute('aria-label', options.label)
  return row
}

/** A small line of text within a row, below its control; gone while it says nothing. */
export class Note {
  readonly #element = document.createElement('p')

  constructor(row: Row) {
    this.#element.className = 'note'
    this.#element.hidden = true
    row.element.append(this.#element)
  }

  say(text: string): void {
    this.#element.textContent = text
    this.#element.hidden = text === ''
  }
}
