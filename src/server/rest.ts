import { SUBTICKS_PER_STEP, type SubTick } from '../base/units.ts'
import { CATCH_UP, type InputGuard } from './budget.ts'
import { CatchUp } from './catch-up.ts'

/**
 * What a client's word counts for that it is at rest: its inputs stay as they are, so they come a few times a second,
 * together. Meanwhile its time is told as if they came one by one, and the guard is paid for each in its step: so none of
 * them waits when they come, nor does the first that is different. Free of allocation.
 */
export class Rest {
  /** Whether the newest inputs came with that word. */
  isSaid = false
  /** Whether the player's time was told so at the last network tick. */
  isTold = false
  /** The first network tick that tells of what the newest inputs that did anything did. */
  movedTick = -1
  /** When the room last changed anything that the player owns. */
  changedAt: SubTick = Number.NEGATIVE_INFINITY
  /** Whether the last of these inputs left everything as it was. If not, they are no faster than others are. */
  isStill = true
  /** Steps that the guard was paid for and that no input has taken yet. */
  #paid = 0
  readonly #catchUp = new CatchUp(CATCH_UP)

  /** Whether there are steps that the guard was paid for. */
  get isPaid(): boolean {
    return this.#paid > 0
  }

  /** Pays for a step that ends at `at`. `since`: when the newest input came. */
  pay(guard: InputGuard, at: SubTick, since: SubTick, nextSend: SubTick): void {
    if (this.#paid * SUBTICKS_PER_STEP <= at - since && guard.take(at, nextSend)) this.#paid++
  }

  /** Takes a step that was paid for, at the room's time `now`. False when there is none, or not yet. */
  take(now: SubTick): boolean {
    if (this.#paid === 0 || !(this.isStill || this.#catchUp.take(now))) return false
    this.#paid--
    return true
  }
}
