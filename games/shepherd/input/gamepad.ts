import { readArrows } from '../../page/arrows.ts'
import type { Source } from '../../page/controls.ts'
import {
  DEAD_ZONE,
  EAST,
  isPressed,
  type PadReader,
  type PadState,
  SOUTH,
  WEST,
} from '../../page/gamepads.ts'
import type { DogGuide } from './dog-guide.ts'
import type { Held } from './held.ts'

/**
 * What gamepads hold, as one source of the controls: the cross or the left stick walks, the right stick moves the goal
 * of the dog, south barks, east calls the dog, and west tells it to stay.
 */
export class PadHands implements PadReader {
  /** How far right sticks are pushed, from -1 to 1 each and added up; 0 within their dead zone. */
  readonly push = { x: 0.5, y: 0.5 }
  readonly #input: Held
  readonly #guide: Pick<DogGuide, 'heel' | 'stay'>
  readonly #now: Held = { left: false, right: false, up: false, down: false, bark: false }
  #calls = false
  #stops = false
  #called = false
  #stopped = false

  constructor(source: Source<Held>, guide: Pick<DogGuide, 'heel' | 'stay'>) {
    this.#input = source.input
    this.#guide = guide
    this.push.x = this.push.y = 0
  }

  begin(): void {
    const now = this.#now
    now.left = now.right = now.up = now.down = now.bark = false
    this.#calls = this.#stops = false
    this.push.x = this.push.y = 0
  }

  read(pad: PadState): void {
    const now = this.#now
    readArrows(pad, this.#input, now)
    now.bark ||= isPressed(pad, SOUTH)
    this.#calls ||= isPressed(pad, EAST)
    this.#stops ||= isPressed(pad, WEST)
    // Nobody knows where a pad without the standard mapping has its second stick.
    if (pad.mapping !== 'standard') return
    this.push.x += beyondDeadZone(pad.axes[2] ?? 0)
    this.push.y += beyondDeadZone(pad.axes[3] ?? 0)
  }

  end(): void {
    const now = this.#now
    const input = this.#input
    input.left = now.left
    input.right = now.right
    input.up = now.up
    input.down = now.down
    input.bark = now.bark
    if (this.#calls && !this.#called) this.#guide.heel()
    if (this.#stops && !this.#stopped) this.#guide.stay()
    this.#called = this.#calls
    this.#stopped = this.#stops
  }
}

const beyondDeadZone = (push: number): number => (Math.abs(push) > DEAD_ZONE ? push : 0)
