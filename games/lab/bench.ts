import type { Trace } from 'glissade/score'
import { element } from '../page/element.ts'
import type { LaneChapter } from './chapters.ts'
import { type Film, makeFilm } from './film.ts'
import { LaneCard } from './lane-card.ts'
import { LANES } from './lanes.ts'
import { traceWith } from './networks.ts'
import { PacketsPicture } from './packets-picture.ts'
import { Plots } from './plots.ts'
import type { Settings } from './settings.ts'
import { verdictOf } from './words.ts'

/** How often the plots are drawn while the films run. */
const PLOT_MS = 66

/** The lanes of a chapter: makes their films anew when a setting changes, and draws them at the playhead. */
export class Bench {
  #films: readonly Film[] = []
  #cards: readonly LaneCard[] = []
  #chapter: LaneChapter | null = null
  #stepHz = 60
  #order = 0
  #plottedMs = Number.NEGATIVE_INFINITY
  #plottedTimeMs = Number.NaN
  readonly #packets = new PacketsPicture(element('packets') as HTMLCanvasElement)
  readonly #plots = new Plots(element('plots'))

  /** The films on display. */
  get films(): readonly Film[] {
    return this.#films
  }

  /**
   * Makes the films of a chapter, a lane at a time, so that the page can be used meanwhile. A later call ends an earlier one.
   * Resolves to whether these films are on display.
   */
  async make(chapter: LaneChapter, settings: Settings, base: Trace | null): Promise<boolean> {
    const order = ++this.#order
    const trace = traceWith(base, settings)
    const films: Film[] = []
    for (const lane of LANES[chapter]) {
      await new Promise((resolve) => setTimeout(resolve))
      if (order !== this.#order) return false
      films.push(makeFilm(lane, settings, trace))
    }
    this.#show(chapter, films, settings.stepHz)
    return true
  }

  /** Draws the films at `timeMs`. `nowMs`: the page's time. */
  draw(timeMs: number, nowMs: number): void {
    for (let i = 0; i < this.#cards.length; i++)
      this.#cards[i]!.draw(this.#films[i]!, timeMs, this.#stepHz)
    const first = this.#films[0]
    if (first) this.#packets.draw(first.recording.run, timeMs)
    if (!first || nowMs - this.#plottedMs < PLOT_MS || timeMs === this.#plottedTimeMs) return
    this.#plottedMs = nowMs
    this.#plottedTimeMs = timeMs
    this.#plots.draw(timeMs)
  }

  #show(chapter: LaneChapter, films: readonly Film[], stepHz: number): void {
    if (chapter !== this.#chapter) {
      this.#cards = films.map(({ lane }) => new LaneCard(lane, chapter))
      element('lanes').replaceChildren(...this.#cards.map((card) => card.element))
    }
    this.#chapter = chapter
    this.#films = films
    this.#stepHz = stepHz
    this.#plottedTimeMs = Number.NaN
    this.#plots.setFilms(chapter, films)
    for (const [i, card] of this.#cards.entries()) card.show(films[i]!)
    element('verdict').textContent = verdictOf(chapter, films)
  }
}
