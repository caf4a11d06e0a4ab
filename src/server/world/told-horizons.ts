import { WAY } from '../../base/horizons.ts'
import type { Kind } from '../../game/define-game.ts'
import { MovedCopy } from '../../game/moved-copy.ts'
import type { Mover } from '../../game/mover.ts'
import { steadyAcceleration } from '../../motion/acceleration.ts'
import {
  ENOUGH_MS,
  ExtrapolationShares,
  GAP,
  GONE,
  LEAST_GAP_MS,
  MISSED,
  MOST_BACK,
  MOST_GAP_MS,
} from '../../motion/extrapolation-shares.ts'
import { Clamped } from './clamped.ts'
import { type Gliding, LOOKED_AT } from './gliding.ts'
import type { Hooks } from './hooks.ts'
import type { SentStates } from './tick-stamps.ts'
import { ToldMoves } from './told-moves.ts'

/** The times of the states looked at, newest first, and where each begins in the rows. */
const TIMES = /* @__PURE__ */ new Float64Array(LOOKED_AT)
const ROWS = /* @__PURE__ */ new Int32Array(LOOKED_AT)
/** How far each position goes when it is extrapolated. */
const EXTRAPOLATED = /* @__PURE__ */ new Float64Array(256)
/** The result of a comparison: see `GAP` of `extrapolation-shares.ts`. */
const FOUND = /* @__PURE__ */ new Float64Array(3)

/**
 * Measures how far the movements of a kind's entities can be extrapolated, as `ExtrapolationHorizon` does, from the
 * states that were sent. An entity's history holds all of them, so there is nothing to do between two looks. One look
 * in several network ticks is enough, because states close to each other say much the same.
 */
export class ToldHorizons {
  readonly shared: Gliding
  /** How far each entity can be extrapolated, by the number that `add` returns for it. */
  readonly shares: ExtrapolationShares
  /** Makes the measurement of how far `move` extrapolates an entity, by its number; undefined if no input moves the kind. */
  readonly moves: ((share: number) => ToldMoves) | undefined
  readonly #clamped: Clamped | undefined

  /** `mover`: one for the room, whose events nobody hears. */
  constructor(shared: Gliding, kind: Kind, mover: Mover, hooks: Hooks) {
    this.shared = shared
    const { clamp } = kind
    if (clamp) this.#clamped = new Clamped(kind, clamp, shared.positions, hooks)
    const isMoved = kind.schema.input !== null
    const shares = new ExtrapolationShares(isMoved ? WAY.move + 1 : WAY.rest + 1)
    this.shares = shares
    if (!isMoved) return
    // A copy for each entity, because fields that are not told go on in it from look to look.
    this.moves = (share) =>
      new ToldMoves(shared, new MovedCopy(kind, mover), shares, shares.at(share, WAY.move))
  }

  /**
   * Compares the newest state of the entity `share` that was sent, of network tick `tick`, with those before it. The
   * comparison counts as `states` states.
   */
  look(share: number, sent: SentStates, tick: number, states: number): void {
    const { shares } = this
    const held = this.#find(sent, tick)
    shares.begin(share, states)
    shares.begin(shares.at(share, WAY.rest), states)
    for (let back = 1; back < held && back <= MOST_BACK; back++) {
      const gapMs = TIMES[0]! - TIMES[back]!
      if (gapMs > MOST_GAP_MS) return
      this.#compare(share, states, sent.history.rows, back, held)
      if (gapMs >= ENOUGH_MS) return
    }
  }

  /** Finds the states that were sent, `LEAST_GAP_MS` apart, back to the last teleport. Returns how many. */
  #find({ history, ticks }: SentStates, tick: number): number {
    const { lookBackTicks, perSubTick, schema } = this.shared
    const { rows, newestOffset } = history
    const teleports = schema.width - 1
    TIMES[0] = ticks.stamp * perSubTick
    ROWS[0] = newestOffset
    let held = 1
    // Two more states, before the oldest one compared, say how that one moved.
    let more = 2
    for (let back = 1; back <= lookBackTicks && held < LOOKED_AT; back++) {
      const timeMs = ticks.at(ticks.count - 1 - back) * perSubTick
      const sinceMs = TIMES[held - 1]! - timeMs
      if (sinceMs >= 0 && sinceMs < LEAST_GAP_MS) continue
      if (!(sinceMs > 0 && sinceMs <= MOST_GAP_MS)) break
      const at = history.find(tick - back)
      if (at < 0 || rows[at + teleports] !== rows[newestOffset + teleports]) break
      TIMES[held] = timeMs
      ROWS[held++] = at
      if (TIMES[0]! - timeMs >= ENOUGH_MS && more-- === 0) break
    }
    return held
  }

  /** Compares the newest of the states found with the extrapolation from the one `back` before it. */
  #compare(share: number, states: number, rows: Int32Array, back: number, held: number): void {
    const { positions, velocities, scales, schema } = this.shared
    const gapMs = TIMES[0]! - TIMES[back]!
    const now = ROWS[0]!
    const from = ROWS[back]!
    const before = ROWS[back + 1]!
    const spanMs = TIMES[back]! - TIMES[back + 1]!
    for (let k = 0; k < positions.length; k++) {
      const i = positions[k]!
      const v = velocities[k]!
      let extrapolated = 0
      if (v >= 0) {
        const { min } = schema.columns[v]!
        const velocity = min + rows[from + v]! * scales[v]!
        extrapolated = (gapMs / 1000) * velocity
        if (back + 2 < held) {
          const older = min + rows[before + v]! * scales[v]!
          const oldest = min + rows[ROWS[back + 2]! + v]! * scales[v]!
          const firstMs = TIMES[back + 1]! - TIMES[back + 2]!
          const acceleration = steadyAcceleration(
            oldest,
            older,
            velocity,
            firstMs / 1000,
            spanMs / 1000,
          )
          extrapolated += ((gapMs * gapMs) / 2e6) * acceleration
        }
      } else if (back + 1 < held)
        extrapolated = ((rows[from + i]! - rows[before + i]!) * scales[i]! * gapMs) / spanMs
      EXTRAPOLATED[k] = extrapolated
    }
    this.#clamped?.shorten(EXTRAPOLATED, rows, from)
    let missed = 0
    let way = 0
    for (let k = 0; k < positions.length; k++) {
      const i = positions[k]!
      const step = (rows[now + i]! - rows[from + i]!) * scales[i]!
      const miss = step - EXTRAPOLATED[k]!
      missed += miss * miss
      way += step * step
    }
    const { shares } = this
    FOUND[GAP] = gapMs
    FOUND[MISSED] = missed
    FOUND[GONE] = way
    shares.count(share, states, back, FOUND)
    // An entity shown at rest does not move, so only the distance that it went counts.
    FOUND[MISSED] = way
    FOUND[GONE] = Number.POSITIVE_INFINITY
    shares.count(shares.at(share, WAY.rest), states, back, FOUND)
  }
}
