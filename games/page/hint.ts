import { element } from './element.ts'
import { invitation } from './visit.ts'

/** How long the line of keys stays after the first key. */
const HINT_MS = 6000

/**
 * Shows the line that says which keys do what, until some time after the first key. Its link opens a second tab that
 * joins the same `room` as another player, because that tab stores its own resume key.
 */
export function hintUntilPlayed(room: string): void {
  const hint = element('hint')
  const second = element('second') as HTMLAnchorElement
  second.href = invitation(location.href, room)
  hint.hidden = false
  const quiet = (): void => {
    setTimeout(() => hint.classList.add('quiet'), HINT_MS)
  }
  window.addEventListener('keydown', quiet, { once: true })
}
