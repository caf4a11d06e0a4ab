import { clockText } from '../../page/clock-text.ts'
import { colourOf, make } from '../../page/make.ts'
import { Scoreboard } from '../../page/scoreboard.ts'
import { isBot, numberOf } from '../rules/numbers.ts'
import type { CoinView, PipView, RoundView, Scene } from './scene.ts'
import { winnerText } from './words.ts'

/** From this time on, the clock is marked. */
const LAST_SECONDS = 10

/**
 * Everything that is written over the picture: time and coins of the round, everybody's score, and who has won. It
 * reads the scene at the end of each frame, and changes the page only where something has changed.
 */
export class Hud {
  readonly #pips: readonly PipView[]
  readonly #coins: readonly CoinView[]
  readonly #rounds: readonly RoundView[]
  readonly #scores: Scoreboard<PipView>
  readonly #round = make('div', 'round')
  readonly #clock = make('span', 'clock')
  readonly #tally = make('span', 'tally')
  readonly #banner = make('div', 'banner')
  readonly #bannerText = make('p', 'winner')
  readonly #bannerDot = make('i', 'dot')
  readonly #bannerName = make('span')
  readonly #bannerNext = make('p', 'next')
  #secondsLeft = -1
  #phase = ''
  #taken = -1
  #all = -1
  /** The player whom the banner names: -1 for no banner, 0 for nobody. */
  #winnerId = -1

  /** Writes into `root` from now on, for as long as the scene has frames. */
  constructor(scene: Scene, root: HTMLElement) {
    this.#pips = scene.entities('pip')
    this.#coins = scene.entities('coin')
    this.#rounds = scene.entities('round')
    this.#clock.title = 'time left in this round'
    this.#tally.title = 'coins taken, out of all coins'
    this.#round.append(this.#clock, this.#tally)
    this.#round.hidden = true
    // A live region has to exist and be visible before its words do, so it is transparent instead of hidden.
    this.#bannerText.setAttribute('role', 'status')
    this.#bannerText.append(this.#bannerDot, this.#bannerName)
    this.#banner.append(this.#bannerText, this.#bannerNext)
    root.append(this.#round)
    this.#scores = new Scoreboard<PipView>(root, ({ coins }) => coins, { isBot })
    root.append(this.#banner)
    scene.onFrame(() => this.#show())
  }

  #show(): void {
    const round = this.#rounds[0]
    if (round) this.#showRound(round)
    this.#scores.show(this.#pips)
  }

  #showRound(round: RoundView): void {
    const { phase, secondsLeft, coins } = round
    const taken = Math.max(0, coins - this.#coins.length)
    if (phase !== this.#phase || secondsLeft !== this.#secondsLeft) {
      this.#phase = phase
      this.#secondsLeft = secondsLeft
      this.#round.hidden = false
      this.#clock.textContent = clockText(phase === 'won' ? 0 : secondsLeft)
      this.#clock.classList.toggle('last', phase === 'run' && secondsLeft <= LAST_SECONDS)
      this.#banner.classList.toggle('shown', phase === 'won')
      if (phase === 'won') this.#bannerNext.textContent = `next round in ${secondsLeft} s`
      else this.#clearWinner()
    }
    if (taken !== this.#taken || coins !== this.#all) {
      this.#taken = taken
      this.#all = coins
      this.#tally.textContent = `${taken} / ${coins}`
    }
    if (phase === 'won' && round.winnerId !== this.#winnerId) this.#showWinner(round)
  }

  #showWinner({ winner, winnerHue, winnerId }: RoundView): void {
    this.#winnerId = winnerId
    const pip = this.#pips.find((one) => numberOf(one) === winnerId)
    this.#bannerDot.hidden = winnerId === 0
    this.#bannerDot.style.backgroundColor = colourOf(winnerHue)
    const [coins, isOwn] = [pip?.coins ?? 0, pip?.mine ?? false]
    this.#bannerName.textContent = winnerText({ winner, coins, isOwn, taken: this.#taken })
  }

  #clearWinner(): void {
    if (this.#winnerId === -1) return
    this.#winnerId = -1
    this.#bannerName.textContent = ''
  }
}
