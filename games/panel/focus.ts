/** Lets the keys stay with the game: whatever was used gives the focus back, but for text while it is typed. */
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
