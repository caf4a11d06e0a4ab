import type { Finding } from '../finding.ts'
import type { Ink } from './inks.ts'

/** Pictures of one window, as PNG in base64. */
export interface Pictures {
  /** With all texts. */
  readonly texts: string
  /** Without texts, but with their shadows and backdrops. The first one is otherwise the same as `texts`. */
  readonly backs: readonly string[]
}

/** A pixel that changes by more than this with the text belongs to a letter. */
const LETTER = 40
/** This fraction of the pixels of the letters may have less contrast: edges, and what is beside a backdrop. */
const TOLERATED = 0.1

type Colour = readonly [number, number, number]

async function pixelsOf(png: string): Promise<ImageData> {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  return context.getImageData(0, 0, bitmap.width, bitmap.height)
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Colour
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrastOf(a: Colour, b: Colour): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const at = ({ data, width }: ImageData, x: number, y: number): Colour => {
  const i = (y * width + x) * 4
  return [data[i]!, data[i + 1]!, data[i + 2]!]
}

const over = ([red, green, blue, alpha]: Ink['colour'], back: Colour): Colour => [
  red * alpha + back[0] * (1 - alpha),
  green * alpha + back[1] * (1 - alpha),
  blue * alpha + back[2] * (1 - alpha),
]

/** The contrast that all but a few pixels of a line's letters have at least; NaN without letters. */
function worst(ink: Ink, texts: ImageData, bare: ImageData, back: ImageData): number {
  const contrasts: number[] = []
  const { x, y, width, height } = ink.box
  const [right, bottom] = [Math.min(texts.width, x + width), Math.min(texts.height, y + height)]
  for (let row = Math.ceil(y); row < Math.floor(bottom); row++)
    for (let column = Math.ceil(x); column < Math.floor(right); column++) {
      const [with_, without] = [at(texts, column, row), at(bare, column, row)]
      if (!with_.some((value, i) => Math.abs(value - without[i]!) > LETTER)) continue
      const behind = at(back, column, row)
      contrasts.push(contrastOf(over(ink.colour, behind), behind))
    }
  contrasts.sort((a, b) => a - b)
  return contrasts[Math.floor(contrasts.length * TOLERATED)] ?? Number.NaN
}

/** Measures each line of text against what is behind its letters. */
export async function checkContrast(inks: readonly Ink[], pictures: Pictures): Promise<Finding[]> {
  const texts = await pixelsOf(pictures.texts)
  const backs = await Promise.all(pictures.backs.map(pixelsOf))
  return inks.flatMap((ink) => {
    const found = backs.map((back) => worst(ink, texts, backs[0]!, back))
    const least = Math.min(...found)
    if (least >= ink.least) return []
    const value = Number.isNaN(least)
      ? 'no letters to be seen'
      : `${least.toFixed(2)}, but at least ${ink.least}`
    return [{ what: 'low contrast', where: ink.where, value }]
  })
}
