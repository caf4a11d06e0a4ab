import type { Ms } from '../../base/units.ts'

/**
 * The render clock: decides at which moment of the server's time remote entities are shown. It only uses when snapshots arrived
 * and which time they carry, so it needs no synchronised clock: the difference of the two includes offset, skew and mean
 * latency. All times are milliseconds. `nowMs` and `arrivedAtMs` are of one local monotonic clock; stamps are server time.
 */
export interface Playout {
  /** Starts again for a connection whose snapshots come every `intervalMs` (the nominal send interval, above 0). */
  begin(intervalMs: Ms): void

  /**
   * Notes that a snapshot stamped `stampMs` arrived at `arrivedAtMs`, in any order. Creates no objects. `leftOut` is how many
   * snapshots between it and the newest one before were not sent because they had nothing new. Default 0. `isQuiet` says that
   * it has nothing new, and that only a few per second follow until something has changed. Default false.
   */
  arrived(stampMs: Ms, arrivedAtMs: Ms, leftOut?: number, isQuiet?: boolean): void

  /**
   * Moves on to `nowMs` and returns the render time. Call once per frame, after the arrivals. The render time never runs
   * backwards between two `begin`s. NaN until the first snapshot has arrived. Creates no objects.
   */
  advance(nowMs: Ms): Ms

  /** Goes to the wanted render time at once unless that is behind. For use after a frame gap of over 250 ms. */
  jump(nowMs: Ms): void

  /** The render time after the last `advance` or `jump`, in server time. NaN before data. */
  readonly renderTimeMs: Ms

  /** How far the moment on display should be behind the newest data, had that arrived as fast as the fastest recent data. */
  readonly delayMs: Ms

  /**
   * Server time per local time in the last frame: 1 when settled, 0 when waiting, and 0.9 to 1.1 when adjusting, unless the
   * playout documents another range.
   */
  readonly rate: number

  /**
   * How far ahead of the render time entities are shown, in ms, by horizon: an index in `HORIZONS_MS`, such as
   * `ExtrapolationHorizon.code`. Entities that can be extrapolated for longer are shown closer to the present. `advance` and
   * `jump` write new values. Undefined: nothing is ahead.
   */
  readonly leadsMs?: Float64Array | undefined

  /**
   * Makes another playout of its kind, begun as this one. Given the stamps of one player's states, it decides which moment of
   * that player is shown. It may begin with what this one knows of the network. Undefined: all players are shown at the render
   * time. `inputAgeMs`: how long, on average, the player may already have been doing something else than the newest input says.
   * Default 0.
   */
  another?(inputAgeMs?: Ms): Playout

  /**
   * How far past the newest stamp the entities on display can be extrapolated with little error, in ms, written by the code
   * that shows them. With `leadsMs`, the horizon of the render time. Undefined: it does not matter.
   */
  horizonMs?: Ms

  /** How often the render time was set forward instead of running there. */
  readonly jumps: number
}

/**
 * The rule of thumb for a fixed delay: two to three send intervals, so that one lost snapshot leaves a pair to
 * interpolate between. 20 Hz and 2 intervals make 100 ms. (Multiplayer Platformer Log #5; Source's cl_interp.)
 */
export function intervalsToDelayMs(sendHz: number, intervals = 2): Ms {
  return (intervals * 1000) / sendHz
}
