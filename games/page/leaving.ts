/** The part of a click event that is used here. */
type Click = Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Whether a click on a link takes this page there. With one of these keys, the link opens elsewhere, or is saved. */
export const leavesPage = ({ button, ctrlKey, metaKey, shiftKey, altKey }: Click): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

/** Calls `leave` when the player follows a link, unless the link opens in another tab. */
export function onLeaving(link: HTMLElement, leave: () => void): void {
  link.addEventListener('click', (event) => {
    if (leavesPage(event)) leave()
  })
}
