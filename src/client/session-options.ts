import type { AnyGame } from '../game/define-game.ts'
import type { ProfileOf } from '../game/parts.ts'
import type { Link, Network } from '../link/link.ts'
import type { StepDriver } from '../time/loop/step-driver.ts'
import type { Playout } from '../time/playout/playout.ts'
import type { SyncTest } from './prediction/sync-test.ts'
import type { Token } from './reopening.ts'

/** Options of `Session` and `connect`. */
export interface SessionOptions<G extends AnyGame> {
  /** The name of the room. Default ''. At most 127 characters. */
  room?: string | undefined
  /** The fields of the game's `profile`. Fields left out get their defaults. */
  profile?: Partial<ProfileOf<G>> | undefined
  /**
   * The `resumeKey` of a session before a reload. The client joins as the same player again if that player still has its place
   * and `authenticate` finds the same account. Default ''.
   */
  resume?: string | undefined
  /**
   * Opens another link after the connection broke. If it rejects, it is called again later. `address`: where the room is now,
   * if the server has said so, absolute or relative to the address that was opened last. `connect` sets it for addresses.
   * Default: none, so that a broken connection ends the session.
   */
  reopen?: ((address?: string) => PromiseLike<Link>) | undefined
  /**
   * Passed to the server's `authenticate`: a text of at most 4095 characters, or a function, which may be async, that returns
   * one. It is called for every attempt, before a link opens, so that a token may be short-lived. If it fails, `connect` rejects
   * with its error. If it fails when the session comes back, or takes longer than 15 s, the session tries again. Default ''.
   */
  token?: Token
  /** The render clock. Default: `new LeastCostDelay()`. */
  playout?: Playout | undefined
  /**
   * Decides how fast the own steps run. Default: `new Pace()`, or `new InputLead()` with `authority: sharedTick()`. Both go by
   * when inputs arrive at the server.
   */
  driver?: StepDriver | undefined
  /** Worsens the network, for tests and lag panels: a `SimulatedNetwork`. Default: none. */
  network?: Network | undefined
  /**
   * Called with what a listener of the session throws, in a microtask of its own. The session and its other listeners go on.
   * Default: the error counts as uncaught: the page's `error` event tells of it, and Node ends the process.
   */
  onError?: ((error: unknown) => void) | undefined
  /** Tests `move` during development; see `SyncTest`. Default: none. */
  syncTest?: SyncTest | undefined
}

/** Options of `Session.on`. */
export interface ListenOptions<Data> {
  /**
   * Takes back an own event that was predicted but that the server has not raised. It is called once, with the object that the
   * listener got and the number of the local player, inside the first `frame` after the client learns this, before that frame's
   * events of others. The server's event is the predicted one if it has the same name, input, and place among the events of
   * that input; its data may differ. Events that were not confirmed when a connection broke are taken back when another one is
   * open. Events that were not confirmed when the session ends stand, and so does an event that a snapshot may have left out
   * for lack of room. Default: no event is taken back.
   */
  undone?: ((data: Data, by: number) => void) | undefined
}

/**
 * The state of a session. `reconnecting`: the connection broke, or the server restarts, and the session tries for at most 60 s
 * to open another one. The picture goes on for 250 ms, and then stands still.
 */
export type SessionState = 'joining' | 'open' | 'reconnecting' | 'closed'
