import type { Playout } from '../clock/playout.ts'
import type { StepDriver } from '../clock/step-driver.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { ProfileOf } from '../game/parts.ts'
import type { Link, Network } from '../link/link.ts'
import type { SyncTest } from './sync-test.ts'

/** How a session is made. */
export interface SessionOptions<G extends AnyGame> {
  /** Which room of the game. Default ''. At most 127 characters. */
  room?: string | undefined
  /** What the game's `profile` asks for. Fields left out get their defaults. */
  profile?: Partial<ProfileOf<G>> | undefined
  /**
   * The `resumeKey` of a session before a reload: joins as that player again, if it still has its place and `authenticate`
   * finds the same account.
   */
  resume?: string | undefined
  /**
   * Opens another link when the connection broke; rejects when that failed, and is asked again. `connect` sets it for
   * addresses. Default: none, a broken connection ends the session.
   */
  reopen?: (() => PromiseLike<Link>) | undefined
  /** For the server's `authenticate`. At most 4095 characters. */
  token?: string | undefined
  /** The render clock. Default: `new LeastCostDelay()`. */
  playout?: Playout | undefined
  /**
   * What the own steps follow. Default: `new Pace()`, with `authority: 'tick'` `new InputLead()`: both listen to when inputs
   * arrive at the server.
   */
  driver?: StepDriver | undefined
  /** Worsens the network, for tests and lag panels: a `SimulatedNetwork`. Default: none. */
  network?: Network | undefined
  /** Tests `move` while the game is being made; see `SyncTest`. Default: none. */
  syncTest?: SyncTest | undefined
}

/**
 * What a session is doing. `reconnecting`: the connection broke, the picture stands still, and another connection is
 * tried for, at most 20 s long.
 */
export type SessionState = 'joining' | 'open' | 'reconnecting' | 'closed'
