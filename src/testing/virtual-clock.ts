import type { Clock } from '../base/clock.ts'
import { GlissadeError } from '../base/error.ts'
import type { Ms } from '../base/units.ts'

/**
 * A clock turned by hand. Timers run in time order, those of one moment in the order they were set, and each
 * sees `nowMs()` at exactly its own time; so a server and fifty clients run repeatably in one process.
 */
export class VirtualClock implements Clock {
  /** Timers that have still to run. */
  pending = 0

  #nowMs: Ms
  #order = 0
  /** Binary heap by (atMs, order). Undone timers stay in it until their turn comes. */
  readonly #heap: Timer[] = []

  /** `startMs`: what the clock shows at first; default 0. */
  constructor(startMs: Ms = 0) {
    this.#nowMs = startMs
  }

  /** Milliseconds of virtual time. */
  nowMs(): Ms {
    return this.#nowMs
  }

  /** Calls `run` when the clock is turned past `delayMs` from now; `misuse` unless that is a number >= 0. */
  after(delayMs: Ms, run: () => void): () => void {
    if (!(delayMs >= 0)) {
      throw new GlissadeError('misuse', `delayMs is ${delayMs}: a number from 0 is needed`)
    }
    const timer: Timer = { atMs: this.#nowMs + delayMs, order: this.#order++, run }
    this.#rise(timer)
    this.pending++
    return () => {
      if (timer.run === undefined) return
      timer.run = undefined
      this.pending--
    }
  }

  /** Turns the clock on by `ms` and runs what falls due, also timers set meanwhile. */
  advance(ms: Ms): void {
    this.advanceTo(this.#nowMs + ms)
  }

  /** Turns the clock to `timeMs` and runs what falls due; `misuse` if that lies in the past. */
  advanceTo(timeMs: Ms): void {
    if (!(timeMs >= this.#nowMs)) {
      throw new GlissadeError(
        'misuse',
        `timeMs is ${timeMs}: a time from ${this.#nowMs} (now) is needed`,
      )
    }
    for (let timer = this.#heap[0]; timer && timer.atMs <= timeMs; timer = this.#heap[0]) {
      this.#sink()
      const run = timer.run
      if (run === undefined) continue
      timer.run = undefined
      this.pending--
      this.#nowMs = Math.max(this.#nowMs, timer.atMs)
      run()
    }
    this.#nowMs = Math.max(this.#nowMs, timeMs)
  }

  /** Puts a timer where it belongs. */
  #rise(timer: Timer): void {
    const heap = this.#heap
    let at = heap.length
    while (at > 0) {
      const parentAt = (at - 1) >> 1
      const parent = heap[parentAt]
      if (parent === undefined || isBefore(parent, timer)) break
      heap[at] = parent
      at = parentAt
    }
    heap[at] = timer
  }

  /** Removes the first timer. */
  #sink(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let at = 0
    for (;;) {
      let childAt = 2 * at + 1
      let child = heap[childAt]
      if (child === undefined) break
      const sibling = heap[childAt + 1]
      if (sibling !== undefined && isBefore(sibling, child)) {
        child = sibling
        childAt++
      }
      if (isBefore(last, child)) break
      heap[at] = child
      at = childAt
    }
    heap[at] = last
  }
}

interface Timer {
  readonly atMs: Ms
  readonly order: number
  run: (() => void) | undefined
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)
}
