/**
 * Keeps the keys with the game: each control gives the focus back after use, except for text fields while the player
 * types.
 */
export function giveFocusBack(holder: HTMLElement): void {
  const release = (event: Event): void => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || !holder.contains(focused)) return
    const isTyping = focused instanceof HTMLInputElement && focused.type === 'text'
    const isChoosing = focused instanceof HTMLSelectElement
    if (event.type === 'change' || !(isTyping || isChoosing)) focused.blur()
  }
  window.addEventListener('pointerup', release)
  holder.addEventListener('click', release)
  holder.addEventListener('change', release)
}
