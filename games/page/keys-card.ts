import { element } from './element.ts'
import { isFree, type KeyBindings, keyName } from './key-bindings.ts'
import { make } from './make.ts'

const ICON = `<svg viewBox="0 0 20 20" aria-hidden="true">
  <rect x="2" y="5" width="16" height="10.5" rx="2" />
  <path d="M5 8.4h.1M8.3 8.4h.1M11.6 8.4h.1M14.9 8.4h.1M6.6 12.2h6.8" />
</svg><span>Keys</span>`

/**
 * Adds the button 'Keys' to the row over the picture, and the card behind it: a list of what keys do, in which the player
 * chooses others. Call once.
 */
export function addKeysCard(bindings: KeyBindings): void {
  const button = make('button')
  Object.assign(button, { id: 'keys', type: 'button', innerHTML: ICON })
  button.setAttribute('aria-label', 'Keys')
  button.setAttribute('popovertarget', 'keys-card')
  element('invite').after(button)
  const card = make('section', 'card')
  card.id = 'keys-card'
  card.popover = 'auto'
  card.setAttribute('aria-labelledby', 'keys-title')
  card.innerHTML = `<h2 id="keys-title">Keys</h2>
    <p>Choose a key with a click, then press another one.</p>
    <ul></ul>
    <p class="said" role="status"></p>
    <p class="row"><button class="reset" type="button">Reset all keys</button></p>`
  // Not within the row over the picture, which gives no focus to what is clicked.
  element('hud').after(card)
  new KeysCard(card, button, bindings)
}

/** The card while it is there. */
class KeysCard {
  readonly #bindings: KeyBindings
  readonly #rows = new Map<string, HTMLButtonElement>()
  readonly #said: HTMLElement
  readonly #reset: HTMLButtonElement
  /** The action that waits for its key; '' for none. */
  #waiting = ''

  constructor(card: HTMLElement, button: HTMLElement, bindings: KeyBindings) {
    this.#bindings = bindings
    this.#said = card.querySelector('.said') as HTMLElement
    this.#reset = card.querySelector('.reset') as HTMLButtonElement
    const list = card.querySelector('ul') as HTMLElement
    for (const { name, label } of bindings.actions) {
      const row = make('li')
      const key = make('button')
      key.type = 'button'
      key.addEventListener('click', () => this.#wait(this.#waiting === name ? '' : name))
      row.append(label, key)
      list.append(row)
      this.#rows.set(name, key)
    }
    this.#reset.addEventListener('click', () => {
      this.#waiting = ''
      bindings.reset()
      this.#said.textContent = 'All keys are back to their defaults.'
    })
    // Before the game, wherever the focus is, and before the browser closes the card with Escape.
    window.addEventListener('keydown', (event) => this.#take(event), true)
    card.addEventListener('toggle', () => {
      this.#wait('')
      this.#said.textContent = ''
      // Closing the card gives the focus back to its button, which would take the keys of the game.
      if (!card.matches(':popover-open')) button.blur()
    })
    bindings.onChange(() => this.#show())
    this.#show()
  }

  #wait(name: string): void {
    this.#waiting = name
    this.#said.textContent = name === '' ? '' : 'Press a key, or Escape to keep the old one.'
    // Not every browser gives the focus to a button that is clicked.
    this.#rows.get(name)?.focus()
    this.#show()
  }

  #take(event: KeyboardEvent): void {
    const name = this.#waiting
    if (name === '') return
    event.stopPropagation()
    if (event.code === 'Tab') return this.#wait('')
    event.preventDefault()
    if (event.code === 'Escape') return this.#wait('')
    if (!isFree(event.code)) {
      this.#said.textContent = `${keyName(event.code)} has another meaning. Press another key.`
      return
    }
    const others = this.#bindings.choose(name, event.code)
    this.#wait('')
    if (others.length > 0)
      this.#said.textContent = `${keyName(event.code)} no longer does this: ${others.join(', ')}.`
  }

  #show(): void {
    for (const { name, label } of this.#bindings.actions) {
      const key = this.#rows.get(name)
      if (!key) continue
      const names = this.#bindings.codesOf(name).map(keyName).join(' or ')
      const isWaiting = name === this.#waiting
      key.textContent = isWaiting ? 'press a key' : names
      key.setAttribute('aria-label', `${label}: ${isWaiting ? 'press a key' : names}`)
      key.classList.toggle('waiting', isWaiting)
    }
    this.#reset.disabled = !this.#bindings.isChanged
  }
}
