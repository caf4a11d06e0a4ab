import { Bot as PlatformerBot } from '../../games/platformer/bots/bot.ts'
import { Bot as ShepherdBot } from '../../games/shepherd/bots/bot.ts'
import type { GameChoice } from './games.ts'

/** What a bot needs of a session. */
export interface Hands {
  // biome-ignore lint/suspicious/noExplicitAny: the bots of each game know its views and its input
  entities(kind: string): readonly any[]
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly input: any
  readonly ownTimeMs: number
}

/** Presses the keys before a frame. `timeMs`: the client's time. */
export type Bot = (hands: Hands, timeMs: number) => void

const GAITS = ['walk', 'run', 'sneak'] as const
/** How often the bot of the small game changes its mind. */
const THOUGHT_MS = 230

/** Makes a bot. Equal seeds and equal views give equal inputs. */
export const botOf = (of: GameChoice['of'], seed: number): Bot => BOTS[of](seed)

const BOTS: Readonly<Record<GameChoice['of'], (seed: number) => Bot>> = {
  platformer(seed) {
    const bot = new PlatformerBot(seed)
    return (hands) => bot.play(hands)
  },
  shepherd(seed) {
    const bot = new ShepherdBot(seed)
    return (hands) => bot.think(hands as never, hands.ownTimeMs, hands.input)
  },
  fields(seed) {
    const chance = chanceFrom(seed)
    let dueMs = Number.NEGATIVE_INFINITY
    return ({ input }, timeMs) => {
      if (timeMs < dueMs) return
      dueMs = timeMs + THOUGHT_MS * (0.5 + chance())
      const way = chance()
      input.left = way < 0.3
      input.right = way > 0.5
      if (chance() < 0.5) input.jump = true
      if (chance() < 0.3) input.fire = true
      // Two presses between two steps: each takes a step.
      if (chance() < 0.1) input.fire = true
      input.aim = (chance() - 0.5) * 6
      input.point.x = chance() * 800
      input.point.y = chance() * 200
      input.pull = chance() * 2 - 1
      input.power = Math.floor(chance() * 8)
      input.gait = GAITS[Math.floor(chance() * GAITS.length)]
      input.mask = Math.floor(chance() * 16)
    }
  },
}

/** Numbers from 0 to 1 (mulberry32): of the bench's own, so that they stay the same whatever becomes of the engine's. */
function chanceFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
