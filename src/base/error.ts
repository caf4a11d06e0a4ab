/**
 * Every error that Glissade throws on purpose. It is thrown at set-up or on misuse by the caller. Bad network conditions raise
 * a counter instead, and bad bytes from a peer end the connection with a `DisconnectReason`.
 */
export class GlissadeError extends Error {
  /** What went wrong, as a word that a program can test. */
  declare readonly code: ErrorCode
  /**
   * What to show to the player: `message` without what the engine puts in front of it. When a server refuses a client, these
   * are the server's own words, such as those that `authenticate` threw. Default: `message`.
   */
  declare readonly detail: string

  constructor(
    code: ErrorCode,
    message: string,
    options?: ErrorOptions & { readonly detail?: string },
  ) {
    super(message, options)
    this.name = 'GlissadeError'
    this.code = code
    this.detail = options?.detail ?? message
  }
}

/**
 * `connect` rejects with the first five codes. `authenticate` throws `refused` to tell the player something. `timeout`, in
 * `onError`, means that `authenticate` or `open` took too long; `connect` then rejects with `unreachable`. `stale` means that
 * a call names an entity or a player that is gone; the room goes on. `schema-definition` and `misuse` are mistakes in the
 * caller's code.
 */
export type ErrorCode =
  | 'unreachable'
  | 'refused'
  | 'version'
  | 'schema'
  | 'full'
  | 'timeout'
  | 'stale'
  | 'schema-definition'
  | 'misuse'

/**
 * Why a connection ended. The wire carries the index into this list, so append only. Once a version of Glissade has been
 * published, raise the format version too.
 */
export const DISCONNECT_REASONS = [
  'left',
  'lost',
  'timeout',
  'server-closed',
  'kicked',
  'version',
  'schema',
  'refused',
  'full',
  'bad-packet',
  'unknown-packet',
  'oversized-packet',
  'text-frame',
  'second-hello',
  'forged-ack',
  'flood',
  'too-slow',
  'replaced',
  'moved',
  'restarting',
] as const

/** Why a connection ended, as a word that a program can test. */
export type DisconnectReason = (typeof DISCONNECT_REASONS)[number]
