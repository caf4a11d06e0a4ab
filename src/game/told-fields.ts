import type { Holder } from './object-shape.ts'

/** What a record says of its fields that are only told. */
interface Told {
  readonly told: Int32Array
  scatter(row: Int32Array, offset: number, object: Holder, which: Int32Array): void
}

/** The rows that the server has told of, by network tick. Each ends with its tick, at `width`. */
interface History {
  readonly width: number
  readonly rows: Int32Array
  readonly newestOffset: number
  readonly newestTick: number
  /** Where the row of network tick `tick` begins, or that of the last one before it; -1: nowhere. */
  find(tick: number): number
}

/** Shows texts that are only told, as of the row that begins at `at`. */
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

/** What only the server writes of an own entity. `told()` brings this along, so that a page without it bundles none of it. */
export class ToldFields {
  readonly #schema: Told
  readonly #history: History
  readonly #keptTicks: number
  readonly #state: Holder
  readonly #shown: Holder
  readonly #texts: ToldTexts | undefined
  /** The network tick of the row on show. */
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
   * Takes over what the newest row says. `move` reads it at once; the page waits for the moment on display, unless the
   * entity `isNew` to it.
   */
  take(isNew: boolean): void {
    const { rows, newestOffset } = this.#history
    this.#schema.scatter(rows, newestOffset, this.#state, this.#schema.told)
    if (isNew) this.show(Number.POSITIVE_INFINITY)
  }

  /**
   * Shows what was told at network tick `tick`, or at the oldest tick that is kept, if that is newer. Before the first tick
   * nothing is known, and the page sees what it did.
   */
  show(tick: number): void {
    const { rows, width, newestTick } = this.#history
    const at = this.#history.find(Math.max(tick, newestTick - this.#keptTicks + 1))
    if (at < 0 || rows[at + width] === this.#shownTick) return
    this.#shownTick = rows[at + width]!
    this.#schema.scatter(rows, at, this.#shown, this.#schema.told)
    this.#texts?.showTold(rows, at)
  }
}
