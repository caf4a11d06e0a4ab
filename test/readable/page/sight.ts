/** A part of the window, in CSS pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Overlaps and overhangs up to this many pixels are rounding. */
export const ROUNDING = 2

export const isEmpty = ({ left, top, right, bottom }: Box): boolean =>
  right - left < 1 || bottom - top < 1

/** The part that two boxes have in common. It may be empty. */
export const common = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
})

/** Whether two boxes overlap by more than rounding. */
export function overlap(a: Box, b: Box): boolean {
  const { left, top, right, bottom } = common(a, b)
  return right - left > ROUNDING && bottom - top > ROUNDING
}

/** The element and all that it is in, from the inside out. */
export function* chain(element: Element): Generator<Element> {
  for (let at: Element | null = element; at; at = at.parentElement) yield at
}

/** The opacity at which an element appears, from 0 to 1. */
export function opacityOf(element: Element): number {
  let opacity = 1
  for (const at of chain(element)) opacity *= Number(getComputedStyle(at).opacity)
  return opacity
}

/** Whether the element is drawn at all. Only for readers of screens: not drawn. */
export function isShown(element: Element): boolean {
  const options = { opacityProperty: true, visibilityProperty: true }
  return element.checkVisibility(options) && opacityOf(element) > 0.02
}

const clips = (value: string): boolean => value !== 'visible'
const scrolls = (value: string): boolean => value === 'auto' || value === 'scroll'

/** The next element outside that cuts off or scrolls what is in `element`. */
export function clipperOf(element: Element): Element | null {
  let isFixed = false
  for (const at of chain(element)) {
    const style = getComputedStyle(at)
    if (at !== element && !isFixed && at !== document.body && at !== document.documentElement)
      if (clips(style.overflowX) || clips(style.overflowY)) return at
    if (style.position === 'fixed') isFixed = true
  }
  return null
}

/** Whether a clipper lets visitors scroll to what it cuts off. */
export function canScroll(clipper: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(clipper)
  return scrolls(overflowX) || scrolls(overflowY)
}

/** The part of a box that no element around cuts off. */
export function visiblePart(element: Element, box: Box): Box {
  let part = box
  for (let at = clipperOf(element); at; at = clipperOf(at))
    part = common(part, at.getBoundingClientRect())
  return part
}

/** A selector that a person finds the element with. */
export function nameOf(element: Element): string {
  const parts: string[] = []
  for (const at of chain(element)) {
    if (at === document.body || parts.length === 3) break
    const own =
      at.id !== ''
        ? `#${at.id}`
        : `${at.localName}${[...at.classList]
            .slice(0, 2)
            .map((c) => `.${c}`)
            .join('')}`
    parts.unshift(own)
    if (at.id !== '') break
  }
  return parts.join(' > ')
}
