import type { Source } from '../../page/controls.ts'
import {
  edge,
  isCross,
  PAD_DOWN,
  PAD_LEFT,
  PAD_RIGHT,
  PAD_UP,
  type PadReader,
  type PadState,
} from '../../page/gamepads.ts'
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
    const before = this.#input
    const x = pad.axes[0] ?? 0
    const y = pad.axes[1] ?? 0
    now.left ||= -x > edge(before.left) || isCross(pad, PAD_LEFT)
    now.right ||= x > edge(before.right) || isCross(pad, PAD_RIGHT)
    now.up ||= -y > edge(before.up) || isCross(pad, PAD_UP)
    now.down ||= y > edge(before.down) || isCross(pad, PAD_DOWN)
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
