import type { ResumeKey } from '../../wire/packets/handshake.ts'

/** A player of a saved room. */
export interface SavedPlayer {
  readonly id: number
  profile: object
  account: unknown
  /** With this key, the player comes back. */
  readonly resumeKey: ResumeKey
}
