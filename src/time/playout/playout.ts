import type { Ms } from '../../base/units.ts'

/**
 * The render clock: which moment of the server's time remote entities are shown at. It sees only when
 * snapshots arrived and what time they carry, so it needs no synchronised clock: offset, skew and mean latency
 * are all in the difference of the two. All times are milliseconds; `nowMs` and
 * `arrivedAtMs` are of one local monotonic clock, stamps are server time.
 */
export interface Playout {
  /** Starts anew for a connection whose snapshots come every `intervalMs` (nominal send interval, above 0). */
  begin(intervalMs: Ms): void

  /**
   * Tells that a snapshot stamped `stampMs` came at `arrivedAtMs`; in any order. Creates no objects. `leftOut`: how many
   * snapshots between it and the newest before were not sent, because they would have told nothing. Default 0. `isQuiet`: it
   * has nothing new to tell, and no more come until something has changed, but for a few a second. Default false.
   */
  arrived(stampMs: Ms, arrivedAtMs: Ms, leftOut?: number, isQuiet?: boolean): void

  /**
   * Moves on to `nowMs` and returns the render time; call once per frame, after the arrivals. Never runs
   * backwards between two `begin`s. NaN until the first snapshot has arrived. Creates no objects.
   */
  advance(nowMs: Ms): Ms

  /** Goes to the wanted render time at once, unless that lies back: after a frame gap of over 250 ms. */
  jump(nowMs: Ms): void

  /** What the last `advance` or `jump` came to, in server time; NaN before data. */
  readonly renderTimeMs: Ms

  /** Wanted distance of the shown moment behind the newest data, had it come as fast as the fastest of late. */
  readonly delayMs: Ms

  /**
   * Server time per local time in the last frame: 1 when settled, 0.9 to 1.1 on the way unless the playout says
   * otherwise, 0 if waiting.
   */
  readonly rate: number

  /**
   * How far ahead of the render time entities are shown, in ms, by their extrapolation code: whose movement can be
   * extrapolated for longer is shown closer to the present. Written anew by `advance` and `jump`. Left out: nothing is
   * ahead.
   */
  readonly leadsMs?: Float64Array | undefined

  /**
   * Makes another of its kind, begun as this one: told of the stamps of one player's states, it says which moment of that
   * player is shown. It may begin with what this one knows of the network. Left out: all players are shown at the render time.
   * `inputAgeMs`: how long, on average, the player may already have been doing something else than the newest input says.
   * Default 0.
   */
  another?(inputAgeMs?: Ms): Playout

  /**
   * How far past the newest stamp what is shown can be extrapolated with little error, in ms; written by whoever shows
   * it. Of one with `leadsMs`, that of the render time. Left out: it does not matter.
   */
  horizonMs?: Ms

  /** How often the render time was set forward instead of run there. */
  readonly jumps: number
}

/**
 * The rule of thumb for a fixed delay: two to three send intervals, so that one lost snapshot leaves a pair to
 * interpolate between. 20 Hz and 2 intervals make 100 ms. (Multiplayer Platformer Log #5; Source's cl_interp.)
 */
export function intervalsToDelayMs(sendHz: number, intervals = 2): Ms {
  return (intervals * 1000) / sendHz
}
