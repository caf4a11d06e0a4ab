/** What a click says of itself. */
type Click = Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Whether a click on a link takes this page there: with one of these keys the link opens elsewhere, or is saved. */
export const leavesPage = ({ button, ctrlKey, metaKey, shiftKey, altKey }: Click): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

/** Calls `leave` on the way out by a link, and not when that opens in another tab. */
export function onLeaving(link: HTMLElement, leave: () => void): void {
  link.addEventListener('click', (event) => {
    if (leavesPage(event)) leave()
  })
}
