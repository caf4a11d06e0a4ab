/**
 * Calls `run` when a key is pressed, by its place on the keyboard (`KeyboardEvent.code`): once for each press, not
 * while the player types text, and not together with Ctrl, Meta or Alt. `key` is a code, or says whether a code counts.
 */
export function onKey(
  key: string | ((code: string) => boolean),
  run: (event: KeyboardEvent) => void,
): void {
  const counts = typeof key === 'string' ? (code: string) => code === key : key
  window.addEventListener('keydown', (event) => {
    if (event.repeat || !counts(event.code)) return
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    run(event)
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null
