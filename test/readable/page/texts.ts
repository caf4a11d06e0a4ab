import { type Box, isEmpty, isShown, nameOf, visiblePart } from './sight.ts'

/** A piece of text that a visitor sees: one line of it. */
export interface Line {
  readonly element: Element
  readonly text: string
  /** Where the line is, whether or not something cuts it off. */
  readonly box: Box
}

/** Controls whose text is not in the document. */
const FIELDS =
  'input:not([type=checkbox], [type=radio], [type=range], [type=color]), select, textarea'

/** All lines of text that are drawn now, inside the window or beyond it. */
export function linesOf(root: Element): Line[] {
  const lines: Line[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent?.replace(/\s+/g, ' ').trim() ?? ''
    if (!element || text === '' || element.closest('script, style, noscript, option, svg title'))
      continue
    if (isShown(element)) lines.push(...linesOfNode(node, element, text))
  }
  for (const field of root.querySelectorAll(FIELDS)) {
    const text = textOf(field)
    const box = field.getBoundingClientRect()
    if (text !== '' && isShown(field) && !isEmpty(box)) lines.push({ element: field, text, box })
  }
  return lines.filter(({ element, box }) => !isEmpty(visiblePart(element, box)))
}

/** What has a letter or a digit. Other signs are too small to measure, and blanks have nothing to see. */
const WORDS = /\S*[\p{L}\p{N}]\S*/gu

/** One line for each row of words, however many rows of source code are in the node. */
function linesOfNode(node: Node, element: Element, text: string): Line[] {
  const rows = new Map<number, Box>()
  for (const { index, 0: word } of (node.textContent ?? '').matchAll(WORDS)) {
    const range = document.createRange()
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    for (const box of range.getClientRects()) {
      if (isEmpty(box)) continue
      const key = Math.round(box.top)
      rows.set(key, around(rows.get(key) ?? box, box))
    }
  }
  return [...rows.values()].map((box) => ({ element, text, box }))
}

const around = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
})

function textOf(field: Element): string {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? ''
  return (field as HTMLInputElement | HTMLTextAreaElement).value
}

/** How a finding names a text. */
export const quoted = ({ element, text }: Line): string =>
  `${nameOf(element)} '${text.length > 40 ? `${text.slice(0, 39)}…` : text}'`
