import type { Ms } from '../base/units.ts'
import type { Player } from '../game/world.ts'
import type { ResumeKey } from '../wire/handshake.ts'
import type { InputGuard } from './budget.ts'

/** What is kept of a player whose connection broke. */
export interface Absence {
  readonly player: Player
  readonly resumeKey: ResumeKey
  /** Goes on as it is: who comes back again and again gains no time by it. */
  readonly guard: InputGuard
  /** When the place is given up. */
  readonly untilMs: Ms
}

/** Told when a place is kept for a player, and when it no longer is. */
export type OnAway = (player: Player, isAway: boolean) => void

/** The players of a room whose connection broke and whose place is kept, in the order of their going. */
export class Absences {
  readonly #list: Absence[] = []
  readonly #onAway: OnAway | undefined

  constructor(onAway?: OnAway) {
    this.#onAway = onAway
  }

  /** Keeps a place. */
  add({ player, resumeKey, guard }: Omit<Absence, 'untilMs'>, untilMs: Ms): void {
    this.#list.push({ player, resumeKey, guard, untilMs })
    this.#onAway?.(player, true)
  }

  /** Whether a place is kept for who has this key. */
  hasKey(key: ResumeKey): boolean {
    return this.#list.some(({ resumeKey }) => isSameKey(resumeKey, key))
  }

  /** Takes out who has this key. */
  takeKey(key: ResumeKey): Absence | undefined {
    return this.#take(this.#list.findIndex(({ resumeKey }) => isSameKey(resumeKey, key)))
  }

  /** Takes out a player; undefined for one who is not away. */
  takePlayer(player: Player): Absence | undefined {
    return this.#take(this.#list.findIndex((absence) => absence.player === player))
  }

  /** Takes out one whose time was over at `nowMs`; Infinity takes anybody. Free of allocation. */
  takeDue(nowMs: Ms): Absence | undefined {
    for (let i = 0; i < this.#list.length; i++)
      if (this.#list[i]!.untilMs <= nowMs) return this.#take(i)
    return undefined
  }

  #take(index: number): Absence | undefined {
    const absence = index < 0 ? undefined : this.#list.splice(index, 1)[0]
    if (absence) this.#onAway?.(absence.player, false)
    return absence
  }
}

/** Whether two keys are one; the key of nobody is never the same as any. */
export function isSameKey(a: ResumeKey, b: ResumeKey): boolean {
  return a[0] === b[0] && a[1] === b[1] && (a[0] | a[1]) !== 0
}
