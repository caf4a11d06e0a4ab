import { savedSound, saveSound } from '../panel/saved.ts'
import { element } from './element.ts'
import type { Sound } from './sound.ts'

/**
 * Connects the button and the key M to a sound. If it was on at the last visit it comes on with the first key or
 * click: browsers allow none before.
 */
export function soundButton(sound: Sound): void {
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
    // Keys such as Escape are no permission; and what switches it anyway must not do so twice.
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
  window.addEventListener('keydown', (event) => {
    if (event.code !== 'KeyM' || event.repeat) return
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    toggle()
  })
  document.addEventListener('visibilitychange', () => sound.pause(document.hidden))
  show(wasOn)
  if (!wasOn) return
  window.addEventListener('pointerup', comeOn, true)
  window.addEventListener('keydown', comeOn, true)
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null
