import { keys } from 'glissade/pixi'
import { noArrows, WAYS } from '../../page/arrows.ts'
import { Controls, type Source } from '../../page/controls.ts'
import { element } from '../../page/element.ts'
import { Gamepads } from '../../page/gamepads.ts'
import { onKey } from '../../page/on-key.ts'
import { ownOf } from '../../page/own.ts'
import type { Controlled } from '../input/controls.ts'
import { holdTowards, nextAfter } from '../input/following.ts'
import { PadHands } from '../input/gamepad.ts'
import type { Held } from '../input/held.ts'
import { touchControls } from '../input/touch.ts'
import type { EyeView, ShepherdView } from './scene.ts'
import { watchingText } from './words.ts'

/** The target that a camera has to follow. */
interface Follows {
  /** NaN, NaN: the page's own eye. */
  follow(x: number, y: number): void
}

/** There is no dog to be told anything. */
const nobody = { heel: () => {}, stay: () => {} }

/**
 * The controls of a spectator. Arrows, stick or thumb move the eye. Tab and clicks go from shepherd to shepherd, and
 * the eye follows until it is moved again. Until then, it follows whoever is there.
 */
export class Watching {
  readonly #shepherds: readonly ShepherdView[]
  readonly #eyes: readonly EyeView[]
  /** What is held: keys, fingers, gamepads. */
  readonly #hands: readonly Source<Held>[]
  /** Moves the eye after the shepherd that it follows. */
  readonly #self: Source<Held>
  readonly #pads: Gamepads
  readonly #goal = noArrows()
  readonly #text = element('watch-text')
  #followed: number | null = null
  #isFree = false

  /** Takes the controls from now on. A click on `stage` follows the next shepherd. */
  constructor(session: Controlled, stage: HTMLElement) {
    this.#shepherds = session.entities('shepherd')
    this.#eyes = session.entities('eye')
    const controls = new Controls<Held>(session)
    const [key, thumb, pad] = [controls.source(), controls.source(), controls.source()]
    this.#hands = [key, thumb, pad]
    this.#self = controls.source()
    keys(key)
    touchControls(thumb, undefined)
    this.#pads = new Gamepads(new PadHands(pad, nobody))
    onKey('Tab', (event) => {
      // On a button, Tab goes to the next control, as on any page.
      if (document.activeElement !== document.body) return
      event.preventDefault()
      this.#next()
    })
    stage.addEventListener('click', () => this.#next())
    element('watch').hidden = false
    this.#follow(undefined)
  }

  /** Call once per frame, before the session's. Free of allocation. */
  frame(picture: Follows): void {
    this.#pads.poll()
    const eye = ownOf(this.#eyes)
    if (!eye) return
    if (this.#isMoved()) {
      this.#isFree = true
      if (this.#followed !== null) this.#follow(undefined)
    }
    let followed = this.#find()
    if (!followed && (this.#followed !== null || !this.#isFree)) {
      this.#next()
      followed = this.#find()
    }
    if (followed) {
      holdTowards(eye, followed, this.#goal)
      picture.follow(followed.x, followed.y)
    } else picture.follow(Number.NaN, Number.NaN)
    const self = this.#self.input
    for (let i = 0; i < WAYS.length; i++) {
      const way = WAYS[i]
      if (way) self[way] = followed !== null && this.#goal[way]
    }
  }

  /** Whether somebody moves the eye by hand. */
  #isMoved(): boolean {
    for (let i = 0; i < this.#hands.length; i++) {
      const input = this.#hands[i]?.input
      if (input?.left || input?.right || input?.up || input?.down) return true
    }
    return false
  }

  #find(): ShepherdView | null {
    if (this.#followed === null) return null
    for (let i = 0; i < this.#shepherds.length; i++) {
      const shepherd = this.#shepherds[i]
      if (shepherd?.id === this.#followed) return shepherd
    }
    return null
  }

  #next(): void {
    this.#isFree = false
    this.#follow(nextAfter(this.#shepherds, this.#followed))
  }

  #follow(shepherd: ShepherdView | undefined): void {
    this.#followed = shepherd?.id ?? null
    this.#text.textContent = watchingText(shepherd?.name ?? '')
  }
}
