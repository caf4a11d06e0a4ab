import { element } from './element.ts'
import { whenServerIsBack } from './server-back.ts'

/** What to say about a connection that could not be made or has ended, by the engine's reason. */
const WORDS: { readonly [reason: string]: string } = {
  unreachable: 'The server cannot be reached.',
  lost: 'The connection was lost.',
  timeout: 'The server has not answered for a while.',
  restarting: 'The server has stopped.',
  'server-closed': 'The room was closed.',
  kicked: 'The server ended this session.',
  full: 'This room is full.',
  version: 'This page is older than the server.',
  schema: 'This page is older than the server.',
  refused: 'The server refused this player.',
  replaced: 'You are playing in another tab.',
  'no-worker': 'This browser could not start the room in this page.',
  'no-webgl': 'This browser cannot draw the game, because WebGL 2 is off or missing.',
  'worker-ended': 'The room in this page has stopped.',
}

/** Reasons after which the page waits for the server and loads itself again. It has tried for a while to come back by then. */
const WAITS_AFTER: readonly string[] = ['unreachable', 'lost', 'timeout', 'restarting']

/** What the button says, where it does more than try again. */
const DEEDS: { readonly [reason: string]: string } = {
  version: 'Reload the page',
  schema: 'Reload the page',
  replaced: 'Play here',
}

/** Returns a server's own words, which usually begin with a small letter, as a sentence. */
const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`

/**
 * The message in the middle of the page with a link to load it again, and the small message while the page reconnects.
 */
export class Notice {
  readonly #box = element('notice')
  readonly #text = element('notice-text')
  readonly #link = element('notice-link') as HTMLAnchorElement
  readonly #mending = element('mending')
  #isWaiting = false

  constructor() {
    this.#link.href = location.href
    // A link to the page's own address does not always load it again.
    this.#link.addEventListener('click', (event) => {
      event.preventDefault()
      location.reload()
    })
  }

  /** Says that the page is reconnecting, or stops saying it. The picture can still be seen. */
  mend(isMending: boolean): void {
    this.#mending.textContent = isMending ? 'Reconnecting …' : ''
  }

  /** Says why there is no connection. `detail` is the other side's own explanation, if it gave one. */
  show(reason: string, detail = ''): void {
    this.mend(false)
    const isSaid = detail !== '' && (reason === 'refused' || reason === 'kicked')
    this.#text.textContent = isSaid
      ? sentence(detail)
      : (WORDS[reason] ?? `The connection ended (${detail || reason}).`)
    // A server that answers the page, but not the game, must not make the page load again and again.
    if (WAITS_AFTER.includes(reason)) this.#waitForServer(reason === 'unreachable')
    this.#link.textContent = DEEDS[reason] ?? 'Try again'
    this.#box.hidden = false
    this.#link.focus({ preventScroll: true })
  }

  #waitForServer(onlyAfterFailure: boolean): void {
    const isAway = (): void => {
      this.#text.textContent += ' This page goes on when it is back.'
    }
    if (!onlyAfterFailure) isAway()
    if (this.#isWaiting) return
    this.#isWaiting = true
    whenServerIsBack(onlyAfterFailure ? isAway : null, () => location.reload())
  }
}
