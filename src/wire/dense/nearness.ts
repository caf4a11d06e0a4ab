import type { Between } from '../foretell.ts'
import type { RowPlan } from '../plan.ts'

/** Nearer than the range of a number by this many halvings is as near as can be. */
const HALVINGS = 10
const FURTHEST = 7

/**
 * How near entities are to those that they are related to, as both ends know it: from the entity's state at the baseline to
 * the other's state in this body, which was coded before if its slot is smaller. Kept and refilled.
 */
export class Nearness {
  readonly #plans: readonly RowPlan[]
  /** Whether some kind has columns that are related to others: else nothing need be asked or noted. */
  readonly isNeeded: boolean
  /** By slot, of this body: the kind, plus 1; the array that holds the newest state, and where in it. */
  readonly #kinds: number[] = []
  readonly #rows: Int32Array[] = []
  readonly #ats: number[] = []
  readonly #bodies: number[] = []
  #body = 0

  constructor(plans: readonly RowPlan[]) {
    this.#plans = plans
    this.isNeeded = plans.some(({ relatedTo }) => relatedTo >= 0)
  }

  /** A body begins. */
  begin(): void {
    this.#body++
  }

  /** From 0, very near or not known, to 7, far away. */
  of(kind: number, { base, baseAt }: Between): number {
    const { relatedTo, nearBy } = this.#plans[kind]!
    if (relatedTo < 0) return 0
    const slot = base[baseAt + relatedTo]! & 0xffff
    if (this.#bodies[slot] !== this.#body || this.#kinds[slot] !== kind) return 0
    const other = this.#rows[slot]!
    const at = this.#ats[slot]!
    let near = 0
    for (let i = 0; i < nearBy.length; i++) {
      const c = nearBy[i]!
      const away = Math.abs(base[baseAt + c.at]! - other[at + c.at]!)
      near = Math.max(near, 32 - Math.clz32(away) - (c.bits - HALVINGS))
    }
    return near < FURTHEST ? near : FURTHEST
  }

  /** Notes an entity that has been coded; `isChanged`: its state is the new one. */
  note(slot: number, kind: number, between: Between, isChanged: boolean): void {
    while (this.#bodies.length <= slot) {
      this.#bodies.push(0)
      this.#kinds.push(0)
      this.#ats.push(0)
      this.#rows.push(between.base)
    }
    this.#bodies[slot] = this.#body
    this.#kinds[slot] = kind
    this.#rows[slot] = isChanged ? between.row : between.base
    this.#ats[slot] = isChanged ? between.at : between.baseAt
  }
}
