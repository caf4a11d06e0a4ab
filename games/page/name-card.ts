import { saveAskedForName, savedName, wasAskedForName } from '../panel/saved.ts'
import { plainText } from '../plain-text.ts'
import { make } from './make.ts'

/** UTF-16 units of a name. */
const LONGEST = 16

/**
 * Asks for a name, once in a browser, in a small card beside a game that goes on: not where the address has a name, and not
 * where one is known. `take` gets the name. The card never takes the focus by itself, so that the keys stay with the game.
 */
export function askForName(search: string, take: (name: string) => void): void {
  if (new URLSearchParams(search).has('name') || savedName() !== '' || wasAskedForName()) return
  saveAskedForName()
  const card = make('form', 'card')
  card.id = 'name-card'
  card.innerHTML = `<label for="name-field">Your name?</label>
    <p class="row">
      <input id="name-field" type="text" placeholder="name" autocomplete="nickname" spellcheck="false" maxlength="${LONGEST}" />
      <button class="act" type="submit">Use this</button>
      <button class="skip" type="button">Not now</button>
    </p>`
  const field = card.querySelector('input') as HTMLInputElement
  const close = (): void => card.remove()
  card.addEventListener('submit', (event) => {
    event.preventDefault()
    const name = plainText(field.value, LONGEST)
    close()
    if (name !== '') take(name)
  })
  card.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
  })
  card.querySelector('.skip')?.addEventListener('click', close)
  document.body.append(card)
}
