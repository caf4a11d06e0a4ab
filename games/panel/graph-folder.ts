import type { SessionStats } from 'glissade/client'
import type { Board } from './board.ts'
import type { Graph } from './graph.ts'
import { History } from './history.ts'

/** Samples between two drawings, for 5 drawings a second. */
const DRAW_EVERY = 2
/** The part of the panel's width that the board takes, in CSS pixels. */
const MARGIN = 20

/**
 * The net graph in its folder. The history is kept all the time, so that it shows what led to the moment at which
 * somebody looks. The drawing code is loaded when the folder is first opened, and the graph is drawn only while it can
 * be seen.
 */
export class GraphFolder {
  readonly #pane: Board
  readonly #board: Board
  readonly #history: History
  #graph: Graph | null = null
  #isLoading = false
  #samples = 0

  constructor(pane: Board, board: Board, stats: SessionStats) {
    this.#pane = pane
    this.#board = board
    this.#history = new History(stats)
  }

  /** Call once per frame. */
  show(nowMs: number): void {
    if (!this.#history.sample(nowMs)) return
    this.#samples++
    if (this.#samples % DRAW_EVERY !== 0 || !this.#pane.expanded || !this.#board.expanded) return
    if (this.#graph) this.#graph.draw()
    else this.#load()
  }

  #load(): void {
    if (this.#isLoading) return
    this.#isLoading = true
    import('./graph.ts').then(({ Graph }) => {
      this.#graph = new Graph(this.#history, this.#pane.element.clientWidth - MARGIN)
      this.#board.element.lastElementChild?.append(this.#graph.root)
      this.#graph.draw()
    }, console.error)
  }
}
