import { KEPT_TICKS } from '../coding.ts'
import { type DenseLayout, DenseModels } from './models.ts'

/** Models as they were after a body. */
interface Kept {
  /** The network tick of the body. */
  tick: number
  readonly models: DenseModels
}

/**
 * The models of the bodies that may still be gone on from. What is free is taken first, so that no more are held than are
 * needed and the same few stay in the processor's caches. Free of allocation in steady state.
 */
export class KeptModels {
  readonly #layout: DenseLayout
  readonly #kept: Kept[] = []
  /** The network tick that a place was taken for last, and the next one: those before it are in use until the next tick. */
  #tick = -1
  #next = 0

  constructor(layout: DenseLayout) {
    this.#layout = layout
  }

  /** How many places there are: no more than were ever needed at once. */
  get size(): number {
    return this.#kept.length
  }

  /** A place for a body of network tick `tick`; free are those of bodies before `oldest`, and of 32 ticks ago and before. */
  take(tick: number, oldest: number): number {
    const kept = this.#kept
    const needed = Math.max(oldest, tick - KEPT_TICKS + 1)
    let place = tick === this.#tick ? this.#next : 0
    while (place < kept.length && kept[place]!.tick >= needed) place++
    if (place === kept.length) kept.push({ tick, models: new DenseModels(this.#layout) })
    kept[place]!.tick = tick
    this.#tick = tick
    this.#next = place + 1
    return place
  }

  /** The models at a place. */
  at(place: number): DenseModels {
    return this.#kept[place]!.models
  }

  /** Whether a place, or none where there is no such, has the models of a body of network tick `tick`. */
  isOf(place: number, tick: number): boolean {
    return this.#kept[place]?.tick === tick
  }

  /** The place with the models of the body of network tick `tick`; -1 for none. For an end with one body for each tick. */
  find(tick: number): number {
    const kept = this.#kept
    for (let place = 0; place < kept.length; place++) if (kept[place]!.tick === tick) return place
    return -1
  }
}
