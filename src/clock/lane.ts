import type { Ms } from '../base/units.ts'
import { CELL_MS, CELLS, type RequiredOffsets } from './required-offsets.ts'

/** What 100 % of faulty frames cost: 20 ms of delay for each per cent, the exchange rate of WebRTC's NetEq. */
const FAULT_PRICE_MS = 2000
/**
 * What 100 % of frames that are carried on beyond the horizon cost, at least, and in send intervals: most are off by less than
 * anybody sees, but it has to cost more than to wait for the next snapshot.
 */
const BEYOND_PRICE_MS = 300
const BEYOND_PRICE_INTERVALS = 3
/**
 * So far ahead of the fastest arrival it goes where the horizon is longer than what is sent leaves open: not so far that
 * anybody is shown in the future on a quick network.
 */
const MOST_AHEAD_CELLS = 2
/** Of movement carried on as far as its horizon, so much is off by more than it should. */
const MISSED_AT_HORIZON = 0.05
/** Carried on so far, an error counts as one; further on as more. */
const FAR_CELLS = 20
/** At most so much of all frames may be off for being carried on too far; else it stands still earlier. */
const MOST_MISSED_FRAMES = 0.005
/** Nothing stands still sooner than this past its newest sample. */
const LEAST_WALL_CELLS = 8
/** Until so much time is known, a first guess counts too. */
const GUESS_MS = 6000
/** So far it goes beyond its wall while nothing has changed: until the next snapshot comes, though that may be late. */
const QUIET_MS: Ms = 1500
/** Further ahead it jumps. */
const JUMP_MS = 1000
/** A frame longer than this is a gap; and so far beyond the time that passes, it is a jump. */
const COUNTED_MS = 250

/** An error is run down in this time, at `MOST_UP` or `MOST_DOWN`; at `RUSH` when it is over `RUSH_FROM_MS`. */
const UP_MS = 160
const MOST_UP = 0.1
const RUSH = 0.24
const RUSH_FROM_MS = 50
/**
 * A player whose steps were held up takes them at twice the normal speed, for 2 s at most. The player's clock goes with them
 * from so far behind on, where another would jump: nobody is to be seen to leap.
 */
const CATCH_UP = 1
const CATCH_UP_FROM_MS = 500
const PLAYERS_JUMP_MS = 2500
const DOWN_MS = 100
const MOST_DOWN = 0.22
/** The rate changes by so much per second at most, up and down; from and to a standstill at once. */
const SLEW_UP = 4
const SLEW_DOWN = 10
/** Slowest rate that is not seen as standing still. */
const LEAST_MOVING = 0.76
/** It slows down between these shares of the way from the newest stamp to the wall. */
const BRAKE_FROM = 0.25
const BRAKE_TO = 0.55
/** It comes to rest so far past the wall, on the last bit of the way. */
const SOFT_MS = 20

/**
 * A render clock for entities whose movement can be carried on for `horizonMs` with little error. It stays as close to
 * the present as costs least: delay, faulty frames and frames shown beyond that horizon each have their price. Never
 * runs backwards. Free of allocation; arguments and results are fields, see `ForwardClock`.
 */
export class Lane {
  /** Where it is; NaN before data. */
  renderTimeMs: Ms = Number.NaN
  /** Server time per local time in the last frame. */
  rate = 1
  /** How often it went over 250 ms ahead of the time that had passed, or was told to. */
  jumps = 0
  /** How far behind the fastest arrival it wants to be; below 0: ahead of it. */
  declare delayMs: Ms
  /** How far past the newest stamp it goes before it stands still. */
  declare wallMs: Ms
  readonly #offsets: RequiredOffsets
  #horizon!: number
  readonly #mostWall: number
  #guessMs!: Ms
  readonly #intervalMs: Ms
  readonly #beyondPriceMs: Ms
  /** The rate it runs at, if nothing holds it. */
  #pace = 1

  /** For snapshots every `intervalMs`. Never goes more than `mostWallMs` past the newest stamp. */
  constructor(offsets: RequiredOffsets, horizonMs: Ms, mostWallMs: Ms, intervalMs: Ms) {
    this.#offsets = offsets
    this.#mostWall = Math.round(mostWallMs / CELL_MS)
    this.#intervalMs = intervalMs
    this.horizonMs = horizonMs
    this.#beyondPriceMs = Math.max(BEYOND_PRICE_MS, BEYOND_PRICE_INTERVALS * intervalMs)
    this.delayMs = this.#guessMs
    this.wallMs = mostWallMs
  }

  /** How far past the newest stamp movement can be carried on with little error. */
  get horizonMs(): Ms {
    return this.#horizon * CELL_MS
  }

  set horizonMs(horizonMs: Ms) {
    this.#horizon = Math.min(Math.round(horizonMs / CELL_MS), this.#mostWall)
    this.#guessMs = Math.max(0, this.#intervalMs - this.horizonMs)
  }

  /** Chooses delay and wall anew; after snapshots. */
  aim(): void {
    const offsets = this.#offsets
    const horizon = this.#horizon
    const { knownMs, leftOutMs } = offsets
    if (!(knownMs > 0)) return
    const budgetMs = MOST_MISSED_FRAMES * knownMs
    let leastCost = Infinity
    let bestMs = 0
    const first = -Math.min(MOST_AHEAD_CELLS, horizon)
    for (let cell = first; cell < CELLS && cell * CELL_MS < leastCost; cell++) {
      const beyondMs = offsets.dryMs(cell + horizon)
      // What is carried on beyond the horizon is off the more often, and the further, the longer that takes.
      let missedMs = MISSED_AT_HORIZON * beyondMs
      let wall = horizon
      let dryMs = beyondMs
      while (wall < this.#mostWall && (wall < LEAST_WALL_CELLS || missedMs <= budgetMs)) {
        missedMs += ((MISSED_AT_HORIZON / horizon) * wall * dryMs) / FAR_CELLS
        dryMs = offsets.dryMs(cell + ++wall)
      }
      const pricedMs = FAULT_PRICE_MS * dryMs + this.#beyondPriceMs * (beyondMs - dryMs)
      const cost = cell * CELL_MS + pricedMs / knownMs
      if (cost >= leastCost) continue
      leastCost = cost
      bestMs = cell * CELL_MS
      this.wallMs = wall * CELL_MS
    }
    const doubt = Math.max(0, 1 - (knownMs + leftOutMs) / GUESS_MS)
    this.delayMs = bestMs + Math.max(0, this.#guessMs - bestMs) * doubt
  }

  /** Moves on by the frame that the offsets tell of. */
  step(): void {
    const { nowMs, frameMs, newestStampMs, baseMs, isQuiet, isPlayers } = this.#offsets
    const { renderTimeMs, wallMs } = this
    let mostMs = newestStampMs + wallMs + (isQuiet ? QUIET_MS : 0)
    let toMs = nowMs - baseMs - this.delayMs
    const errorMs = toMs - renderTimeMs - frameMs
    let pace = this.#pace
    // Where a tab was hidden, what is due is shown, not run to.
    if (errorMs <= (isPlayers ? PLAYERS_JUMP_MS : JUMP_MS) && frameMs <= COUNTED_MS) {
      let wanted = 1 - Math.min(MOST_DOWN, -errorMs / DOWN_MS)
      if (isPlayers && errorMs > CATCH_UP_FROM_MS) wanted = 1 + CATCH_UP
      else if (errorMs > RUSH_FROM_MS) wanted = 1 + RUSH
      else if (errorMs > 0) wanted = 1 + Math.min(MOST_UP, errorMs / UP_MS)
      const leftMs = mostMs - renderTimeMs
      let most = leftMs / frameMs
      if (wallMs > 0) {
        const brake = (1 - leftMs / wallMs - BRAKE_FROM) / (BRAKE_TO - BRAKE_FROM)
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
    // In a long frame it would otherwise be past the wall before it is asked again.
    toMs = Math.min(toMs, mostMs)
    const movedMs = toMs - renderTimeMs
    this.rate = 1
    if (movedMs <= frameMs + COUNTED_MS) this.rate = Math.max(0, movedMs / frameMs)
    else if (movedMs > 0) this.jumps++
    if (!(movedMs <= 0)) this.renderTimeMs = toMs
  }
}
