import { savedSound, saveSound } from '../panel/saved.ts'
import { element } from './element.ts'
import { onKey } from './on-key.ts'

/** What the button switches: the sounds of a page. */
interface Sounds {
  /** Switches all of them on or off. */
  turn(isOn: boolean): void
  /** Mutes all sounds while the page is hidden, whatever the player has chosen. */
  pause(isHidden: boolean): void
}

/**
 * Connects the button and the key M to a sound. If the sound was on at the last visit, it comes on with the first key
 * or click, because browsers allow none before.
 */
export function soundButton(sound: Sounds): void {
  const button = element('sound')
  const show = (isOn: boolean): void => {
    button.setAttribute('aria-pressed', String(isOn))
    button.title = isOn ? 'sound off (M)' : 'sound on (M)'
  }
  const turn = (isOn: boolean): void => {
    sound.turn(isOn)
    saveSound(isOn)
    show(isOn)
    window.removeEventListener('pointerup', comeOn, true)
    window.removeEventListener('keydown', comeOn, true)
  }
  const comeOn = (event: Event): void => {
    // Keys such as Escape do not count as permission for sound. A key that switches the sound anyway must not switch it
    // twice.
    if (navigator.userActivation?.isActive === false) return
    const isSwitch =
      (event as KeyboardEvent).code === 'KeyM' || button.contains(event.target as Node)
    if (!isSwitch) turn(true)
  }
  const wasOn = savedSound()
  let isWanted = wasOn
  const toggle = (): void => {
    isWanted = !isWanted
    turn(isWanted)
  }
  button.addEventListener('click', toggle)
  onKey('KeyM', toggle)
  document.addEventListener('visibilitychange', () => sound.pause(document.hidden))
  show(wasOn)
  if (!wasOn) return
  window.addEventListener('pointerup', comeOn, true)
  window.addEventListener('keydown', comeOn, true)
}
