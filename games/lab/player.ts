import { make } from '../page/make.ts'
import { SECONDS, WARMUP_SECONDS } from './film.ts'
import type { Playhead } from './playhead.ts'

const SPEEDS = [1, 0.5, 0.25, 0.1]

/** The buttons that play the films: pause, speed, and a slider for the moment. */
export class Player {
  readonly #playhead: Playhead
  readonly #pause = make('button', 'pause')
  readonly #moment = make('input')
  readonly #time = make('output')
  #shownSeconds = Number.NaN

  constructor(holder: HTMLElement, playhead: Playhead) {
    this.#playhead = playhead
    this.#pause.type = 'button'
    this.#pause.addEventListener('click', () => {
      playhead.isPaused = !playhead.isPaused
      this.#name()
    })
    const speed = make('select')
    speed.setAttribute('aria-label', 'speed')
    speed.name = 'speed'
    for (const value of SPEEDS) {
      const option = make('option')
      option.value = String(value)
      option.textContent = `${value}x`
      speed.append(option)
    }
    speed.addEventListener('change', () => {
      playhead.speed = Number(speed.value)
    })
    this.#moment.type = 'range'
    this.#moment.name = 'moment'
    this.#moment.min = String(WARMUP_SECONDS)
    this.#moment.max = String(SECONDS)
    this.#moment.step = '0.05'
    this.#moment.setAttribute('aria-label', 'moment, in seconds')
    this.#moment.addEventListener('input', () => {
      playhead.timeMs = this.#moment.valueAsNumber * 1000
    })
    this.#name()
    holder.append(this.#pause, speed, this.#moment, this.#time)
  }

  /** Shows where the playhead is. Call once per frame. */
  show(): void {
    const seconds = Math.floor(this.#playhead.timeMs / 100) / 10
    if (seconds === this.#shownSeconds) return
    this.#shownSeconds = seconds
    this.#moment.value = String(seconds)
    this.#time.textContent = `${seconds.toFixed(1)} s`
  }

  #name(): void {
    this.#pause.textContent = this.#playhead.isPaused ? 'Play' : 'Pause'
  }
}
