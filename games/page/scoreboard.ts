import { colourOf, make } from './make.ts'
import { type Ranked, Ranking, topOf } from './ranking.ts'

/** Rows of the scoreboard, on large screens and on small ones. */
const MOST_ROWS = 10
const MOST_ROWS_SMALL = 6
const SMALL = '(max-width: 720px), (max-height: 480px)'

/** A player with a row. */
export interface Scorer extends Ranked {
  readonly name: string
  /** 0 to 359. */
  readonly hue: number
}

/** How the rows of a scoreboard look. */
export interface ScoreboardOptions<P> {
  /** Who is marked as a bot. Default: nobody. */
  readonly isBot?: (player: P) => boolean
  /** Whether a number that has just grown is large for a moment. Default: true. */
  readonly swells?: boolean
}

/** Everybody's score beside the picture, the best first. Touches the page only where something has changed. */
export class Scoreboard<P extends Scorer> {
  readonly #pointsOf: (player: P) => number
  readonly #isBot: (player: P) => boolean
  readonly #swells: boolean
  readonly #ranking: Ranking<P>
  readonly #rows: Row[] = []
  readonly #scores = make('ol', 'scores')
  readonly #more = make('p', 'more')
  readonly #small = window.matchMedia(SMALL)
  #isStale = true

  /** Writes into `root`. */
  constructor(
    root: HTMLElement,
    pointsOf: (player: P) => number,
    { isBot = () => false, swells = true }: ScoreboardOptions<P> = {},
  ) {
    this.#pointsOf = pointsOf
    this.#isBot = isBot
    this.#swells = swells
    this.#ranking = new Ranking(pointsOf)
    this.#scores.setAttribute('aria-label', 'scores')
    this.#more.hidden = true
    root.append(this.#scores, this.#more)
    this.#small.addEventListener('change', () => {
      this.#isStale = true
    })
  }

  /** All players, the best first. */
  get order(): readonly P[] {
    return this.#ranking.order
  }

  /** Call once per frame with the players as they are shown. Allocates nothing while nothing changes. */
  show(players: readonly P[]): void {
    if (!this.#ranking.update(players) && !this.#isStale) return
    this.#isStale = false
    const { order } = this
    const top = topOf(order, this.#small.matches ? MOST_ROWS_SMALL : MOST_ROWS)
    for (const [i, player] of top.entries()) {
      let row = this.#rows[i]
      if (!row) {
        row = new Row(this.#swells)
        this.#rows.push(row)
      }
      if (!row.root.isConnected) this.#scores.append(row.root)
      row.show(player, this.#pointsOf(player), this.#isBot(player))
    }
    for (const { root } of this.#rows.slice(top.length)) root.remove()
    const hidden = order.length - top.length
    this.#more.hidden = hidden === 0
    this.#more.textContent = `and ${hidden} more`
  }
}

/** One line of the scoreboard. */
class Row {
  readonly root = make('li')
  readonly #dot = make('i', 'dot')
  readonly #name = make('span', 'name')
  readonly #bot = make('span', 'bot')
  readonly #points = make('b')
  #id = 0
  #hue = -1
  readonly #swells: boolean
  #shown = -1

  constructor(swells: boolean) {
    this.#swells = swells
    this.root.append(this.#dot, this.#name, this.#bot, this.#points)
  }

  show({ id, name, hue, mine }: Scorer, points: number, isBot: boolean): void {
    // A server that was restarted may give the same number to somebody else.
    const isSame = id === this.#id && name === this.#name.textContent && hue === this.#hue
    if (!isSame) {
      this.#id = id
      this.#hue = hue
      this.#dot.style.backgroundColor = colourOf(hue)
      this.#name.textContent = name
      this.#bot.textContent = isBot ? 'bot' : ''
    }
    this.root.classList.toggle('mine', mine)
    if (isSame && points === this.#shown) return
    if (this.#swells && isSame && points > this.#shown) pop(this.#points)
    this.#shown = points
    this.#points.textContent = `${points}`
  }
}

/** A number that has just grown is large for a moment. */
function pop(element: HTMLElement): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate({ scale: ['1.6', '1'] }, { duration: 320, easing: 'ease-out' })
}
