/** What to say about a connection that could not be made or has ended, by the word the engine gives for it. */
const WORDS: { readonly [reason: string]: string } = {
  unreachable: 'The server cannot be reached.',
  lost: 'The connection was lost.',
  timeout: 'The server has not answered for a while.',
  'server-closed': 'The server has been stopped.',
  kicked: 'The server has ended this visit.',
  full: 'This room is full.',
  version: 'This page is older than the server.',
  schema: 'This page is older than the server.',
  refused: 'The server has refused this player.',
}

/** The message in the middle of the page, and a link to load it again. */
export class Notice {
  readonly #box: HTMLElement
  readonly #text: HTMLElement
  readonly #link: HTMLAnchorElement

  constructor() {
    this.#box = element('notice')
    this.#text = element('notice-text')
    this.#link = element('notice-link') as HTMLAnchorElement
    this.#link.href = location.href
    // A link to where one is already does not always load again.
    this.#link.addEventListener('click', (event) => {
      event.preventDefault()
      location.reload()
    })
  }

  hide(): void {
    this.#box.hidden = true
  }

  /** Says why there is no connection; `detail` is the other side's own explanation, if it gave one. */
  show(reason: string, detail = ''): void {
    this.#text.textContent = WORDS[reason] ?? `The connection has ended (${detail || reason}).`
    this.#link.hidden = false
    this.#box.hidden = false
    this.#link.focus({ preventScroll: true })
  }
}

/** An element of the page that must be there. */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no element '${id}'`)
  return found
}
