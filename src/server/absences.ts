import type { Ms } from '../base/units.ts'
import type { Player } from '../game/world.ts'
import type { ResumeKey } from '../wire/handshake.ts'
import type { InputGuard } from './budget.ts'
import type { Entity } from './entities.ts'
import type { FloodGuard } from './flood-guard.ts'

/** What a player has in a room, through all connections that it has one after the other. */
export interface Place {
  readonly player: Player
  readonly resumeKey: ResumeKey
  /** These go on as they are: a player who comes back again and again gains neither time nor packets by it. */
  readonly guard: InputGuard
  readonly flood: FloodGuard
}

/** The place of a player whose connection broke. */
export interface Absence extends Place {
  /** What steps move. */
  readonly owned: readonly Entity[]
  /** Whether the player is away still. */
  isOpen: boolean
  /** When the last packet came. */
  heardAtMs: Ms
  /** When the place is given up. */
  readonly untilMs: Ms
}

/** The players of a room whose connection broke and whose place is kept, in the order of their going. */
export class Absences {
  readonly #list: Absence[] = []

  /** Those who are away. */
  get list(): readonly Absence[] {
    return this.#list
  }

  /** Keeps a place. */
  add(place: Omit<Absence, 'untilMs'>, untilMs: Ms): void {
    const { player, resumeKey, guard, flood, owned, heardAtMs } = place
    this.#list.push({ player, resumeKey, guard, flood, owned, isOpen: true, heardAtMs, untilMs })
  }

  /** The room leaves time out: nobody was away meanwhile. Places are kept in the process's time all the same. */
  leaveOut(ms: Ms): void {
    for (const absence of this.#list) absence.heardAtMs += ms
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
    const [absence] = index < 0 ? [] : this.#list.splice(index, 1)
    if (absence) absence.isOpen = false
    return absence
  }
}

/** Whether two keys are one; the key of nobody is never the same as any. */
export function isSameKey(a: ResumeKey, b: ResumeKey): boolean {
  return a[0] === b[0] && a[1] === b[1] && (a[0] | a[1]) !== 0
}
