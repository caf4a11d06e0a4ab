import { common, isEmpty, opacityOf, visiblePart } from './sight.ts'
import { linesOf, quoted } from './texts.ts'

/** A line of text and its colour, for the measurement of its contrast in a picture of the page. */
export interface Ink {
  readonly where: string
  /** In CSS pixels of the window. */
  readonly box: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }
  /** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
  readonly colour: readonly [number, number, number, number]
  /** At least this contrast: 4.5, or 3 for large text. */
  readonly least: number
}

/** From 24 px on, or 18.66 px if bold, text is large (WCAG 2.2). */
function isLarge(style: CSSStyleDeclaration): boolean {
  const px = Number.parseFloat(style.fontSize)
  return px >= 24 || (px >= 18.66 && Number(style.fontWeight) >= 700)
}

/** Reads any CSS colour by painting it. */
function rgbaOf(
  colour: string,
  context: CanvasRenderingContext2D,
): [number, number, number, number] {
  context.clearRect(0, 0, 1, 1)
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue, alpha / 255]
}

/** All lines of text of `root` in the window, with their colours. */
export function inksOf(root: Element): Ink[] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  return linesOf(root).flatMap((line) => {
    const { left, top, right, bottom } = common(visiblePart(line.element, line.box), view)
    // A scroller that cuts a line in two leaves too little of its letters.
    if (bottom - top < (line.box.bottom - line.box.top) / 2) return []
    if (isEmpty({ left, top, right, bottom })) return []
    const style = getComputedStyle(line.element)
    const svg = line.element instanceof SVGElement
    const [red, green, blue, alpha] = rgbaOf(svg ? style.fill : style.color, context)
    return [
      {
        where: quoted(line),
        box: { x: left, y: top, width: right - left, height: bottom - top },
        colour: [red, green, blue, alpha * opacityOf(line.element)] as const,
        least: isLarge(style) ? 3 : 4.5,
      },
    ]
  })
}

/** A canvas of at least this fraction of the window is the picture of a game, which may be of any colour. Others are plots. */
const PICTURE = 1 / 12

/** Marks the canvases that are pictures of games with `data-picture`. Returns whether there are canvases at all. */
export function markPictures(): boolean {
  const canvases = document.querySelectorAll('canvas')
  for (const canvas of canvases) {
    const { width, height } = canvas.getBoundingClientRect()
    canvas.toggleAttribute('data-picture', width * height >= innerWidth * innerHeight * PICTURE)
  }
  return canvases.length > 0
}
