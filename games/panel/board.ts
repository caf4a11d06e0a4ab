/** A row of a board: a label and a control. */
export interface Row {
  readonly element: HTMLElement
  hidden: boolean
  disabled: boolean
  on(event: 'change', run: (event: { readonly last: boolean }) => void): void
}

/** The part of Tweakpane that is used here. Its own types come in a separate package. */
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
  /** The label, which stands beside the control and names it for assistive technology. */
  readonly label: string
  /** Shown under the pointer. */
  readonly title?: string
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** The choices, by their labels. */
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

/** A small line of text within a row, below its control. It is hidden while it is empty. */
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
