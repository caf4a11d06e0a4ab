import { make } from '../../page/make.ts'
import { COUNTERS } from './counters.ts'
import type { Lane, LaneName } from './lane.ts'
import { LanePicture } from './picture.ts'
import type { TimestepSettings } from './settings.ts'
import { SUBTITLES, TITLES, whatToSee } from './words.ts'

const COLOURS: { readonly [L in LaneName]: string } = {
  variable: '#ffb08a',
  'semi-fixed': '#ffd27a',
  newest: '#8fb4ff',
  blended: '#8ee6b0',
}

/** The picture of a lane, what to see in it, and its numbers. */
export class LaneCard {
  readonly element: HTMLElement
  readonly #name: LaneName
  readonly #picture: LanePicture
  readonly #see = make('p', 'see')
  readonly #cells: readonly HTMLElement[]

  constructor(name: LaneName) {
    this.#name = name
    const card = make('article', 'lane')
    card.dataset['lane'] = name
    card.style.setProperty('--own', COLOURS[name])
    const heading = make('h3')
    heading.textContent = TITLES[name]
    const subtitle = make('p', 'how')
    subtitle.textContent = SUBTITLES[name]
    const canvas = make('canvas')
    canvas.setAttribute('role', 'img')
    canvas.setAttribute('aria-label', `A spring and a ball, moved by ${TITLES[name].toLowerCase()}`)
    const list = make('dl')
    this.#cells = COUNTERS.map(({ label, title }) => addRow(list, label, title))
    card.append(heading, subtitle, canvas, this.#see, list)
    this.element = card
    this.#picture = new LanePicture(canvas, COLOURS[name])
  }

  draw(lane: Lane): void {
    this.#picture.draw(lane)
  }

  /** Writes the numbers that have changed. */
  show(lane: Lane): void {
    for (const [i, { read, isBad }] of COUNTERS.entries()) {
      const cell = this.#cells[i]!
      const text = read(lane)
      if (cell.textContent !== text) cell.textContent = text
      cell.classList.toggle('bad', isBad(lane))
    }
  }

  /** Says what to see with these settings. */
  explain(settings: TimestepSettings): void {
    this.#see.textContent = whatToSee(this.#name, settings)
  }
}

function addRow(list: HTMLElement, label: string, title: string): HTMLElement {
  const row = make('div')
  const name = make('dt')
  const cell = make('dd')
  row.title = title
  name.textContent = label
  cell.textContent = '-'
  row.append(name, cell)
  list.append(row)
  return cell
}
