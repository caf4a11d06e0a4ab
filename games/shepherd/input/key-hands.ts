import { type Arrows, noArrows, WAYS } from '../../page/arrows.ts'
import type { Source } from '../../page/controls.ts'
import type { Held } from './held.ts'

/**
 * The keyboard's part of the controls. What `keys` writes goes to the shepherd, or, while the keyboard steers the dog,
 * moves the dog's goal. Changing over releases on one side what goes on being held on the other.
 */
export class KeyHands {
  /** For `keys` to write. */
  readonly input: Held
  /** The directions in which the goal of the dog is moved. */
  readonly goal: Arrows = noArrows()
  /** The same as how far the goal is pushed: -1, 0 or 1 in each direction. */
  readonly push = { x: 0.5, y: 0.5 }
  readonly #walk: Source<Held>
  readonly #held: Arrows = noArrows()
  #steers = false

  constructor(walk: Source<Held>) {
    this.#walk = walk
    const input = {} as Held
    for (const way of WAYS)
      Object.defineProperty(input, way, {
        enumerable: true,
        get: () => this.#held[way],
        set: (isHeld: boolean) => {
          this.#held[way] = isHeld
          this.#target[way] = isHeld
        },
      })
    Object.defineProperty(input, 'bark', {
      enumerable: true,
      get: () => walk.input.bark,
      set: (isHeld: boolean) => {
        walk.input.bark = isHeld
      },
    })
    this.input = input
  }

  /** Whether arrows move the goal of the dog, and not the shepherd. */
  get steers(): boolean {
    return this.#steers
  }

  set steers(steers: boolean) {
    if (steers === this.#steers) return
    for (const way of WAYS) this.#target[way] = false
    this.#steers = steers
    for (const way of WAYS) if (this.#held[way]) this.#target[way] = true
  }

  /** Brings `push` up to date. */
  readPush(): void {
    const { goal, push } = this
    push.x = (goal.right ? 1 : 0) - (goal.left ? 1 : 0)
    push.y = (goal.down ? 1 : 0) - (goal.up ? 1 : 0)
  }

  /** Lets go of everything. */
  releaseInput(): void {
    for (const way of WAYS) this.input[way] = false
    this.#walk.releaseInput()
  }

  get #target(): Arrows {
    return this.#steers ? this.goal : this.#walk.input
  }
}
