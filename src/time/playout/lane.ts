import type { Ms } from '../../base/units.ts'
import { CELL_MS, CELLS, type RequiredOffsets } from './required-offsets.ts'

/**
 * The price of 100 % of faulty or visibly wrong frames: 20 ms of delay for each per cent, the exchange rate of WebRTC's NetEq.
 */
const FAULT_PRICE_MS = 2000
/** The share of frames that are visibly wrong if movement is extrapolated exactly to its horizon. */
const WRONG_AT_HORIZON = 0.0175
/** That share grows linearly from 0, beginning at this part of the way to the horizon. */
const WRONG_FROM = 0.3
/** The additional price of 100 % of frames extrapolated beyond the horizon, where nobody has measured the error. */
const BEYOND_PRICE_MS = 55
/** The greatest share of frames that may be wrong because of extrapolation beyond the horizon; else the lane stops earlier. */
const MOST_WRONG_BEYOND = 0.002
/** A lane stops at least the first past the newest sample, and at most the second past its horizon. */
const LEAST_WALL_CELLS = 8
const MOST_BEYOND_CELLS = 30
/** The age of inputs does not cut the horizon below this. For this long, another input has hardly any effect. */
const LEAST_HORIZON_CELLS = 12
/** A lane goes at most this far ahead of the fastest arrival, and only as far as the horizon exceeds the send interval. */
const MOST_AHEAD_CELLS = 2
/** Until this much time is known, a first guess counts too. */
const GUESS_MS = 6000
/** While nothing has changed, a lane may go this far beyond its wall. That lasts until the next snapshot, even a late one. */
const QUIET_MS: Ms = 1500
/** If the target is further ahead than this, the lane jumps. */
const JUMP_MS = 1000
/** A frame longer than this is a gap. A move that exceeds the time that passed by more than this is a jump. */
const COUNTED_MS = 250

/** A lane behind its target runs faster by distance / `UP_MS`, up to `MOST_UP`. */
const UP_MS = 110
const MOST_UP = 0.24
/** A lane ahead of its target runs slower by distance / `DOWN_MS`, up to `MOST_DOWN`. */
const DOWN_MS = 100
const MOST_DOWN = 0.22
/**
 * A player whose steps were held up takes them at twice the normal speed, for 2 s at most. A player's clock that is more than
 * `CATCH_UP_FROM_MS` behind runs at 1.5 times the normal speed where another would jump, so that nobody is seen to leap.
 */
const CATCH_UP = 0.5
const CATCH_UP_FROM_MS = 1000
const PLAYERS_JUMP_MS = 2500
/** The most that the rate changes per second, up and down. Changes from and to a standstill are immediate. */
const SLEW_UP = 4
const SLEW_DOWN = 10
/** The slowest rate that does not look like standing still. */
const LEAST_MOVING = 0.76
/** A lane slows down over this much of its way, once the next snapshot is overdue. */
const BRAKE_MS = 8
/** A lane comes to rest this far past the wall, slowing down near the end. */
const SOFT_MS = 8

/** What a `Lane` is for. */
export interface LaneOptions {
  /** Time between two snapshots. */
  readonly intervalMs: Ms
  /** How far past the newest stamp movement can be extrapolated with little error. See `Lane.horizonMs`. */
  readonly horizonMs: Ms
  /** The age, at the newest stamp, of the input that extrapolates the movement. */
  readonly inputAgeMs: Ms
  /** The lane never goes more than this past the newest stamp. */
  readonly mostWallMs: Ms
}

/**
 * A render clock for entities whose movement can be extrapolated for `horizonMs` with little error. It stays as close to the
 * present as costs least: delay, faulty frames and frames that are probably wrong each have a price. It never runs backwards.
 * Free of allocation.
 */
export class Lane {
  /** The moment of the lane; NaN before data. */
  renderTimeMs: Ms = Number.NaN
  /** Server time per local time in the last frame. */
  rate = 1
  /** How often the lane moved by over 250 ms more than the time that had passed, or was set forward. */
  jumps = 0
  /** How far behind the fastest arrival the lane should be. Below 0: ahead of it. */
  declare delayMs: Ms
  /** How far past the newest stamp the lane goes before it stands still. */
  declare wallMs: Ms
  readonly #offsets: RequiredOffsets
  #horizon!: number
  /** The horizon for a new input, and the age of the input at the newest stamp, in cells. */
  #told!: number
  readonly #inputAge: number
  readonly #mostWall: number
  #guessMs!: Ms
  readonly #intervalMs: Ms
  /** The rate of the lane unless a limit holds it. */
  #pace = 1

  /** `offsets` are the required offsets that the lane uses. The caller keeps them up to date. */
  constructor(offsets: RequiredOffsets, options: LaneOptions) {
    this.#offsets = offsets
    this.#inputAge = options.inputAgeMs / CELL_MS
    this.#mostWall = Math.round(options.mostWallMs / CELL_MS)
    this.#intervalMs = options.intervalMs
    this.horizonMs = options.horizonMs
    this.delayMs = this.#guessMs
    this.wallMs = Math.min(this.#mostWall, this.#horizon + MOST_BEYOND_CELLS) * CELL_MS
  }

  /**
   * How far past the newest stamp movement can be extrapolated with little error: the value set, less the age of inputs, which
   * does not reduce it below 48 ms.
   */
  get horizonMs(): Ms {
    return this.#horizon * CELL_MS
  }

  set horizonMs(horizonMs: Ms) {
    const told = horizonMs / CELL_MS
    const horizon = Math.max(told - this.#inputAge, Math.min(told, LEAST_HORIZON_CELLS))
    this.#horizon = Math.min(Math.round(horizon), this.#mostWall)
    this.#told = Math.max(1, told)
    this.#guessMs = Math.max(0, this.#intervalMs - this.horizonMs)
  }

  /** Chooses delay and wall again. Call it after snapshots. */
  aim(): void {
    const offsets = this.#offsets
    const horizon = this.#horizon
    const { knownMs, leftOutMs } = offsets
    if (!(knownMs > 0)) return
    const mostBeyondMs = MOST_WRONG_BEYOND * knownMs
    const mostWall = Math.min(this.#mostWall, horizon + MOST_BEYOND_CELLS)
    const inputAge = this.#inputAge
    const told = this.#told
    const wrongFrom = WRONG_FROM * told - inputAge
    const wrongPerCell = WRONG_AT_HORIZON / told
    const ahead = Math.min(MOST_AHEAD_CELLS, horizon - this.#intervalMs / CELL_MS)
    let leastCost = Infinity
    let bestMs = 0
    for (let cell = -Math.max(0, ahead | 0); cell < CELLS && cell * CELL_MS < leastCost; cell++) {
      let wrongMs = 0
      let wrongBeyondMs = 0
      let dryMs = offsets.dryMs(cell)
      let wall = 0
      while (wall < mostWall && (wall < LEAST_WALL_CELLS || wrongBeyondMs <= mostBeyondMs)) {
        if (wall >= wrongFrom) wrongMs += (wrongPerCell / (1 - WRONG_FROM)) * dryMs
        if (wall >= horizon) wrongBeyondMs += wrongPerCell * (1 + (wall + inputAge) / told) * dryMs
        dryMs = offsets.dryMs(cell + ++wall)
      }
      const beyondMs = Math.max(0, offsets.dryMs(cell + horizon) - dryMs)
      const pricedMs = FAULT_PRICE_MS * (dryMs + wrongMs) + BEYOND_PRICE_MS * beyondMs
      const cost = cell * CELL_MS + pricedMs / knownMs
      if (cost >= leastCost) continue
      leastCost = cost
      bestMs = cell * CELL_MS
      this.wallMs = wall * CELL_MS
    }
    const doubt = Math.max(0, 1 - (knownMs + leftOutMs) / GUESS_MS)
    this.delayMs = bestMs + Math.max(0, this.#guessMs - bestMs) * doubt
  }

  /** Moves on by the frame that ends at `nowMs` and lasts `frameMs`. If that is NaN, the lane goes to its target at once. */
  step(nowMs: Ms, frameMs: Ms): void {
    const { newestStampMs, baseMs, isQuiet, isPlayers } = this.#offsets
    const { renderTimeMs, wallMs } = this
    let mostMs = newestStampMs + wallMs + (isQuiet ? QUIET_MS : 0)
    let toMs = nowMs - baseMs - this.delayMs
    const errorMs = toMs - renderTimeMs - frameMs
    let pace = this.#pace
    // After a hidden tab the lane jumps to what is due instead of running there.
    if (errorMs <= (isPlayers ? PLAYERS_JUMP_MS : JUMP_MS) && frameMs <= COUNTED_MS) {
      let wanted = 1 - Math.min(MOST_DOWN, -errorMs / DOWN_MS)
      if (isPlayers && errorMs > CATCH_UP_FROM_MS) wanted = 1 + CATCH_UP
      else if (errorMs > 0) wanted = 1 + Math.min(MOST_UP, errorMs / UP_MS)
      const leftMs = mostMs - renderTimeMs
      let most = leftMs / frameMs
      if (wallMs > 0) {
        const dueMs = Math.max(0, this.#intervalMs - this.delayMs)
        const brake = (wallMs - leftMs - dueMs) / BRAKE_MS
        if (brake > 0) wanted = Math.min(wanted, 1 - (1 - LEAST_MOVING) * Math.min(1, brake))
        most = (leftMs + SOFT_MS) / (2 * SOFT_MS)
        mostMs += SOFT_MS
      }
      wanted = Math.max(0, Math.min(wanted, most))
      const isStill = pace < LEAST_MOVING
      const up = isStill ? wanted : pace + (SLEW_UP * frameMs) / 1000
      const down = isStill || wanted < LEAST_MOVING ? 0 : pace - (SLEW_DOWN * frameMs) / 1000
      pace = Math.max(down, Math.min(wanted, up))
      // A long frame ends at the target, not past it.
      toMs = renderTimeMs + Math.min(pace * frameMs, frameMs + Math.max(0, errorMs))
    } else pace = 1
    this.#pace = pace
    // In a long frame the lane would otherwise pass the wall before the next call.
    toMs = Math.min(toMs, mostMs)
    const movedMs = toMs - renderTimeMs
    this.rate = 1
    if (movedMs <= frameMs + COUNTED_MS) this.rate = Math.max(0, movedMs / frameMs)
    else if (movedMs > 0) this.jumps++
    if (!(movedMs <= 0)) this.renderTimeMs = toMs
  }
}
