import { colour } from './hue.ts'
import type { Moments } from './moments.ts'
import { Plot } from './plot.ts'
import type { Side } from './side.ts'

/** How far apart the three places are that show one player: a plot and two numbers. */
export class Meter {
  readonly #plot: Plot
  readonly #ahead: HTMLElement | null
  readonly #behind: HTMLElement | null
  readonly #other: string
  #aheadPx = Number.NaN
  #isAhead = true
  #behindPx = Number.NaN

  constructor(root: HTMLElement, side: Side, other: Side) {
    const canvas = root.querySelector('canvas')
    const name = root.querySelector('b')
    if (!canvas || !name) throw new Error('the page has no place for a meter')
    root.style.setProperty('--own', colour(side.hue))
    name.textContent = side.name
    this.#other = other.name
    this.#plot = new Plot(canvas, side.hue)
    this.#ahead = root.querySelector('.ahead')
    this.#behind = root.querySelector('.behind')
  }

  /** Call once per frame. */
  add(moments: Moments, dtSeconds: number): void {
    this.#plot.add(moments.aheadPx, moments.behindPx, dtSeconds)
    this.#plot.draw()
  }

  /** Writes the numbers. Call it a few times a second. */
  show(moments: Moments): void {
    const aheadPx = Math.round(moments.aheadPx)
    const behindPx = Math.round(moments.behindPx)
    const isAhead = !(moments.aheadMs < 0)
    if (this.#ahead && (aheadPx !== this.#aheadPx || isAhead !== this.#isAhead))
      this.#ahead.textContent = `${aheadPx} px ${isAhead ? 'ahead' : 'behind'}`
    if (this.#behind && behindPx !== this.#behindPx)
      this.#behind.textContent = `${behindPx} px behind at ${this.#other}'s`
    this.#aheadPx = aheadPx
    this.#isAhead = isAhead
    this.#behindPx = behindPx
  }
}
