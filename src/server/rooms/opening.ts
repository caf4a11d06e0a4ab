import type { ClaimWish } from '../../directory/directory.ts'
import type { Refusal } from '../players/player-receiver.ts'

/** How a room is opened that nobody has. */
export interface Opening {
  /** Asked before the room is claimed: returns why it may not be opened, or null if it may. */
  readonly mayOpen: () => Refusal | null
  /** Which process should have it. Default: the one with the fewest rooms. */
  readonly wish?: ClaimWish | undefined
}
