import type { Holder } from './object-shape.ts'

/** The schema of a record, as far as its told fields need it. */
interface Told {
  readonly told: Int32Array
  scatterOwn(row: Int32Array, offset: number, object: Holder, which: Int32Array): void
}

/** The rows that the client has received, by network tick. Each row ends with its tick, at `width`. */
interface History {
  readonly width: number
  readonly rows: Int32Array
  readonly newestOffset: number
  readonly newestTick: number
  /** Returns where the row of network tick `tick` begins, or of the last one before it; -1 if there is none. */
  find(tick: number): number
}

/** Shows texts that only the server writes, as of the row that begins at `at`. */
interface ToldTexts {
  showTold(row: Int32Array, at: number): void
}

/** What `ToldFields` work with. */
interface ToldOptions {
  readonly history: History
  /** How many network ticks `history` keeps. */
  readonly keptTicks: number
  /** The state that `move` works on. */
  readonly state: Holder
  /** The object that the page sees. */
  readonly shown: Holder
  readonly texts: ToldTexts | undefined
}

/**
 * The fields of an own entity that only the server writes. `told()` brings this code along, so that a page without it bundles
 * none.
 */
export class ToldFields {
  readonly #schema: Told
  readonly #history: History
  readonly #keptTicks: number
  readonly #state: Holder
  readonly #shown: Holder
  readonly #texts: ToldTexts | undefined
  #shownTick = -1

  constructor(schema: Told, options: ToldOptions) {
    this.#schema = schema
    this.#history = options.history
    this.#keptTicks = options.keptTicks
    this.#state = options.state
    this.#shown = options.shown
    this.#texts = options.texts
  }

  /**
   * Reads the newest row. `move` has its values at once. The page gets them at their moment, or at once if the entity `isNew`
   * to it.
   */
  take(isNew: boolean): void {
    const { rows, newestOffset } = this.#history
    this.#schema.scatterOwn(rows, newestOffset, this.#state, this.#schema.told)
    if (isNew) this.show(Number.POSITIVE_INFINITY)
  }

  /**
   * Shows the values of network tick `tick`, or of the oldest tick kept if that is newer. Before the first tick no values are
   * known, and the page keeps what it showed.
   */
  show(tick: number): void {
    const { rows, width, newestTick } = this.#history
    const at = this.#history.find(Math.max(tick, newestTick - this.#keptTicks + 1))
    if (at < 0 || rows[at + width] === this.#shownTick) return
    this.#shownTick = rows[at + width]!
    this.#schema.scatterOwn(rows, at, this.#shown, this.#schema.told)
    this.#texts?.showTold(rows, at)
  }
}
