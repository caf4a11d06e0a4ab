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

function linesOfNode(node: Node, element: Element, text: string): Line[] {
  const range = document.createRange()
  range.selectNodeContents(node)
  const boxes = [...range.getClientRects()].filter((box) => !isEmpty(box))
  return boxes.map((box) => ({ element, text, box }))
}

function textOf(field: Element): string {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? ''
  return (field as HTMLInputElement | HTMLTextAreaElement).value
}

/** How a finding names a text. */
export const quoted = ({ element, text }: Line): string =>
  `${nameOf(element)} '${text.length > 40 ? `${text.slice(0, 39)}…` : text}'`
