import type { Session } from 'glissade/client'
import { Bot } from '../../games/platformer/bots/bot.ts'
import type { timedPlatformer } from './timed-platformer.ts'

/**
 * A bot that plays a session without throwing: a ball that hits somebody corrects that player's prediction, and would hide a
 * correction without a reason.
 */
export class PeacefulBot {
  readonly #bot: Bot
  readonly #session: Session<typeof timedPlatformer>
  readonly #wanted = { left: false, right: false, down: false, jump: false, throw: false }

  constructor(session: Session<typeof timedPlatformer>, seed: number) {
    this.#session = session
    this.#bot = new Bot(seed)
  }

  /** Writes the session's input. Call it before each frame. */
  think(): void {
    const session = this.#session
    const pips = session.entities('pip')
    const me = pips.find(({ mine }) => mine)
    if (!me) return
    const wanted = this.#wanted
    this.#bot.think(me, pips, session.entities('coin'), session.ownTimeMs, wanted)
    const { left, right, down, jump } = wanted
    Object.assign(session.input, { left, right, down, jump })
  }
}
