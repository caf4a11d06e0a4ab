import type { Sight } from '../../../games/page/sight.ts'

/** What a page keeps of an entity: a class, for V8 boxes a field that is no number in a like object. */
class Shown {
  x = 0.5
  y = 0.5
}

/** What a renderer draws it with. */
export class Drawn {
  x = 0.5
  y = 0.5
  isVisible = false
}

/**
 * The least that a page can do by hand to show entities: two states of each are known and in order, and a frame moves every
 * entity along the line between them, moves the drawings of those in sight there, and hides the others. It does not search for
 * states, draw curves, ease errors, wait for what is late, predict the player or send inputs.
 */
export class BareLoop {
  readonly #shown: readonly Shown[]
  readonly #drawn: readonly Drawn[]
  #from: Float64Array
  #to: Float64Array
  #toMs = 0
  #spanMs = 1

  constructor(count: number) {
    this.#shown = Array.from({ length: count }, () => new Shown())
    this.#drawn = Array.from({ length: count }, () => new Drawn())
    this.#from = new Float64Array(2 * count)
    this.#to = new Float64Array(2 * count)
  }

  /** Takes the next state of all, as of `timeMs`. */
  take(places: readonly { readonly x: number; readonly y: number }[], timeMs: number): void {
    const next = this.#from
    this.#from = this.#to
    this.#to = next
    this.#spanMs = timeMs - this.#toMs
    this.#toMs = timeMs
    for (let i = 0; i < places.length; i++) {
      next[2 * i] = places[i]!.x
      next[2 * i + 1] = places[i]!.y
    }
  }

  /** Shows a moment between the two states. `reach`: how far a drawing reaches round its place. */
  frame(timeMs: number, sight: Sight, reach: number): void {
    const shown = this.#shown
    const from = this.#from
    const to = this.#to
    const alpha = 1 + (timeMs - this.#toMs) / this.#spanMs
    for (let i = 0, at = 0; i < shown.length; i++, at += 2) {
      const one = shown[i]!
      one.x = from[at]! + (to[at]! - from[at]!) * alpha
      one.y = from[at + 1]! + (to[at + 1]! - from[at + 1]!) * alpha
      const drawn = this.#drawn[i]!
      drawn.isVisible = sight.holds(one, reach)
      if (!drawn.isVisible) continue
      drawn.x = one.x
      drawn.y = one.y
    }
  }
}
