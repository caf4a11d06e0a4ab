import { type Ms, SUBTICKS_PER_STEP } from '../base/units.ts'
import type { Kind } from '../game/define-game.ts'
import { MovedCopy } from '../game/moved-copy.ts'
import type { Mover } from '../game/mover.ts'
import { coarsen } from '../game/schema.ts'
import { type CarryShares, LEAST_GAP_MS, MOST_BACK, MOST_GAP_MS } from '../motion/carry-share.ts'
import type { RowHistory } from '../wire/row-history.ts'
import type { Gliding } from './gliding.ts'
import type { TickStamps } from './tick-stamps.ts'

/** A copy is carried on over at most so many network ticks, and so many steps, at a look. */
const MOST_TICKS = 32
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
    const { perSubTick, schema, row } = this.#shared
    const first = copy.stamp
    const teleports = schema.width - 1
    copy.gather(row)
    const was = row[teleports]!
    let comparedMs: Ms = 0
    let back = 0
    for (let n = since - 1; n >= 0 && back < MOST_BACK; n--) {
      const stamp = ticks.at(ticks.count - 1 - n)
      const steps = (stamp - copy.stamp) / SUBTICKS_PER_STEP
      // The player's time has been set anew: what was foretold is of another one.
      if (!(steps >= 0 && steps <= MOST_STEPS && steps === Math.floor(steps))) return
      for (let k = 0; k < steps; k++) copy.step()
      const gapMs = (stamp - first) * perSubTick
      const from = history.find(tick - n)
      if (gapMs > MOST_GAP_MS) return
      if (from >= 0 && history.rows[from + teleports] !== was) return
      if (from < 0 || gapMs - comparedMs < LEAST_GAP_MS) continue
      comparedMs = gapMs
      if (back++ === 0) shares.begin(at, since)
      copy.gather(row)
      this.#count(shares, at, since, back, gapMs, history.rows, from)
    }
  }

  /** Counts by how much the copy's numbers in `row` miss the state that was sent, whose numbers begin at `from`. */
  #count(
    shares: CarryShares,
    at: number,
    states: number,
    back: number,
    gapMs: Ms,
    rows: Int32Array,
    from: number,
  ): void {
    const { positions, scales, schema, row } = this.#shared
    const { columns } = schema
    // One that `move` set elsewhere is shown where it was.
    let missed = this.#copy.isOver ? Number.POSITIVE_INFINITY : 0
    for (let k = 0; k < positions.length; k++) {
      const i = positions[k]!
      const miss = (rows[from + i]! - coarsen(columns[i]!, row[i]!)) * scales[i]!
      missed += miss * miss
    }
    shares.count(at, states, back, gapMs, missed, Number.POSITIVE_INFINITY)
  }
}
