import { controlsOf, isReachable } from './controls.ts'
import { isShown, nameOf } from './sight.ts'

/** Where the focus is. */
export interface Focus {
  /** The number of the control in the order of the document, -1 for none. */
  readonly index: number
  readonly where: string
  readonly box: {
    readonly left: number
    readonly top: number
    readonly right: number
    readonly bottom: number
  }
  /** Whether it looks different from when it has no focus. */
  readonly isMarked: boolean
}

const LOOKS = [
  'outline',
  'boxShadow',
  'backgroundColor',
  'borderColor',
  'color',
  'textDecoration',
  'opacity',
] as const

let reachables: Element[] = []
let plain = new Map<Element, string>()

/** How an element and what is drawn beside it or in it looks. */
function lookOf(element: Element): string {
  const near = [
    element,
    element.parentElement,
    ...element.children,
    ...(element.parentElement?.children ?? []),
  ]
  return near
    .flatMap((at) => {
      if (!at) return []
      const style = getComputedStyle(at)
      return LOOKS.map((look) => (look === 'outline' ? outlineOf(style) : style[look]))
    })
    .join(';')
}

/** Widths and colours of outlines that are not drawn change too. */
const outlineOf = ({ outlineStyle, outlineWidth, outlineColor }: CSSStyleDeclaration): string =>
  outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth} ${outlineColor}`

/** Lets Tab begin before the first control, as in a page that has just loaded. */
function focusStart(): void {
  const start = document.createElement('span')
  start.tabIndex = -1
  document.body.prepend(start)
  start.focus({ preventScroll: true })
  start.remove()
}

/** Notes how all controls look without the focus. Returns their names, which the keyboard should reach. */
export function prepareFocus(): string[] {
  focusStart()
  scrollTo(0, 0)
  reachables = controlsOf(document.body)
    .filter(isReachable)
    .map(({ element }) => element)
  plain = new Map(reachables.map((element) => [element, lookOf(element)]))
  return reachables.map(nameOf)
}

/** Returns where the focus is now. */
export function readFocus(): Focus {
  const element = document.activeElement
  if (!element || element === document.body)
    return { index: -1, where: '', box: { left: 0, top: 0, right: 0, bottom: 0 }, isMarked: true }
  const drawn = isShown(element) ? element : (element.closest('label') ?? element)
  const { left, top, right, bottom } = drawn.getBoundingClientRect()
  return {
    index: reachables.indexOf(element),
    where: nameOf(element),
    box: { left, top: top + scrollY, right, bottom: bottom + scrollY },
    isMarked: lookOf(element) !== plain.get(element),
  }
}
