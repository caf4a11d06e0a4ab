import { SUBTICKS_PER_STEP, type SubTick, type Tick } from '../../base/units.ts'
import { type Archive, archiveWhole, MOST_TICK } from '../save/archive.ts'
import { CATCH_UP, type InputGuard } from './budget.ts'
import { CatchUp } from './catch-up.ts'

/** No client rests for as many steps without a packet. */
const MOST_PAID = 4096

/** What a step was taken from: the steps paid for at rest, or the guard. */
export type Grant = 'paid' | 'guard'

/**
 * Keeps track of a client that says it is at rest: its inputs stay the same, so they come together, a few times a second.
 * Meanwhile the server tells its time as if they came one by one, and pays the guard for each in its step. So none of them
 * waits when they come, and neither does the first input that differs. Allocates nothing.
 */
export class Rest {
  /** Whether the last paid input left everything as it was. */
  isStill = true
  /** Steps that are paid for and not taken yet. */
  #paid = 0
  /** The room's step in which a paid input was last held to the speed of catching up. */
  #step: Tick = -1
  readonly #catchUp = new CatchUp(CATCH_UP)

  archive(archive: Archive): void {
    this.isStill = archive.flag(this.isStill)
    this.#paid = archiveWhole(archive, this.#paid, 0, MOST_PAID)
    this.#step = archiveWhole(archive, this.#step, -1, MOST_TICK)
    this.#catchUp.archive(archive)
  }

  /** Pays for a step that ends at `at`. `since`: when the newest input came. */
  pay(guard: InputGuard, at: SubTick, since: SubTick, nextSend: SubTick): void {
    if (this.#paid * SUBTICKS_PER_STEP <= at - since && guard.take(at, nextSend)) this.#paid++
  }

  /**
   * Takes a step for the next input, at the room's time `now`. `isRepeat`: whether the input is like the one before it. Inputs
   * that were held back and do nothing are taken together. Others come no faster than the guard allows. Returns null when
   * the input has to wait.
   */
  take(isRepeat: boolean, guard: InputGuard, now: SubTick, nextSend: SubTick): Grant | null {
    const step = Math.floor(now / SUBTICKS_PER_STEP)
    if (this.#paid === 0) {
      const mayCome = step !== this.#step || this.#catchUp.take(now)
      return mayCome && guard.take(now, nextSend) ? 'guard' : null
    }
    if (!isRepeat) this.isStill = false
    if (!this.isStill) {
      if (!this.#catchUp.take(now)) return null
      this.#step = step
    }
    this.#paid--
    return 'paid'
  }

  /** Takes a step that was paid for, for an input that is known. Returns false when there is none. */
  takeKnown(): boolean {
    if (this.#paid === 0) return false
    this.#paid--
    return true
  }
}
