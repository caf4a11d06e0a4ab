import { Ranking, topOf } from './ranking.ts'
import type { CoinView, PipView, RoundView, Scene } from './scene.ts'
import { clockText, winnerText } from './words.ts'

/** Rows of the scoreboard, on large screens and on small ones. */
const MOST_ROWS = 10
const MOST_ROWS_SMALL = 6
const SMALL = '(max-width: 720px), (max-height: 480px)'

/** From here on the clock is marked. */
const LAST_SECONDS = 10

/**
 * What is written over the picture: time and coins of the round, everybody's score, who has won. It reads the scene
 * at the end of each frame and touches the page only where something has changed.
 */
export class Hud {
  readonly #pips: readonly PipView[]
  readonly #coins: readonly CoinView[]
  readonly #rounds: readonly RoundView[]
  readonly #ranking = new Ranking<PipView>()
  readonly #rows: Row[] = []
  readonly #round = make('div', 'round')
  readonly #clock = make('span', 'clock')
  readonly #tally = make('span', 'tally')
  readonly #scores = make('ol', 'scores')
  readonly #more = make('p', 'more')
  readonly #banner = make('div', 'banner')
  readonly #bannerText = make('p', 'winner')
  readonly #bannerDot = make('i', 'dot')
  readonly #bannerName = make('span', '')
  readonly #bannerNext = make('p', 'next')
  readonly #small = window.matchMedia(SMALL)
  #isStale = true
  #secondsLeft = -1
  #phase = ''
  #taken = -1
  #all = -1
  /** Whom the banner tells of: -1 nothing, 0 nobody. */
  #winnerId = -1

  /** Writes into `root` from now on, for as long as the scene has frames. */
  constructor(scene: Scene, root: HTMLElement) {
    this.#pips = scene.entities('pip')
    this.#coins = scene.entities('coin')
    this.#rounds = scene.entities('round')
    this.#clock.title = 'left of this round'
    this.#tally.title = 'coins taken, of all'
    this.#scores.setAttribute('aria-label', 'scores')
    this.#round.append(this.#clock, this.#tally)
    this.#round.hidden = this.#more.hidden = true
    // A live region has to be there, and to be seen, before its words are: it is clear instead of hidden.
    this.#bannerText.setAttribute('role', 'status')
    this.#bannerText.append(this.#bannerDot, this.#bannerName)
    this.#banner.append(this.#bannerText, this.#bannerNext)
    root.append(this.#round, this.#scores, this.#more, this.#banner)
    this.#small.addEventListener('change', () => {
      this.#isStale = true
    })
    scene.onFrame(() => this.#show())
  }

  #show(): void {
    const round = this.#rounds[0]
    if (round) this.#showRound(round)
    if (!this.#ranking.update(this.#pips) && !this.#isStale) return
    this.#isStale = false
    this.#showScores()
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
    const pip = this.#pips.find(({ owner }) => owner === winnerId)
    this.#bannerDot.hidden = winnerId === 0
    this.#bannerDot.style.backgroundColor = colour(winnerHue)
    const [coins, isOwn] = [pip?.coins ?? 0, pip?.mine ?? false]
    this.#bannerName.textContent = winnerText({ winner, coins, isOwn, taken: this.#taken })
  }

  #clearWinner(): void {
    if (this.#winnerId === -1) return
    this.#winnerId = -1
    this.#bannerName.textContent = ''
  }

  #showScores(): void {
    const { order } = this.#ranking
    const top = topOf(order, this.#small.matches ? MOST_ROWS_SMALL : MOST_ROWS)
    for (const [i, pip] of top.entries()) {
      let row = this.#rows[i]
      if (!row) {
        row = new Row()
        this.#rows.push(row)
      }
      if (!row.root.isConnected) this.#scores.append(row.root)
      row.show(pip)
    }
    for (const { root } of this.#rows.slice(top.length)) root.remove()
    const hidden = order.length - top.length
    this.#more.hidden = hidden === 0
    this.#more.textContent = `and ${hidden} more`
  }
}

/** One line of the scoreboard. */
class Row {
  readonly root = make('li', '')
  readonly #dot = make('i', 'dot')
  readonly #name = make('span', 'name')
  readonly #coins = make('b', '')
  #id = 0
  #hue = -1
  #shown = -1

  constructor() {
    this.root.append(this.#dot, this.#name, this.#coins)
  }

  show({ id, name, hue, coins, mine }: PipView): void {
    // A server that was started anew gives the same number to somebody else.
    const isSame = id === this.#id && name === this.#name.textContent && hue === this.#hue
    if (!isSame) {
      this.#id = id
      this.#hue = hue
      this.#dot.style.backgroundColor = colour(hue)
      this.#name.textContent = name
    }
    this.root.classList.toggle('mine', mine)
    if (isSame && coins === this.#shown) return
    if (isSame && coins > this.#shown) pop(this.#coins)
    this.#shown = coins
    this.#coins.textContent = `${coins}`
  }
}

/** A number that has just grown is large for a moment. */
function pop(element: HTMLElement): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate({ scale: ['1.6', '1'] }, { duration: 320, easing: 'ease-out' })
}

function make<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  name: string,
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag)
  element.className = name
  return element
}

const colour = (hue: number): string => `hsl(${hue} 72% 62%)`
