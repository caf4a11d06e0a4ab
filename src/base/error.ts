/**
 * Every error that Glissade throws on purpose. Thrown at set-up or on misuse by the caller, never for bad
 * what the network does (a counter) and never for bad bytes from a peer (a `DisconnectReason`).
 */
export class GlissadeError extends Error {
  /** What went wrong, as a word a program can test. */
  declare readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'GlissadeError'
    this.code = code
  }
}

/**
 * `connect` rejects with the first five. `authenticate` throws `refused` to say something to the player; `timeout` means
 * that `authenticate` took too long. `stale`: a call names an entity or a player that is gone; the room goes on.
 * `schema-definition` and `misuse` are mistakes in the caller's code.
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
 * Why a connection ended. The wire carries its place in this list: append only, and once a version of Glissade has been
 * published raise the format version too.
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
] as const

/** Why a connection ended, as a word a program can test. */
export type DisconnectReason = (typeof DISCONNECT_REASONS)[number]
