import { SUBTICKS_PER_STEP } from '../../base/units.ts'
import type { MovedCopy } from '../../game/moved-copy.ts'
import { coarsen } from '../../game/quantize.ts'
import {
  ENOUGH_MS,
  type ExtrapolationShares,
  GAP,
  GONE,
  LEAST_GAP_MS,
  MISSED,
  MOST_BACK,
  MOST_GAP_MS,
} from '../../motion/extrapolation-shares.ts'
import type { Gliding } from './gliding.ts'
import type { SentStates } from './tick-stamps.ts'

/** Most steps that a copy takes at a look. */
const MOST_STEPS = 64
/** Once enough is known of an entity, one look in this many measures it. */
const LOOKS_APART = 3

/** The result of a comparison: see `GAP` of `extrapolation-shares.ts`. */
const FOUND = /* @__PURE__ */ new Float64Array(3)

/**
 * Measures how far the game's `move` extrapolates an entity, as the clients of other players do it: with the input that was
 * told. A copy is set to a state that was sent a while ago, and each step that it takes from there on is compared with the
 * states sent since. Fields that are not told have the values that the copy's own steps gave them. A copy with such fields
 * therefore first follows states that were sent before that one. Allocates nothing after construction.
 */
export class ToldMoves {
  readonly #shared: Gliding
  readonly #copy: MovedCopy
  readonly #shares: ExtrapolationShares
  /** Where the entity's numbers for `move` begin in `#shares`. */
  readonly #at: number
  /** Looks to skip until the next one that measures. */
  #rest = 0

  /** `copy`: the entity's own. `at`: where its numbers for `move` begin in `shares`. */
  constructor(shared: Gliding, copy: MovedCopy, shares: ExtrapolationShares, at: number) {
    this.#shared = shared
    this.#copy = copy
    this.#shares = shares
    this.#at = at
  }

  /** Whether the next look measures. One that does not costs nothing. Counts down, so call it once for each look. */
  isDue(): boolean {
    if (this.#rest === 0) return true
    this.#rest--
    return false
  }

  /**
   * Compares the states sent up to network tick `tick` with where `move` takes the copy. Each of them counts as `states`
   * states.
   */
  look(sent: SentStates, tick: number, states: number): void {
    const { history, ticks } = sent
    const { perSubTick, warmTicks, keptTicks } = this.#shared
    let back = 1
    while (back < keptTicks && ticks.sinceBack(back) * perSubTick < ENOUGH_MS) back++
    // `move` keeps an entity at rest where it is, so there is nothing to measure.
    if (!(history.newestTick > tick - back)) return
    const warm = Math.min(warmTicks, keptTicks - back)
    if (!this.#follow(sent, tick, back + warm, back)) return
    if (this.#shares.isWellKnown(this.#at)) this.#rest = LOOKS_APART - 1
    this.#compare(sent, tick, back, states)
  }

  /**
   * Sets the copy to the state `from` network ticks ago, and lets it follow the sent states until `to` network ticks ago.
   * Returns false if these were not all one movement.
   */
  #follow({ history, ticks }: SentStates, tick: number, from: number, to: number): boolean {
    const copy = this.#copy
    const teleports = this.#shared.schema.width - 1
    for (let n = from; n >= to; n--) {
      const row = history.find(tick - n)
      if (row < 0) return false
      const stamp = ticks.at(ticks.count - 1 - n)
      if (n < from) {
        if (history.rows[row + teleports] !== copy.row[teleports]) return false
        if (!this.#extrapolate(stamp - copy.stamp, history.rows, row)) return false
      }
      copy.take(history.rows, row, stamp)
    }
    return true
  }

  /** Lets the copy take the steps of `gap` subticks, the last with the input told at `row`, as on clients. */
  #extrapolate(gap: number, rows: Int32Array, row: number): boolean {
    const steps = gap / SUBTICKS_PER_STEP
    // Otherwise the player's time has been set anew.
    if (!(steps >= 0 && steps <= MOST_STEPS && steps === Math.floor(steps))) return false
    for (let n = steps; n > 0; n--) {
      if (n === 1) this.#copy.hear(rows, row)
      this.#copy.step()
    }
    return true
  }

  #compare({ history, ticks }: SentStates, tick: number, since: number, states: number): void {
    const shares = this.#shares
    const at = this.#at
    const copy = this.#copy
    const { perSubTick, schema } = this.#shared
    const teleports = schema.width - 1
    const was = copy.row[teleports]!
    const wholeSpan = ticks.sinceBack(since)
    let taken = 0
    let compared = 0
    let back = 0
    for (let n = since - 1; n >= 0 && back < MOST_BACK; n--) {
      const gap = wholeSpan - ticks.sinceBack(n)
      const steps = gap / SUBTICKS_PER_STEP
      // The player's time has been set anew, so the copy was extrapolated in another one.
      if (!(steps >= taken && steps <= MOST_STEPS && steps === Math.floor(steps))) return
      if (gap * perSubTick > MOST_GAP_MS) return
      for (; taken < steps; taken++) copy.step()
      const from = history.find(tick - n)
      if (history.rows[from + teleports] !== was) return
      if ((gap - compared) * perSubTick < LEAST_GAP_MS) continue
      compared = gap
      if (back++ === 0) shares.begin(at, states)
      FOUND[GAP] = gap * perSubTick
      this.#judge(history.rows, from, FOUND)
      shares.count(at, states, back, FOUND)
    }
  }

  /** Writes to `found` how far the copy misses the sent state whose row begins at `from`. */
  #judge(rows: Int32Array, from: number, found: Float64Array): void {
    const { positions, scales, schema } = this.#shared
    const { columns } = schema
    const { row } = this.#copy
    // An entity that `move` set elsewhere is shown where it was.
    let missed = this.#copy.isOver ? Number.POSITIVE_INFINITY : 0
    for (let k = 0; k < positions.length; k++) {
      const i = positions[k]!
      const miss = (rows[from + i]! - coarsen(columns[i]!, row[i]!)) * scales[i]!
      missed += miss * miss
    }
    found[MISSED] = missed
    found[GONE] = Number.POSITIVE_INFINITY
  }
}
