import type { Buttons } from './buttons.ts'
import type { Source } from './controls.ts'

/** What a gamepad is asked for: `Gamepad`, or a stand-in. */
export interface PadState {
  readonly mapping: string
  readonly axes: readonly number[]
  readonly buttons: readonly { readonly pressed: boolean }[]
}

/** How far a stick has to be pushed, of 1. Sticks at rest give up to a quarter. */
export const DEAD_ZONE = 0.35

/** How much less than the dead zone lets go again, so that a stick at its edge does not stutter. */
const SLACK = 0.05

/** Places of the standard mapping: https://www.w3.org/TR/gamepad/#remapping */
const SOUTH = 0
const EAST = 1
const WEST = 2
const PAD_DOWN = 13
const PAD_LEFT = 14
const PAD_RIGHT = 15

/**
 * Adds to `out` what `pad` holds: cross or left stick run and drop, south jumps, west and east throw. `before` is
 * what was held the last time. Gamepads without the standard mapping give nothing but their first stick and the
 * first three buttons. Allocates nothing.
 */
export function readPad(pad: PadState, before: Buttons, out: Buttons): void {
  const x = pad.axes[0] ?? 0
  const y = pad.axes[1] ?? 0
  const isStandard = pad.mapping === 'standard'
  out.left ||= -x > edge(before.left) || (isStandard && isPressed(pad, PAD_LEFT))
  out.right ||= x > edge(before.right) || (isStandard && isPressed(pad, PAD_RIGHT))
  out.down ||= y > edge(before.down) || (isStandard && isPressed(pad, PAD_DOWN))
  out.jump ||= isPressed(pad, SOUTH)
  out.throw ||= isPressed(pad, WEST) || isPressed(pad, EAST)
}

/** Reads all gamepads once per frame, while there are any and the page has the focus. */
export class Gamepads {
  readonly #source: Source<Buttons>
  readonly #now: Buttons = { left: false, right: false, down: false, jump: false, throw: false }
  #isConnected = isAnyConnected()

  constructor(source: Source<Buttons>) {
    this.#source = source
    window.addEventListener('gamepadconnected', () => {
      this.#isConnected = true
    })
    window.addEventListener('gamepaddisconnected', () => {
      this.#isConnected = isAnyConnected()
      if (!this.#isConnected) source.releaseInput()
    })
  }

  /** Call before the session's frame. */
  poll(): void {
    if (!this.#isConnected) return
    const { input } = this.#source
    const now = this.#now
    now.left = now.right = now.down = now.jump = now.throw = false
    // A window in the background would run along with the one in front.
    if (document.hasFocus()) {
      const pads = navigator.getGamepads()
      for (let i = 0; i < pads.length; i++) {
        const pad = pads[i]
        if (pad?.connected) readPad(pad, input, now)
      }
    }
    input.left = now.left
    input.right = now.right
    input.down = now.down
    input.jump = now.jump
    input.throw = now.throw
  }
}

/** A page that is not served over https may be without gamepads. */
const isAnyConnected = (): boolean =>
  (navigator.getGamepads?.() ?? []).some((pad) => pad?.connected === true)

const edge = (wasHeld: boolean): number => (wasHeld ? DEAD_ZONE - SLACK : DEAD_ZONE)

const isPressed = (pad: PadState, place: number): boolean => pad.buttons[place]?.pressed === true
