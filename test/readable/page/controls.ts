import { type Box, isEmpty, isShown, visiblePart } from './sight.ts'

/** What can be operated. */
const CONTROLS =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex]:not([tabindex^="-"])'

/** A control that a visitor sees. */
export interface Control {
  readonly element: Element
  readonly box: Box
}

/**
 * Controls that are drawn now. A checkbox or a slider that is drawn by an element beside it counts where that one is: its
 * label's box.
 */
export function controlsOf(root: Element): Control[] {
  const controls: Control[] = []
  for (const element of root.querySelectorAll(CONTROLS)) {
    const shown = isShown(element) ? element : element.closest('label')
    if (!shown || !isShown(shown) || !element.checkVisibility({ visibilityProperty: true }))
      continue
    const box = shown.getBoundingClientRect()
    if (!isEmpty(visiblePart(shown, box))) controls.push({ element, box })
  }
  return controls
}

/** Whether the keyboard should reach it. */
export const isReachable = ({ element }: Control): boolean =>
  !(element as HTMLButtonElement).disabled && (element as HTMLElement).tabIndex >= 0
