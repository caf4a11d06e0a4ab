import { SUBTICKS_PER_STEP, type SubTick, type Tick } from '../base/units.ts'
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
  /** A hash of what the player owns, as its newest inputs have left it. */
  hash = 0
  /** Whether the player's inputs, which are known, do something since the room has changed what the player owns. */
  isFollowed = false
  /** The newest network tick after which it was tried whether they do. */
  triedTick = -1
  /** Whether the last of these inputs left everything as it was. */
  isStill = true
  /** Whether the step taken last had been paid for. */
  isPaid = false
  /** Steps that the guard was paid for and that no input has taken yet. */
  #paid = 0
  /** The room's step in which one of these came no faster than others. */
  #step: Tick = -1
  readonly #catchUp = new CatchUp(CATCH_UP)

  /** Pays for a step that ends at `at`. `since`: when the newest input came. */
  pay(guard: InputGuard, at: SubTick, since: SubTick, nextSend: SubTick): void {
    if (this.#paid * SUBTICKS_PER_STEP <= at - since && guard.take(at, nextSend)) this.#paid++
  }

  /**
   * Takes a step for the next input, at the room's time `now`; `isRepeat`: it is like the one before it. Those that were held
   * back, and do nothing, are taken together. Others come no faster than the guard would let them. False: it has to wait.
   */
  take(isRepeat: boolean, guard: InputGuard, now: SubTick, nextSend: SubTick): boolean {
    const step = Math.floor(now / SUBTICKS_PER_STEP)
    this.isPaid = this.#paid > 0
    if (!this.isPaid)
      return (step !== this.#step || this.#catchUp.take(now)) && guard.take(now, nextSend)
    if (!isRepeat) this.isStill = false
    if (!this.isStill) {
      if (!this.#catchUp.take(now)) return false
      this.#step = step
    }
    this.#paid--
    return true
  }

  /** Takes a step that was paid for, for an input that is known. False when there is none. */
  takeKnown(): boolean {
    if (this.#paid === 0) return false
    this.#paid--
    return true
  }
}
