import { readArrows } from '../../page/arrows.ts'
import type { Source } from '../../page/controls.ts'
import type { PadReader, PadState } from '../../page/gamepads.ts'
import type { Hands } from '../rules/kinds.ts'

/** What gamepads hold, as one source of the controls: the cross or the left stick rolls. */
export class PadHands implements PadReader {
  readonly #input: Hands
  readonly #now: Hands = { left: false, right: false, up: false, down: false }

  constructor(source: Source<Hands>) {
    this.#input = source.input
  }

  begin(): void {
    const now = this.#now
    now.left = now.right = now.up = now.down = false
  }

  /** Adds what `pad` holds. Allocates nothing. */
  read(pad: PadState): void {
    const now = this.#now
    readArrows(pad, this.#input, now)
  }

  end(): void {
    const now = this.#now
    const input = this.#input
    input.left = now.left
    input.right = now.right
    input.up = now.up
    input.down = now.down
  }
}
