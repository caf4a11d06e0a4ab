/** The names of an input's yes-or-no fields. */
type Flags<I> = { [K in keyof I]: I[K] extends boolean ? K : never }[keyof I]

/** What a source writes to: the input's own yes-or-no fields, and a way to let go of all of them. */
export interface Source<I extends object> {
  readonly input: { [K in Flags<I>]: boolean }
  releaseInput(): void
}

/**
 * Joins several sources of one input: keyboard, fingers, gamepad. A control is held while any of them holds it. Writes
 * at once, so that a tap that is over before the next frame is not lost.
 */
export class Controls<I extends object> {
  readonly #target: { readonly input: I; releaseInput(): void }
  readonly #sources: boolean[][] = []

  constructor(target: { readonly input: I; releaseInput(): void }) {
    this.#target = target
  }

  /** Adds a source. Its `input` has accessors, and holds only what this source holds. */
  source(): Source<I> {
    const target = this.#target.input as { [name: string]: unknown }
    const names = Object.keys(target).filter((name) => typeof target[name] === 'boolean')
    const held = names.map(() => false)
    this.#sources.push(held)
    const input = {}
    for (const [i, name] of names.entries()) {
      Object.defineProperty(input, name, {
        enumerable: true,
        get: () => held[i],
        set: (down: boolean) => this.#write(held, i, name, down),
      })
    }
    const releaseInput = (): void => {
      for (const [i, name] of names.entries()) this.#write(held, i, name, false)
      // A press that no step has taken yet goes too, unless another source still holds the control.
      if (!names.some((_, i) => this.#isHeld(i))) this.#target.releaseInput()
    }
    return { input: input as Source<I>['input'], releaseInput }
  }

  /** A press counts once per source, so only changes are written, and no release that another source holds. */
  #write(held: boolean[], i: number, name: string, down: boolean): void {
    if (held[i] === down) return
    held[i] = down
    if (down || !this.#isHeld(i)) (this.#target.input as { [name: string]: boolean })[name] = down
  }

  #isHeld(i: number): boolean {
    for (let s = 0; s < this.#sources.length; s++) if (this.#sources[s]?.[i]) return true
    return false
  }
}
