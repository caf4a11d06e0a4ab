import { colourOf, make } from '../../page/make.ts'
import { ownOf } from '../../page/own.ts'
import type { RoundView, ShepherdView } from './scene.ts'
import { flockText, winnerText } from './words.ts'

/** How many shepherds are named. */
const MOST_ROWS = 5

/** The card that says how a round ended: the winner, the first few, and when the game goes on. */
export class Ending {
  readonly #card = make('div', 'banner')
  readonly #winner = make('p', 'winner')
  readonly #dot = make('i', 'dot')
  readonly #words = make('span')
  readonly #flock = make('p', 'flock')
  readonly #table = make('ol', 'table')
  readonly #next = make('p', 'next')
  #isShown = false
  #secondsLeft = -1
  #players = -1

  constructor(root: HTMLElement) {
    this.#winner.setAttribute('role', 'status')
    this.#winner.append(this.#dot, this.#words)
    this.#card.append(this.#winner, this.#flock, this.#table, this.#next)
    root.append(this.#card)
  }

  /** Call once per frame. `order` has the best first. Allocates nothing while nothing changes. */
  show(round: RoundView, order: readonly ShepherdView[]): void {
    const isOver = round.phase === 'over'
    if (!isOver && !this.#isShown) return
    if (isOver !== this.#isShown) {
      this.#isShown = isOver
      this.#card.classList.toggle('shown', isOver)
      this.#players = this.#secondsLeft = -1
      if (!isOver) this.#words.textContent = ''
    }
    if (!isOver) return
    if (order.length !== this.#players) this.#tell(round, order)
    if (round.secondsLeft === this.#secondsLeft) return
    this.#secondsLeft = round.secondsLeft
    this.#next.textContent = `next round in ${round.secondsLeft} s`
  }

  #tell(round: RoundView, order: readonly ShepherdView[]): void {
    this.#players = order.length
    const { winner, winnerHue, winnerId, flock, home, lost } = round
    // A bot has no owner.
    const best = order.find(({ owner, name }) => (owner ?? 0) === winnerId && name === winner)
    const [score, isOwn] = [best?.score ?? 0, best?.mine ?? false]
    const own = ownOf(order)?.score ?? null
    this.#dot.hidden = winner === ''
    this.#dot.style.backgroundColor = colourOf(winnerHue)
    this.#words.textContent = winnerText({ winner, score, isOwn })
    this.#flock.textContent = flockText({ flock, home, lost, own })
    const named = order.filter((shepherd) => shepherd.score > 0).slice(0, MOST_ROWS)
    this.#table.hidden = named.length < 2
    this.#table.replaceChildren(...named.map(rowOf))
  }
}

function rowOf({ name, hue, score, mine }: ShepherdView): HTMLElement {
  const row = make('li', mine ? 'mine' : '')
  const dot = make('i', 'dot')
  const who = make('span', 'name')
  const sheep = make('b')
  dot.style.backgroundColor = colourOf(hue)
  who.textContent = name
  sheep.textContent = `${score}`
  row.append(dot, who, sheep)
  return row
}
