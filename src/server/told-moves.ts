import { SUBTICKS_PER_STEP } from '../base/units.ts'
import type { Kind } from '../game/define-game.ts'
import { MovedCopy } from '../game/moved-copy.ts'
import type { Mover } from '../game/mover.ts'
import { coarsen } from '../game/schema.ts'
import { type CarryShares, LEAST_GAP_MS, MOST_BACK, MOST_GAP_MS } from '../motion/carry-share.ts'
import type { RowHistory } from '../wire/row-history.ts'
import type { Gliding } from './gliding.ts'
import { KEPT_STAMPS, type TickStamps } from './tick-stamps.ts'

/** A copy is carried on over at most so many network ticks, those of which times are kept, and so many steps, at a look. */
const MOST_TICKS = KEPT_STAMPS - 1
const MOST_STEPS = 64

/**
 * Measures how far the game's `move` carries an entity on, as the clients of other players do it: with the input that was
 * told, and with what is not told left as the copy's own run has it. From look to look the copy takes each step once, and is
 * compared with the states that were sent. Free of allocation after construction.
 */
export class ToldMoves {
  readonly #shared: Gliding
  readonly #copy: MovedCopy
  /** The network tick that the copy was set at; -1: it is not. */
  #tick = -1

  constructor(shared: Gliding, kind: Kind, mover: Mover) {
    this.#shared = shared
    this.#copy = new MovedCopy(kind, mover)
  }

  /**
   * Compares the states sent up to network tick `tick` with where `move` took the copy, as states that stand for `states`
   * each, and sets the copy to the newest. `at`: the entity's share of this way.
   */
  look(
    shares: CarryShares,
    at: number,
    history: RowHistory,
    ticks: TickStamps,
    tick: number,
  ): void {
    const copy = this.#copy
    const since = tick - this.#tick
    if (this.#tick >= 0 && since <= MOST_TICKS && history.newestTick > this.#tick)
      this.#compare(shares, at, history, ticks, tick, since)
    // What has not been told carries on with the copy; all else begins anew.
    copy.take(history.rows, history.newestOffset, ticks.stamp)
    this.#tick = tick
  }

  #compare(
    shares: CarryShares,
    at: number,
    history: RowHistory,
    ticks: TickStamps,
    tick: number,
    since: number,
  ): void {
    const copy = this.#copy
    const { perSubTick, schema } = this.#shared
    const teleports = schema.width - 1
    const was = copy.row[teleports]!
    const wholeSpan = ticks.sinceBack(since)
    let taken = 0
    let compared = 0
    let back = 0
    for (let n = since - 1; n >= 0 && back < MOST_BACK; n--) {
      // Whole numbers of 31 bits up to here: V8 boxes fractions.
      const gap = wholeSpan - ticks.sinceBack(n)
      const steps = gap / SUBTICKS_PER_STEP
      // The player's time has been set anew: what was foretold is of another one.
      if (!(steps >= taken && steps - taken <= MOST_STEPS && steps === Math.floor(steps))) return
      for (; taken < steps; taken++) {
        // As on clients, the input told with the newest state is that of the step that led to it.
        if (n === 0 && taken === steps - 1) copy.hear(history.rows, history.newestOffset)
        copy.step()
      }
      const from = history.find(tick - n)
      if (gap * perSubTick > MOST_GAP_MS) return
      if (from >= 0 && history.rows[from + teleports] !== was) return
      if (from < 0 || (gap - compared) * perSubTick < LEAST_GAP_MS) continue
      compared = gap
      if (back++ === 0) shares.begin(at, since)
      shares.gapMs = gap * perSubTick
      this.#judge(shares, history.rows, from)
      shares.count(at, since, back)
    }
  }

  /** Says by how much the copy misses the state that was sent, whose numbers begin at `from`. */
  #judge(shares: CarryShares, rows: Int32Array, from: number): void {
    const { positions, scales, schema } = this.#shared
    const { columns } = schema
    const { row } = this.#copy
    // One that `move` set elsewhere is shown where it was.
    let missed = this.#copy.isOver ? Number.POSITIVE_INFINITY : 0
    for (let k = 0; k < positions.length; k++) {
      const i = positions[k]!
      const miss = (rows[from + i]! - coarsen(columns[i]!, row[i]!)) * scales[i]!
      missed += miss * miss
    }
    shares.missed = missed
    shares.way = Number.POSITIVE_INFINITY
  }
}
