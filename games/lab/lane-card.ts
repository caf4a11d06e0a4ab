import { make } from '../page/make.ts'
import type { LaneChapter } from './chapters.ts'
import type { Film } from './film.ts'
import { LanePicture } from './lane-picture.ts'
import type { Lane } from './lanes.ts'
import { figuresOf } from './words.ts'

/** A lane on the page: its title, its picture, what to see in it, and the scorer's figures. */
export class LaneCard {
  readonly element: HTMLElement = make('article', 'lane')
  readonly #chapter: LaneChapter
  readonly #picture: LanePicture
  readonly #values: readonly HTMLElement[]

  constructor(lane: Lane, chapter: LaneChapter) {
    const title = make('h3')
    const canvas = make('canvas')
    const see = make('p')
    const list = make('dl')
    title.textContent = lane.title
    canvas.setAttribute('role', 'img')
    canvas.setAttribute('aria-label', `${lane.title}: the figure as this lane shows it`)
    see.textContent = lane.see
    this.#chapter = chapter
    this.#values = figuresOf(chapter).map(({ label, title: about }) => addRow(list, label, about))
    this.element.dataset['lane'] = lane.name
    this.element.style.setProperty('--own', lane.colour)
    this.element.append(title, canvas, see, list)
    this.#picture = new LanePicture(canvas)
  }

  /** Writes the figures of another film. */
  show(film: Film): void {
    for (const [i, { read }] of figuresOf(this.#chapter).entries())
      this.#values[i]!.textContent = read(film)
  }

  draw(film: Film, timeMs: number, stepHz: number): void {
    this.#picture.draw(film, timeMs, stepHz)
  }
}

function addRow(list: HTMLElement, label: string, about: string): HTMLElement {
  const row = make('div')
  const term = make('dt')
  const value = make('dd')
  row.title = about
  term.textContent = label
  value.textContent = '-'
  row.append(term, value)
  list.append(row)
  return value
}
