import { clockText } from '../../page/clock-text.ts'
import { make } from '../../page/make.ts'
import { ownOf } from '../../page/own.ts'
import { Scoreboard } from '../../page/scoreboard.ts'
import { isDark } from '../rules/night.ts'
import { Announcements } from './announcements.ts'
import { Ending } from './ending.ts'
import type { RoundView, Scene, ShepherdView } from './scene.ts'
import { Toast } from './toast.ts'

/** From this time on, the clock is marked. */
const LAST_SECONDS = 20

/**
 * Everything that is written over the picture: time, sheep at home and lost, everybody's score, what the night brings,
 * and how a round ended. It reads the scene at the end of each frame, and changes the page only where something has
 * changed.
 */
export class Hud {
  readonly #shepherds: readonly ShepherdView[]
  readonly #rounds: readonly RoundView[]
  readonly #scores: Scoreboard<ShepherdView>
  readonly #ending: Ending
  readonly #announcements: Announcements
  readonly #round = make('div', 'round')
  readonly #clock = make('span', 'clock')
  readonly #home = make('span', 'home')
  readonly #lost = make('span', 'lost')
  readonly #own = make('span', 'own')
  #phase = ''
  #secondsLeft = -1
  #atHome = -1
  #flock = -1
  #taken = -1
  #score = -1
  #isNight: boolean | null = null

  /**
   * Writes into `root` from now on, for as long as the scene has frames. `hasButtons`: whether there are buttons for
   * fingers now, which have to be explained. Default: never.
   */
  constructor(scene: Scene, root: HTMLElement, hasButtons: () => boolean = () => false) {
    this.#shepherds = scene.entities('shepherd')
    this.#rounds = scene.entities('round')
    this.#clock.title = 'time left in this round'
    this.#home.title = 'sheep at home, out of all sheep'
    this.#lost.title = 'sheep taken by wolves'
    this.#own.title = 'sheep that you brought home'
    this.#round.append(this.#clock, this.#home, this.#lost, this.#own)
    this.#round.hidden = this.#lost.hidden = this.#own.hidden = true
    root.append(this.#round)
    this.#scores = new Scoreboard(root, ({ score }) => score)
    this.#announcements = new Announcements(scene, new Toast(root), hasButtons)
    this.#ending = new Ending(root)
    scene.onFrame((dtSeconds) => this.#show(dtSeconds))
  }

  #show(dtSeconds: number): void {
    this.#scores.show(this.#shepherds)
    this.#announcements.show(dtSeconds)
    const round = this.#rounds[0]
    if (!round) return
    this.#showClock(round)
    this.#showFlock(round)
    this.#showOwn()
    this.#showNight(round)
    this.#ending.show(round, this.#scores.order)
  }

  #showClock({ phase, secondsLeft }: RoundView): void {
    if (phase === this.#phase && secondsLeft === this.#secondsLeft) return
    this.#phase = phase
    this.#secondsLeft = secondsLeft
    this.#round.hidden = false
    const isHerding = phase === 'herd'
    this.#clock.textContent = clockText(isHerding ? secondsLeft : 0)
    this.#clock.classList.toggle('last', isHerding && secondsLeft <= LAST_SECONDS)
  }

  #showFlock({ home, flock, lost }: RoundView): void {
    if (home !== this.#atHome || flock !== this.#flock) {
      this.#atHome = home
      this.#flock = flock
      this.#home.textContent = `${home} / ${flock}`
    }
    if (lost === this.#taken) return
    this.#taken = lost
    this.#lost.textContent = `${lost}`
    this.#lost.hidden = lost === 0
  }

  #showOwn(): void {
    const score = ownOf(this.#shepherds)?.score ?? -1
    if (score === this.#score) return
    this.#score = score
    this.#own.textContent = `you ${score}`
    this.#own.hidden = score < 0
  }

  #showNight({ night }: RoundView): void {
    const isNight = isDark(night)
    if (isNight === this.#isNight) return
    this.#round.classList.toggle('night', isNight)
    this.#isNight = isNight
  }
}
