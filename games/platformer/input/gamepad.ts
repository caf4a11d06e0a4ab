import type { Source } from '../../page/controls.ts'
import {
  EAST,
  edge,
  isCross,
  isPressed,
  PAD_DOWN,
  PAD_LEFT,
  PAD_RIGHT,
  type PadReader,
  type PadState,
  SOUTH,
  WEST,
} from '../../page/gamepads.ts'
import type { Buttons } from '../rules/buttons.ts'

/**
 * Adds to `out` what `pad` holds: the cross or the left stick runs and drops, south jumps, and west and east throw.
 * `before` is what was held the last time. Gamepads without the standard mapping give only their first stick and the
 * first three buttons. Allocates nothing.
 */
export function readPad(pad: PadState, before: Buttons, out: Buttons): void {
  const x = pad.axes[0] ?? 0
  const y = pad.axes[1] ?? 0
  out.left ||= -x > edge(before.left) || isCross(pad, PAD_LEFT)
  out.right ||= x > edge(before.right) || isCross(pad, PAD_RIGHT)
  out.down ||= y > edge(before.down) || isCross(pad, PAD_DOWN)
  out.jump ||= isPressed(pad, SOUTH)
  out.throw ||= isPressed(pad, WEST) || isPressed(pad, EAST)
}

/** What gamepads hold, as one source of the controls. */
export class PadButtons implements PadReader {
  readonly #input: Buttons
  readonly #now: Buttons = { left: false, right: false, down: false, jump: false, throw: false }

  constructor(source: Source<Buttons>) {
    this.#input = source.input
  }

  begin(): void {
    const now = this.#now
    now.left = now.right = now.down = now.jump = now.throw = false
  }

  read(pad: PadState): void {
    readPad(pad, this.#input, this.#now)
  }

  end(): void {
    const now = this.#now
    const input = this.#input
    input.left = now.left
    input.right = now.right
    input.down = now.down
    input.jump = now.jump
    input.throw = now.throw
  }
}
