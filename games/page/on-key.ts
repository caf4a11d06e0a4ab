/**
 * Calls `run` when a key is pressed, by its place on the keyboard (`KeyboardEvent.code`): once for each press, not
 * while the player types text, and not together with Ctrl, Meta or Alt.
 */
export function onKey(code: string, run: (event: KeyboardEvent) => void): void {
  window.addEventListener('keydown', (event) => {
    if (event.code !== code || event.repeat) return
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    run(event)
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null
