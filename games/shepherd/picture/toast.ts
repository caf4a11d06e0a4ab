import { make } from '../../page/make.ts'

/** How long a line stays. */
const SAID_SECONDS = 5

/** A line in the picture that goes away by itself. */
export class Toast {
  readonly #line = make('p', 'toast')
  #leftSeconds = Number.NaN

  constructor(root: HTMLElement) {
    // A live region has to exist and be visible before its words do, so it is transparent instead of hidden.
    this.#line.setAttribute('role', 'status')
    root.append(this.#line)
  }

  /** Shows a line, instead of the present one, for so many seconds. Default: 5. */
  say(text: string, seconds = SAID_SECONDS): void {
    this.#line.textContent = text
    this.#line.classList.add('shown')
    this.#leftSeconds = seconds
  }

  /** Whether nothing is being said. */
  get isIdle(): boolean {
    return Number.isNaN(this.#leftSeconds)
  }

  /** Lets the line go at once. */
  hush(): void {
    if (!Number.isNaN(this.#leftSeconds)) this.#leftSeconds = 0
  }

  /** Call once per frame. */
  show(dtSeconds: number): void {
    if (Number.isNaN(this.#leftSeconds)) return
    this.#leftSeconds -= dtSeconds
    if (this.#leftSeconds > 0) return
    this.#leftSeconds = Number.NaN
    this.#line.classList.remove('shown')
  }
}
