import type { Finding } from '../finding.ts'
import { type Control, controlsOf } from './controls.ts'
import { type Box, canScroll, chain, clipperOf, nameOf, overlap, ROUNDING } from './sight.ts'
import { type Line, linesOf, quoted } from './texts.ts'

const LEAST_PX = 13

/** Checks sizes and places of all that can be seen now in `root`. */
export function checkLayout(root: Element): Finding[] {
  const lines = linesOf(root)
  const controls = controlsOf(root)
  return [...small(lines), ...cutOff(lines, controls), ...overlaps(lines, controls), ...tooWide()]
}

function small(lines: readonly Line[]): Finding[] {
  return lines.flatMap((line) => {
    const px = Number.parseFloat(getComputedStyle(line.element).fontSize)
    if (px >= LEAST_PX) return []
    return [
      { what: 'small text', where: quoted(line), value: `${px} px, but at least ${LEAST_PX}` },
    ]
  })
}

/** The page as far as visitors can scroll it, in the coordinates of the window. */
function reachable(element: Element): Box {
  const fixed = [...chain(element)].some((at) => getComputedStyle(at).position === 'fixed')
  const root = document.documentElement
  const styles = [getComputedStyle(root), getComputedStyle(document.body)]
  const isStill = fixed || styles.some(({ overflowY }) => overflowY === 'hidden')
  if (isStill) return { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  return { left: 0, top: -scrollY, right: innerWidth, bottom: root.scrollHeight - scrollY }
}

/** By how many pixels a box reaches beyond another one, and where. */
function beyond(box: Box, bounds: Box): string {
  const over = {
    left: bounds.left - box.left,
    top: bounds.top - box.top,
    right: box.right - bounds.right,
    bottom: box.bottom - bounds.bottom,
  }
  const sides = Object.entries(over).filter(([, px]) => px > ROUNDING)
  return sides.map(([side, px]) => `${px.toFixed(0)} px beyond the ${side}`).join(', ')
}

function cutOff(lines: readonly Line[], controls: readonly Control[]): Finding[] {
  const places = [
    ...lines.map((line) => ({ element: line.element, box: line.box, where: quoted(line) })),
    ...controls.map(({ element, box }) => ({
      element,
      box,
      where: nameOf(element),
    })),
  ]
  return places.flatMap(({ element, box, where }) => {
    const found: Finding[] = []
    const clipper = clipperOf(element)
    const isEllipsis = getComputedStyle(element).textOverflow === 'ellipsis'
    if (clipper && canScroll(clipper)) return found
    if (clipper && !isEllipsis) {
      const value = beyond(box, clipper.getBoundingClientRect())
      if (value !== '')
        found.push({ what: 'cut off', where, value: `${value} of ${nameOf(clipper)}` })
    }
    const value = isEllipsis ? '' : beyond(box, reachable(element))
    if (value !== '') found.push({ what: 'outside', where, value: `${value} of the window` })
    return found
  })
}

const isRelated = (a: Element, b: Element): boolean => a.contains(b) || b.contains(a)

function overlaps(lines: readonly Line[], controls: readonly Control[]): Finding[] {
  const found: Finding[] = []
  for (const [i, line] of lines.entries()) {
    const other = lines
      .slice(i + 1)
      .find(({ element, box }) => element !== line.element && overlap(box, line.box))
    if (other) found.push({ what: 'overlap', where: quoted(line), value: quoted(other) })
    const control = controls.find(({ element, box }) => {
      const around = element.closest('label') ?? element
      return !isRelated(around, line.element) && overlap(box, line.box)
    })
    if (control)
      found.push({ what: 'overlap', where: quoted(line), value: nameOf(control.element) })
  }
  return found
}

function tooWide(): Finding[] {
  const { scrollWidth } = document.documentElement
  if (scrollWidth <= innerWidth) return []
  return [
    { what: 'too wide', where: 'html', value: `${scrollWidth} px in a window of ${innerWidth}` },
  ]
}
