import type { Texture } from 'pixi.js'
import { FOLIAGE } from './foliage.ts'
import { GROWTH } from './growth.ts'
import { type Brush, canvas, partOf, textureOf } from './paint.ts'
import { placeInRows } from './rows.ts'
import { SPARKS } from './sparks.ts'
import { WOODWORK } from './woodwork.ts'

/** Pixels for a unit. It is sharp up to a picture of 900 lines. */
const SHARPNESS = 2
/** Size of the sheet, and the gap around each piece, in units. */
const WIDTH = 1024
const HEIGHT = 640
const GAP = 2

const drawings = [...FOLIAGE, ...WOODWORK, ...GROWTH, ...SPARKS]
const pieces = new Map<string, Texture>()
let brush: Brush | null = null
let sheet: Texture | undefined
let painted = 0

/** How many pieces the sheet has. */
export const PIECES: number = drawings.length

/** Paints the pieces before `count` that are not there yet. All pictures share them. */
export function paintPieces(count: number): void {
  if (!sheet) open()
  for (; painted < count; painted++) {
    const { name, left, top, paint } = drawings[painted] ?? {}
    const texture = pieces.get(name ?? '')
    if (!brush || !texture || !paint) continue
    brush.save()
    brush.translate(texture.frame.x + (left ?? 0), texture.frame.y + (top ?? 0))
    paint(brush)
    brush.restore()
  }
}

/** A piece by its name, painted now if it is not there yet. Throws when no piece has that name. */
export function piece(name: string): Texture {
  paintPieces(PIECES)
  const found = pieces.get(name)
  if (!found) throw new Error(`there is no piece '${name}'`)
  return found
}

/** Gives each piece its place. */
function open(): void {
  brush = canvas(WIDTH * SHARPNESS, HEIGHT * SHARPNESS)
  brush?.scale(SHARPNESS, SHARPNESS)
  const whole = textureOf(brush, SHARPNESS)
  sheet = whole
  const boxes = drawings.map((drawing) => ({
    drawing,
    width: Math.ceil(drawing.left + drawing.right),
    height: Math.ceil(drawing.top + drawing.bottom),
  }))
  const height = placeInRows(boxes, WIDTH, GAP, ({ drawing, width, height }, x, y) => {
    const anchorX = drawing.left / width
    const anchorY = drawing.top / height
    pieces.set(drawing.name, partOf(whole, x, y, width, height, anchorX, anchorY))
  })
  if (height > HEIGHT) throw new Error('the sheet is full')
}
