import type { AnyGame } from '../game/define-game.ts'
import type { ProfileOf } from '../game/parts.ts'
import type { Link, Network } from '../link/link.ts'
import type { StepDriver } from '../time/loop/step-driver.ts'
import type { Playout } from '../time/playout/playout.ts'
import type { SyncTest } from './prediction/sync-test.ts'

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
   * What the own steps follow. Default: `new Pace()`, with `authority: sharedTick()` `new InputLead()`: both listen to when inputs
   * arrive at the server.
   */
  driver?: StepDriver | undefined
  /** Worsens the network, for tests and lag panels: a `SimulatedNetwork`. Default: none. */
  network?: Network | undefined
  /** Tests `move` while the game is being made; see `SyncTest`. Default: none. */
  syncTest?: SyncTest | undefined
}

/** How the page hears of an event, besides its listener. */
export interface ListenOptions<Data> {
  /**
   * Takes back one of the player's own events that was predicted and that the server has not raised. Called once, with the
   * same object that the listener got and the number of the local player, inside the first `frame` after the server has
   * said so, before that frame's events of others. The server's event is the predicted one if it has the same name, input,
   * and place among the events of that input; its data may differ. Events that were not confirmed when a connection broke
   * are taken back when there is another one. Events that were not confirmed when the session ends stand, and so does an
   * event that may have been left out of a snapshot for want of room. Default: what was heard stays.
   */
  undone?: ((data: Data, by: number) => void) | undefined
}

/**
 * What a session is doing. `reconnecting`: the connection broke, the picture stands still, and another connection is
 * tried for, at most 20 s long.
 */
export type SessionState = 'joining' | 'open' | 'reconnecting' | 'closed'
