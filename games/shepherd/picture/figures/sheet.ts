import { CanvasSource, Rectangle, Texture } from 'pixi.js'
import { placeInRows } from '../rows.ts'
import type { Frame } from './brush.ts'

/** How many pixels of the sheet a unit of the meadow has, at least and at most. */
const LEAST_DENSITY = 1.5
const MOST_DENSITY = 3
/** Size, in units, of a picture that fills the window. */
const PICTURE_WIDTH = 800
const PICTURE_HEIGHT = 450
/** Width of the sheet in pixels. Every device can hold a texture of this width. */
const WIDTH = 2048
/** Pixels between drawings, so that none shows its neighbour when it is shown smaller. */
const GAP = 4
/**
 * The size of the area from which a drawing is cut, in units, with the feet in the middle. Sprites have their feet at
 * 0, 0.
 */
const ORIGINAL = 128

/** A drawing and its place on the sheet, in pixels. */
interface Plate {
  readonly label: string
  readonly frame: Frame
  readonly draw: (context: CanvasRenderingContext2D) => void
  readonly width: number
  readonly height: number
  x: number
  y: number
}

/** The pixels of the window for a unit, now: drawings are sharpest when they need not be shown smaller. */
function densityOfWindow(): number {
  if (typeof window === 'undefined') return LEAST_DENSITY
  const fit = Math.max(window.innerWidth / PICTURE_WIDTH, window.innerHeight / PICTURE_HEIGHT)
  const density = Math.ceil(fit * window.devicePixelRatio * 4) / 4
  return Math.min(Math.max(density, LEAST_DENSITY), MOST_DENSITY)
}

/**
 * One large texture that many drawings share, so that sprites of all of them are drawn in one go. First `add` all, then
 * `pack`, then `paint` each once, then `cut` their textures. It is a canvas and not a texture of one renderer, so all
 * pictures of a page can share it. Without a document (in a test or on a server), nothing is painted.
 */
export class Sheet {
  readonly #plates: Plate[] = []
  readonly #density: number = densityOfWindow()
  #height = 0
  #canvas: HTMLCanvasElement | null = null
  #source: CanvasSource | null = null
  #white: CanvasSource | null = null
  readonly #silhouettes: Map<Texture, Texture> = new Map()

  /** Height in pixels; 0 before `pack`. */
  get height(): number {
    return this.#height
  }

  /** How many drawings there are. */
  get count(): number {
    return this.#plates.length
  }

  /**
   * Adds a drawing and returns its number. `draw` is called once, with the origin at the feet and units as its unit.
   */
  add(label: string, frame: Frame, draw: (context: CanvasRenderingContext2D) => void): number {
    const width = Math.ceil((frame.right - frame.left) * this.#density)
    const height = Math.ceil((frame.bottom - frame.top) * this.#density)
    this.#plates.push({ label, frame, draw, width, height, x: 0, y: 0 })
    return this.#plates.length - 1
  }

  /** Gives each drawing its place. */
  pack(): void {
    this.#height = placeInRows(this.#plates, WIDTH, GAP, (plate, x, y) => {
      plate.x = x
      plate.y = y
    })
    if (typeof document === 'undefined') return
    this.#canvas = document.createElement('canvas')
    this.#canvas.width = WIDTH
    this.#canvas.height = this.#height
  }

  /** Paints a drawing. */
  paint(index: number): void {
    const plate = this.#plates[index]
    const context = this.#canvas?.getContext('2d', OPTIONS)
    if (!plate || !context) return
    const { frame, x, y } = plate
    context.setTransform(
      this.#density,
      0,
      0,
      this.#density,
      x - frame.left * this.#density,
      y - frame.top * this.#density,
    )
    plate.draw(context)
  }

  /** Waits until everything painted is there. A canvas would otherwise put the work off until there is a lot of it. */
  settle(): void {
    this.#canvas?.getContext('2d', OPTIONS)?.getImageData(0, 0, 1, 1)
  }

  /** Call when something was painted after the sheet may have been shown. */
  changed(): void {
    this.#source?.update()
  }

  /** The same as a texture of this sheet, all in white. Call when everything is painted. */
  silhouetteOf(texture: Texture): Texture {
    const known = this.#silhouettes.get(texture)
    if (known) return known
    const { frame, orig, trim } = texture
    this.#white ??= this.#canvas && whiteOf(this.#canvas, this.#density)
    const source = this.#white
    const made = source ? new Texture({ source, frame, orig, trim: trim!, ...MIDDLE }) : texture
    this.#silhouettes.set(texture, made)
    return made
  }

  /** The texture of a drawing, whose place is that of the feet. */
  cut(index: number): Texture {
    const plate = this.#plates[index]
    if (!plate) return Texture.EMPTY
    if (!this.#canvas)
      return new Texture({ source: Texture.WHITE.source, label: plate.label, ...MIDDLE })
    this.#source ??= new CanvasSource({
      resource: this.#canvas,
      resolution: this.#density,
      // Most screens show the drawing smaller than it is.
      autoGenerateMipmaps: true,
    })
    const width = plate.width / this.#density
    const height = plate.height / this.#density
    const { frame, label } = plate
    return new Texture({
      source: this.#source,
      label,
      frame: new Rectangle(plate.x / this.#density, plate.y / this.#density, width, height),
      orig: new Rectangle(0, 0, ORIGINAL, ORIGINAL),
      trim: new Rectangle(ORIGINAL / 2 + frame.left, ORIGINAL / 2 + frame.top, width, height),
      ...MIDDLE,
    })
  }
}

// The canvas gets thousands of small shapes and is then read as a whole. A canvas in memory is faster at both.
const OPTIONS: CanvasRenderingContext2DSettings = { willReadFrequently: true }
const MIDDLE = { defaultAnchor: { x: 0.5, y: 0.5 } } as const

function whiteOf(canvas: HTMLCanvasElement, resolution: number): CanvasSource {
  const copy = document.createElement('canvas')
  copy.width = canvas.width
  copy.height = canvas.height
  const context = copy.getContext('2d')
  if (context) {
    context.drawImage(canvas, 0, 0)
    context.globalCompositeOperation = 'source-in'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, copy.width, copy.height)
  }
  return new CanvasSource({ resource: copy, resolution, autoGenerateMipmaps: true })
}
