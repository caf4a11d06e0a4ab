import { element } from './element.ts'
import { type KeyBindings, keyName } from './key-bindings.ts'
import { invitation } from './visit.ts'

/** How long the hint stays after the first key, or after the first touch. */
const HINT_MS = 6000

/**
 * Shows the line that says which keys do what, or what fingers do, until some time after the first of them. Each `kbd` with
 * the name of an action shows that action's first key. The line's link opens a second tab that joins the same `room` as
 * another player, because that tab stores its own resume key. `bindings` is left out where keys cannot be changed.
 */
export function hintUntilPlayed(room: string, bindings?: KeyBindings): void {
  const hint = element('hint')
  const second = element('second') as HTMLAnchorElement
  second.href = invitation(location.href, room)
  if (bindings) nameKeys(hint, bindings)
  hint.hidden = false
  const quiet = (): void => {
    setTimeout(() => hint.classList.add('quiet'), HINT_MS)
  }
  window.addEventListener('keydown', quiet, { once: true })
  window.addEventListener('touchstart', quiet, { once: true, passive: true })
}

/** Writes the first key of each action into the hint, again after every change. */
function nameKeys(hint: HTMLElement, bindings: KeyBindings): void {
  const show = (): void => {
    for (const key of hint.querySelectorAll<HTMLElement>('kbd[data-action]')) {
      const [first = ''] = bindings.codesOf(key.dataset['action'] ?? '')
      key.textContent = keyName(first)
    }
  }
  show()
  bindings.onChange(show)
}
