import { HORIZONS_MS } from '../../base/horizons.ts'
import type { Ms } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import type { Playout } from '../../time/playout/playout.ts'
import type { InputHead } from '../../wire/packets/input-packet.ts'

/** A moment is told when the server's estimate is off by more than this. Within it, a fast runner moves by about a pixel. */
const TELL_MS: Ms = 3
/** A moment that the server knows is told again after this time. */
const TELL_AGAIN_MS: Ms = 4000

/** A moment on display, and what the server was told of it. */
export interface ToldMoment {
  /** The player whose entities are shown at it; 0: the room's, of one horizon. */
  readonly player: number
  /** That horizon, an index into `HORIZONS_MS`. */
  readonly horizon: number
  /** How far the moment was ahead of the own time on display, counted from input 0, when it was told; NaN: it was not told. */
  toldMs: Ms
  toldAtMs: Ms
  /** Whether it was told twice, because a packet may get lost. */
  isRepeated: boolean
}

/** A player's timeline, as far as its moment is told. */
interface ShownPlayer extends ToldMoment {
  readonly clock: Playout | undefined
}

/** What a picture stands for. */
export interface Pictured {
  /** The network tick of the newest snapshot. */
  readonly shownNewestTick: number
  /** The own time on display, in steps from input 0. */
  readonly shownInput: number
}

/**
 * Chooses the moments on display that the server is told of, so that a room can judge by what a player saw. The server expects
 * each of them to pass as fast as the own time, so little has to be told. Free of allocation.
 */
export class ToldMoments {
  /** Bit n: an entity that has no clock of its own was brought to its moment in the last frame, and has horizon n. */
  shownHorizons = 0
  readonly #room: readonly ToldMoment[] = HORIZONS_MS.map((_, horizon) => ({
    player: 0,
    horizon,
    toldMs: Number.NaN,
    toldAtMs: Number.NEGATIVE_INFINITY,
    isRepeated: false,
  }))
  readonly #stepMs: Ms
  readonly #intervalMs: Ms
  #turn = 0

  constructor({ stepMs, sendMs }: Pick<AnyGame, 'stepMs' | 'sendMs'>) {
    this.#stepMs = stepMs
    this.#intervalMs = sendMs
  }

  /**
   * Writes the next moments that the server does not know, or was told of long ago, to `head`. `players`: all timelines, of
   * which those with a clock are shown. `mayGetLost`: whether packets are likely to. `most`: how many moments to write at most.
   */
  tell(
    head: InputHead,
    { shownNewestTick, shownInput }: Pictured,
    players: readonly ShownPlayer[],
    playout: Playout,
    nowMs: Ms,
    mayGetLost: boolean,
    most: number,
  ): void {
    const { leadsMs } = playout
    const count = players.length + this.#room.length
    const ownMs = shownInput * this.#stepMs
    const newestMs = shownNewestTick * this.#intervalMs
    head.momentCount = 0
    for (let i = 0; i < count && head.momentCount < most; i++) {
      this.#turn = this.#turn + 1 < count ? this.#turn + 1 : 0
      const player = players[this.#turn]
      const told = player ?? this.#room[this.#turn - players.length]!
      const clock = player ? player.clock : this.#clockOf(told, playout)
      if (!clock) continue
      const momentMs = clock.renderTimeMs + (player ? 0 : (leadsMs?.[told.horizon] ?? 0))
      if (Number.isNaN(momentMs)) continue
      const isOff = !(Math.abs(momentMs - ownMs - told.toldMs) <= TELL_MS)
      const isDue = (mayGetLost && !told.isRepeated) || nowMs - told.toldAtMs > TELL_AGAIN_MS
      if (!isOff && !isDue) continue
      told.isRepeated = !isOff
      told.toldMs = momentMs - ownMs
      told.toldAtMs = nowMs
      const written = head.moments[head.momentCount++]!
      written.player = told.player
      written.horizon = told.player === 0 ? told.horizon : 0
      written.halfMs = Math.max(-2048, Math.min(Math.round(2 * (momentMs - newestMs)), 2047))
    }
  }

  /** Notes that the server does not know any moment. */
  forget(players: readonly ToldMoment[]): void {
    for (const told of [...players, ...this.#room]) told.toldMs = Number.NaN
  }

  /** Returns the clock of the room's entities with a horizon; undefined: none was shown. */
  #clockOf({ horizon }: ToldMoment, playout: Playout): Playout | undefined {
    return this.shownHorizons & (1 << horizon) ? playout : undefined
  }
}
