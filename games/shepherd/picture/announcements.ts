import { ownOf } from '../../page/own.ts'
import { isDark, secondsToDusk } from '../rules/night.ts'
import type { RoundView, Scene, ShepherdView } from './scene.ts'
import type { Toast } from './toast.ts'
import { BUTTONS, GOAL, NIGHT_FALLS, nightSoonText, WELL_DONE, WOLVES_HERE } from './words.ts'

/** For how long a player is told what to do, at the start of a visit or of a round, and then what buttons do. */
const GOAL_SECONDS = 9
const BUTTONS_SECONDS = 7
/** How long before dusk the night is announced. */
const NIGHT_SOON_SECONDS = 10

/**
 * Says once each what a player has to know at that moment: what to do, what the buttons for fingers do, that the first sheep
 * are home, that night will fall, that it falls, and that wolves are there. A player who comes later is not told what has begun
 * already. Spectators are told of the night alone.
 */
export class Announcements {
  readonly #shepherds: readonly ShepherdView[]
  readonly #rounds: readonly RoundView[]
  readonly #toast: Toast
  readonly #hasButtons: () => boolean
  #isTold = false
  #areButtonsTold = false
  #isPraised: boolean | null = null
  #isNight: boolean | null = null
  #toDusk = -1

  /** `hasButtons`: whether there are buttons for fingers now. */
  constructor(scene: Scene, toast: Toast, hasButtons: () => boolean) {
    this.#hasButtons = hasButtons
    this.#shepherds = scene.entities('shepherd')
    this.#rounds = scene.entities('round')
    this.#toast = toast
    scene.on('howl', () => toast.say(WOLVES_HERE))
  }

  /** Call once per frame. Allocates nothing while there is nothing to say. */
  show(dtSeconds: number): void {
    this.#toast.show(dtSeconds)
    const round = this.#rounds[0]
    if (!round) return
    if (round.phase === 'herd') this.#tellGoal(round, ownOf(this.#shepherds))
    else this.#endRound()
    this.#tellNight(round)
  }

  #tellGoal({ secondsLeft }: RoundView, own: ShepherdView | undefined): void {
    if (!own) return
    // A player who comes back after a reload may have sheep already.
    this.#isPraised ??= own.score > 0
    if (!this.#isTold && secondsToDusk(secondsLeft) > 0) this.#toast.say(GOAL, GOAL_SECONDS)
    this.#isTold = true
    if (!this.#isPraised && own.score > 0) {
      this.#isPraised = true
      this.#toast.say(WELL_DONE)
    }
    if (this.#areButtonsTold || !this.#toast.isIdle || !this.#hasButtons()) return
    this.#areButtonsTold = true
    this.#toast.say(BUTTONS, BUTTONS_SECONDS)
  }

  #endRound(): void {
    if (this.#isTold) this.#toast.hush()
    this.#isTold = false
  }

  #tellNight({ night, phase, secondsLeft }: RoundView): void {
    const isHerding = phase === 'herd'
    const isNight = isDark(night)
    const toDusk = isHerding ? secondsToDusk(secondsLeft) : -1
    if (toDusk <= NIGHT_SOON_SECONDS && toDusk > 0 && this.#toDusk > NIGHT_SOON_SECONDS)
      this.#toast.say(nightSoonText(toDusk))
    this.#toDusk = toDusk
    if (isNight && this.#isNight === false && isHerding) this.#toast.say(NIGHT_FALLS)
    this.#isNight = isNight
  }
}
