import type { DogGuide } from './dog-guide.ts'

/** Says which place of the meadow is under a point of the window, in CSS pixels. Writes `out`. */
export type Aim = (clientX: number, clientY: number, out: { x: number; y: number }) => void

/**
 * A mouse or a finger over the picture. The dog runs to where the pointer was when it last moved, and stays there while
 * its shepherd walks on. While a button or a finger is down, the dog follows the pointer, even if only the picture
 * moves. A click of the mouse barks.
 */
export class Pointer {
  readonly #guide: Pick<DogGuide, 'go'>
  readonly #aim: Aim
  readonly #place = { x: 0.5, y: 0.5 }
  #holds = -1
  #x = 0
  #y = 0

  /** Listens over `stage` from now on. Each click of a mouse calls `bark`. */
  constructor(stage: HTMLElement, guide: Pick<DogGuide, 'go'>, aim: Aim, bark: () => void) {
    this.#guide = guide
    this.#aim = aim
    stage.addEventListener('pointermove', (event) => {
      // Browsers report a mouse that rests when what is beneath it has changed.
      if (event.pointerType === 'mouse' && event.movementX === 0 && event.movementY === 0) return
      // A mouse need not be held, unless another pointer is.
      const isFree = this.#holds === -1 && event.pointerType === 'mouse'
      if (!isFree && event.pointerId !== this.#holds) return
      this.#send(event)
    })
    stage.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || this.#holds !== -1) return
      event.preventDefault()
      stage.setPointerCapture(event.pointerId)
      this.#holds = event.pointerId
      this.#send(event)
      if (event.pointerType === 'mouse') bark()
    })
    stage.addEventListener('lostpointercapture', (event) => {
      if (event.pointerId === this.#holds) this.#holds = -1
    })
    stage.addEventListener('contextmenu', (event) => event.preventDefault())
  }

  /** Call once per frame. */
  frame(): void {
    if (this.#holds !== -1) this.#go()
  }

  #send(event: PointerEvent): void {
    this.#x = event.clientX
    this.#y = event.clientY
    this.#go()
  }

  #go(): void {
    this.#aim(this.#x, this.#y, this.#place)
    this.#guide.go(this.#place.x, this.#place.y)
  }
}
