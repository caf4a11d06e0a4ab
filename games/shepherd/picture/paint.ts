import { CanvasSource, Rectangle, Texture } from 'pixi.js'

/** What pictures are painted with, in units. */
export type Brush = CanvasRenderingContext2D

/** A canvas of `width` x `height` pixels, or null without a document: in a test or on a server. */
export function canvas(width: number, height: number): Brush | null {
  if (typeof document === 'undefined') return null
  const made = document.createElement('canvas')
  made.width = width
  made.height = height
  return made.getContext('2d')
}

/** A texture of what a brush has painted, or a white one where nothing can be painted. */
export function textureOf(brush: Brush | null, pixelsPerUnit: number): Texture {
  if (!brush) return Texture.WHITE
  return new Texture({
    source: new CanvasSource({
      resource: brush.canvas,
      resolution: pixelsPerUnit,
      autoGenerateMipmaps: pixelsPerUnit > 1,
    }),
  })
}

/** A part of a texture, in units. Sprites of it have their origin at the `anchor`, from 0 to 1. */
export function partOf(
  whole: Texture,
  x: number,
  y: number,
  width: number,
  height: number,
  anchorX: number,
  anchorY: number,
): Texture {
  const defaultAnchor = { x: anchorX, y: anchorY }
  if (whole === Texture.WHITE) return new Texture({ source: whole.source, defaultAnchor })
  return new Texture({
    source: whole.source,
    frame: new Rectangle(x, y, width, height),
    defaultAnchor,
  })
}

/** A filled ellipse. */
export function oval(
  brush: Brush,
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
): void {
  brush.fillStyle = fill
  brush.beginPath()
  brush.ellipse(x, y, rx, ry, 0, 0, Math.PI * 2)
  brush.fill()
}

/** A filled shape from a list of x and y. */
export function shape(brush: Brush, points: readonly number[], fill: string): void {
  brush.fillStyle = fill
  brush.beginPath()
  for (let i = 0; i + 1 < points.length; i += 2) brush.lineTo(points[i] ?? 0, points[i + 1] ?? 0)
  brush.closePath()
  brush.fill()
}

/** A line with round ends from a list of x and y. */
export function line(brush: Brush, points: readonly number[], width: number, stroke: string): void {
  brush.strokeStyle = stroke
  brush.lineWidth = width
  brush.lineCap = 'round'
  brush.lineJoin = 'round'
  brush.beginPath()
  for (let i = 0; i + 1 < points.length; i += 2) brush.lineTo(points[i] ?? 0, points[i + 1] ?? 0)
  brush.stroke()
}

/** One of a list; `share` from 0 to 1. */
export function pick<T>(list: readonly T[], share: number): T {
  return list[Math.min(Math.floor(share * list.length), list.length - 1)] as T
}

/** The shade at a thing's foot. */
export function shadow(brush: Brush, x: number, y: number, rx: number, ry: number): void {
  brush.globalAlpha = 0.13
  oval(brush, x, y, rx, ry, '#15233a')
  oval(brush, x, y, rx * 0.78, ry * 0.78, '#15233a')
  brush.globalAlpha = 1
}

/** A few letters or digits, centred. `size` is that of the font. */
export function digit(
  brush: Brush,
  value: number | string,
  x: number,
  y: number,
  size: number,
  fill: string,
): void {
  brush.font = `800 ${size}px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`
  brush.textAlign = 'center'
  brush.textBaseline = 'middle'
  brush.fillStyle = fill
  brush.fillText(String(value), x, y)
}
