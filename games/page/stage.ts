import { type Fit, fitInto } from 'glissade/pixi'
import type { Application, Container } from 'pixi.js'

/** Size of a picture in its own units. */
export interface Shape {
  readonly width: number
  readonly height: number
}

/** The shapes that the picture of a game may have. */
export interface Shapes {
  /** In a window. */
  readonly wide: Shape
  /** How wide the picture may be at that height, on a phone in landscape. */
  readonly widest: number
  /** How wide the picture is in an upright box, and the limits of its height there. */
  readonly tallWidth: number
  readonly leastTall: number
  readonly mostTall: number
}

/** A picture that a stage can hold. */
interface StagePicture {
  /** The upper left corner of the root is the picture's. */
  readonly root: Container
  close(): void
}

/** Windows lower than this are phones in landscape, whose picture may be as wide as they are. In CSS pixels. */
const LOW_PX = 480

/**
 * The shape of the picture for a box of `width` x `height` CSS pixels. It is wider on a phone in landscape, and upright
 * and narrower in an upright box, so that figures are not tiny.
 */
export function shapeFor(shapes: Shapes, width: number, height: number): Shape {
  const { wide, widest, tallWidth, leastTall, mostTall } = shapes
  if (width <= 0 || height <= 0) return wide
  const within = (size: number, least: number, most: number): number =>
    Math.min(Math.max(Math.round(size), least), most)
  if (isUpright(width, height)) {
    const tall = within((tallWidth * height) / width, leastTall, mostTall)
    return { width: tallWidth, height: tall }
  }
  if (height > LOW_PX) return wide
  return { ...wide, width: within((wide.height * width) / height, wide.width, widest) }
}

const isUpright = (width: number, height: number): boolean => width < height

/**
 * Keeps a picture in a box of the page: as large as it fits, sharp on screens of any density, and built anew in
 * another shape when the device is turned.
 */
export class Stage {
  readonly #app: Application
  readonly #box: HTMLElement
  readonly #shapes: Shapes
  readonly #build: (shape: Shape) => Promise<StagePicture>
  readonly #fit: Fit = { left: 0, top: 0, width: 0, height: 0, scale: 1 }
  #shape: Shape
  #picture: StagePicture | null = null
  #isBuilding = false
  #density: MediaQueryList | null = null

  constructor(
    app: Application,
    box: HTMLElement,
    shapes: Shapes,
    build: (shape: Shape) => Promise<StagePicture>,
  ) {
    this.#app = app
    this.#box = box
    this.#shapes = shapes
    this.#shape = shapes.wide
    this.#build = build
  }

  /** Builds the first picture and shows it. Resolves when it is shown. */
  async open(): Promise<void> {
    await this.#rebuild()
    this.#box.append(this.#app.canvas)
    new ResizeObserver(this.#arrange).observe(this.#box)
    this.#arrange()
  }

  async #rebuild(): Promise<void> {
    this.#isBuilding = true
    const { clientWidth, clientHeight } = this.#box
    const shape = shapeFor(this.#shapes, clientWidth, clientHeight)
    const picture = await this.#build(shape)
    this.#picture?.close()
    this.#picture = picture
    this.#shape = shape
    this.#app.stage.addChild(picture.root)
    this.#isBuilding = false
  }

  readonly #arrange = (): void => {
    const { clientWidth, clientHeight } = this.#box
    // Bars of a browser come and go. Only a turned device is worth another picture.
    const { width, height } = this.#shape
    const isTurned = isUpright(clientWidth, clientHeight) !== isUpright(width, height)
    if (isTurned && !this.#isBuilding) void this.#rebuild().then(this.#arrange)
    const ratio = window.devicePixelRatio || 1
    const fit = this.#fit
    fitInto(fit, { width: clientWidth, height: clientHeight }, { width, height }, ratio)
    if (fit.width < 1 || fit.height < 1) return
    this.#app.renderer.resize(fit.width, fit.height, ratio)
    this.#picture?.root.scale.set(fit.width / width, fit.height / height)
    const { style } = this.#app.canvas
    style.left = `${fit.left}px`
    style.top = `${fit.top}px`
    style.width = `${fit.width}px`
    style.height = `${fit.height}px`
    // A canvas that changes its size is empty until it is drawn again.
    this.#app.render()
    // A media query holds for one density only, so every change of density needs the next query.
    this.#density?.removeEventListener('change', this.#arrange)
    this.#density = window.matchMedia(`(resolution: ${ratio}dppx)`)
    this.#density.addEventListener('change', this.#arrange)
  }
}
