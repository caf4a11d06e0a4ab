import type { InputOf } from 'glissade/client'
import { Controls } from '../../page/controls.ts'
import { bindKeys } from '../../page/game-keys.ts'
import { Gamepads } from '../../page/gamepads.ts'
import { KeyBindings } from '../../page/key-bindings.ts'
import { onKey } from '../../page/on-key.ts'
import { ownOf } from '../../page/own.ts'
import type { shepherd } from '../game.ts'
import type { DogView, Scene, ShepherdView } from '../picture/scene.ts'
import { ACTIONS } from './actions.ts'
import { DogGuide } from './dog-guide.ts'
import { PadHands } from './gamepad.ts'
import type { Held } from './held.ts'
import { KeyHands } from './key-hands.ts'
import { type Aim, Pointer } from './pointer.ts'
import { touchControls } from './touch.ts'

/** What the controls need of a session. */
export interface Controlled extends Pick<Scene, 'entities'> {
  readonly input: InputOf<typeof shepherd>
  releaseInput(): void
}

/** Everything that a player controls: keys, mouse, fingers and gamepads, for the shepherd and for the dog. */
export class HandsOn {
  /** The orders that the dog was given. */
  readonly guide: DogGuide = new DogGuide()
  readonly #session: Controlled
  readonly #shepherds: readonly ShepherdView[]
  readonly #dogs: readonly DogView[]
  readonly #keys: KeyHands
  readonly #pad: PadHands
  readonly #pads: Gamepads
  readonly #pointer: Pointer

  /**
   * Takes the controls from now on. The pointer works over `stage`, and `aim` says what is under it. Default `bindings`: the
   * usual keys.
   */
  constructor(
    session: Controlled,
    stage: HTMLElement,
    aim: Aim,
    bindings: KeyBindings = new KeyBindings(ACTIONS),
  ) {
    this.#session = session
    this.#shepherds = session.entities('shepherd')
    this.#dogs = session.entities('dog')
    const controls = new Controls<Held>(session)
    this.#keys = takeKeys(new KeyHands(controls.source()), this.guide, bindings)
    this.#pad = new PadHands(controls.source(), this.guide)
    this.#pads = new Gamepads(this.#pad)
    touchControls(controls.source(), this.guide)
    const { input } = controls.source()
    this.#pointer = new Pointer(stage, this.guide, aim, () => {
      input.bark = true
      input.bark = false
    })
  }

  /** Writes where the dog has to be. Call once per frame, before the session's. Free of allocation. */
  frame(dtSeconds: number): void {
    this.#pads.poll()
    this.#pointer.frame()
    const shepherd = ownOf(this.#shepherds)
    const dog = ownOf(this.#dogs)
    // A player who has just come is nowhere before its first frame, and its dog would be sent there.
    if (!shepherd || !dog || dog.x === 0) return
    const { guide } = this
    this.#keys.readPush()
    guide.steer(this.#keys.push, dtSeconds, dog, shepherd)
    guide.steer(this.#pad.push, dtSeconds, dog, shepherd)
    guide.walk(dog, shepherd)
    guide.tell(this.#session.input)
  }
}

function takeKeys(hands: KeyHands, guide: DogGuide, bindings: KeyBindings): KeyHands {
  bindKeys(hands, bindings)
  const shift = (event: KeyboardEvent): void => {
    hands.steers = event.shiftKey
  }
  window.addEventListener('keydown', shift, true)
  window.addEventListener('keyup', shift, true)
  window.addEventListener('blur', () => {
    hands.steers = false
  })
  onKey(
    (code) => bindings.codesOf('heel').includes(code),
    () => guide.heel(),
  )
  onKey(
    (code) => bindings.codesOf('stay').includes(code),
    () => guide.stay(),
  )
  return hands
}
