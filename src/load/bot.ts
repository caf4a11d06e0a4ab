import type { Ms } from '../base/units.ts'
import type { Session } from '../client/session.ts'
import type { SessionOptions } from '../client/session-options.ts'
import type { AnyGame } from '../game/define-game.ts'

/** What a client of `glissade load` knows about itself. */
export interface LoadContext {
  /** The number of the client, from 0. */
  readonly client: number
  /** The name of its room. */
  readonly room: string
  /** Random numbers of this client alone. Equal seeds of the command give equal numbers. */
  readonly random: {
    /** A number from 0 (included) to 1 (excluded). */
    next(): number
    /** A number from `low` (included) to `high` (excluded). */
    between(low: number, high: number): number
  }
}

/** Called before each frame of a client, to write `session.input`. `timeMs`: the time since the client has joined. */
export type LoadFrame = (timeMs: Ms) => void

/** What the module exports, or has as its default export, that `glissade load --bot` names. */
export interface LoadBot<G extends AnyGame> {
  /** The game of the server. */
  readonly game: G
  /** Returns the profile and the token with which a client joins. Default: the profile's defaults, and no token. */
  readonly join?: (context: LoadContext) => Pick<SessionOptions<G>, 'profile' | 'token'>
  /**
   * Called once for each client when it has joined. It may return a function that is called before each frame. Default: the
   * client sends random inputs.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing is typed so
  readonly play?: (session: Session<G>, context: LoadContext) => LoadFrame | void
}
