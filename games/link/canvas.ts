/** A canvas that keeps the size of its element, and draws in CSS pixels. */
export class Canvas {
  width = 0
  height = 0
  readonly context: CanvasRenderingContext2D
  readonly #element: HTMLCanvasElement

  constructor(element: HTMLCanvasElement) {
    const context = element.getContext('2d')
    if (!context) throw new Error('this browser draws no pictures in 2D')
    this.context = context
    this.#element = element
    new ResizeObserver(() => this.#fit()).observe(element)
    this.#fit()
  }

  #fit(): void {
    const { clientWidth, clientHeight } = this.#element
    this.width = clientWidth
    this.height = clientHeight
    this.#element.width = Math.round(clientWidth * devicePixelRatio)
    this.#element.height = Math.round(clientHeight * devicePixelRatio)
    this.context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
  }
}
