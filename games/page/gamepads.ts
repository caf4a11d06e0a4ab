/** The object that is asked for gamepads: `Gamepad`, or a stand-in. */
export interface PadState {
  readonly mapping: string
  readonly axes: readonly number[]
  readonly buttons: readonly { readonly pressed: boolean }[]
}

/** What a game does with gamepads. Its methods are called in each frame, and allocate nothing. */
export interface PadReader {
  /** Starts a reading in which nothing is held. */
  begin(): void
  /** Adds what one gamepad holds. */
  read(pad: PadState): void
  /** Ends the reading: all gamepads have been read. */
  end(): void
}

/** How far a stick has to be pushed, of 1. Sticks at rest report up to a quarter. */
export const DEAD_ZONE = 0.35

/** How much less than the dead zone releases the stick, so that a stick at the zone's edge does not stutter. */
const SLACK = 0.05

/** Indices of the standard mapping: https://www.w3.org/TR/gamepad/#remapping */
export const SOUTH = 0
export const EAST = 1
export const WEST = 2
export const PAD_UP = 12
export const PAD_DOWN = 13
export const PAD_LEFT = 14
export const PAD_RIGHT = 15

/** How far a stick has to be pushed, by whether it held the control before. */
export const edge = (wasHeld: boolean): number => (wasHeld ? DEAD_ZONE - SLACK : DEAD_ZONE)

/** Whether a button is down. */
export const isPressed = (pad: PadState, place: number): boolean =>
  pad.buttons[place]?.pressed === true

/** Whether a button of the cross is down. Pads without the standard mapping may have it anywhere. */
export const isCross = (pad: PadState, place: number): boolean =>
  pad.mapping === 'standard' && isPressed(pad, place)

/** Reads all gamepads once per frame, while there are any and the page has the focus. */
export class Gamepads {
  readonly #reader: PadReader
  #isConnected = isAnyConnected()

  constructor(reader: PadReader) {
    this.#reader = reader
    window.addEventListener('gamepadconnected', () => {
      this.#isConnected = true
    })
    window.addEventListener('gamepaddisconnected', () => {
      this.#isConnected = isAnyConnected()
      if (this.#isConnected) return
      reader.begin()
      reader.end()
    })
  }

  /** Call before the session's frame. */
  poll(): void {
    if (!this.#isConnected) return
    const reader = this.#reader
    reader.begin()
    // Otherwise, a window in the background would play along with the one in front.
    if (document.hasFocus()) {
      const pads = navigator.getGamepads()
      for (let i = 0; i < pads.length; i++) {
        const pad = pads[i]
        if (pad?.connected) reader.read(pad)
      }
    }
    reader.end()
  }
}

/** A page that is not served over HTTPS may have no gamepads. */
const isAnyConnected = (): boolean =>
  (navigator.getGamepads?.() ?? []).some((pad) => pad?.connected === true)
