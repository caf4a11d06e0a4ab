import type { Identity } from 'glissade'
import type { Inspection } from 'glissade/client'
import { Container, type Graphics } from 'pixi.js'
import type { Marks } from '../../panel/marks.ts'
import { Caption, line, POINT, place, RING, STATE, shape, stretch } from './marks-shapes.ts'
import type { PipView } from './scene.ts'

/** What an `Inspector` says of a player. */
export type PipInspection = Inspection<Omit<PipView, keyof Identity>>

/** Colours of the state before the moment on display, of the one after it, and of what lies beyond all states. */
const BEFORE = 0x4fd8ff
const AFTER = 0xffb13d
const BEYOND = 0xff5c7c

/** How faint the oldest state is. */
const FAINTEST = 0.12

/** The marks of one remote player, all at its feet: the states that are held, and those between which it is drawn. */
export class Trail {
  readonly root: Container = new Container()
  readonly #states = new Container()
  readonly #dots: Graphics[] = []
  readonly #moments = new Container()
  readonly #covered = line('covered', BEFORE, 1.3, 1)
  readonly #ahead = line('ahead', AFTER, 1.3, 0.8)
  readonly #beyond = line('beyond', BEYOND, 1.3, 1)
  readonly #eased = line('eased', 0xffffff, 0.8, 0.7)
  readonly #before = shape(RING, 'before', BEFORE)
  readonly #after = shape(RING, 'after', AFTER)
  readonly #point = shape(POINT, 'point')
  readonly #caption = new Caption('factor')
  #isHeld = false
  #hue = -1

  constructor() {
    this.#moments.addChild(
      this.#covered,
      this.#ahead,
      this.#beyond,
      this.#eased,
      this.#before,
      this.#after,
      this.#point,
      this.#caption.root,
    )
    this.root.addChild(this.#states, this.#moments)
  }

  /** Call once per frame, with what is shown and the states that it comes from. */
  show(pip: PipView, found: PipInspection, marks: Marks): void {
    this.root.visible = true
    this.#states.visible = marks.history
    this.#moments.visible = marks.moments
    if (marks.history) this.#showStates(pip, found)
    if (marks.moments) this.#showMoments(pip, found)
  }

  #showStates(pip: PipView, { count, states }: PipInspection): void {
    if (pip.hue !== this.#hue) this.#states.tint = `hsl(${pip.hue}, 85%, 70%)`
    this.#hue = pip.hue
    while (this.#dots.length < count) this.#addDot()
    for (let i = 0; i < this.#dots.length; i++) {
      const dot = this.#dots[i]
      const state = i < count ? states[i] : undefined
      if (dot) dot.visible = state !== undefined
      if (!dot || !state) continue
      dot.position.set(state.x, state.y)
      dot.alpha = FAINTEST + ((1 - FAINTEST) * (i + 1)) / count
    }
  }

  #addDot(): void {
    const dot = shape(STATE, 'state')
    this.#dots.push(dot)
    this.#states.addChild(dot)
  }

  #showMoments(pip: PipView, found: PipInspection): void {
    const { before, after, factor, states } = found
    const isBeyond = found.state === 'extrapolated' || found.state === 'held'
    const from = states[before]
    const to = states[after]
    this.#before.visible = from !== undefined
    this.#after.visible = to !== undefined
    if (from) this.#before.position.set(from.x, from.y)
    if (to) this.#after.position.set(to.x, to.y)
    this.#covered.visible = false
    this.#ahead.visible = false
    this.#beyond.visible = false
    this.#eased.visible = false
    if (from && to) {
      const x = from.x + (to.x - from.x) * factor
      const y = from.y + (to.y - from.y) * factor
      stretch(this.#covered, from.x, from.y, x, y)
      stretch(this.#ahead, x, y, to.x, to.y)
      // The picture is beside the line while an error is eased, and where a platform has carried the player on.
      stretch(this.#eased, x, y, pip.x, pip.y)
    } else if (from) stretch(isBeyond ? this.#beyond : this.#eased, from.x, from.y, pip.x, pip.y)
    this.#point.tint = isBeyond ? BEYOND : 0xffffff
    place(this.#point, pip.x, pip.y)
    place(this.#caption.root, pip.x, pip.y + 6)
    const isHeld = found.state === 'held'
    // The moment on display then stands still, and with it the time between two texts.
    if (isHeld !== this.#isHeld || this.#caption.isDue(found.timeMs))
      this.#caption.write(captionOf(found), found.timeMs)
    this.#isHeld = isHeld
  }
}

function captionOf({ state, after, before, factor, timeMs, timesMs }: PipInspection): string {
  if (state === 'extrapolated' || state === 'held') {
    const beyondMs = Math.round(timeMs - (timesMs[before] ?? timeMs))
    return state === 'held' ? `held, +${beyondMs} ms` : `+${beyondMs} ms beyond`
  }
  return before >= 0 && after < 0 ? 'at rest' : factor.toFixed(2)
}
