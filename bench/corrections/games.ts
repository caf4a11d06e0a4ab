import { defineRoom } from 'glissade/server'
import { Bot as PlatformerBot } from '../../games/platformer/bots/bot.ts'
import { platformerRoom } from '../../games/platformer/room.ts'
import { Bot as ShepherdBot } from '../../games/shepherd/bots/bot.ts'
import { shepherd } from '../../games/shepherd/game.ts'
import { shepherdRoom } from '../../games/shepherd/room.ts'
import { openWith } from '../../games/shepherd/rules/rules.ts'
import { type Corrections, countCorrections, type Play } from './play.ts'

/** Where a game is played. */
export type Where = Omit<Play<never>, 'room' | 'bot'>

/** Bots herd in Shepherd's World, with a flock of `sheep`. Default: as many as a room has. */
export function playShepherd(where: Where, sheep?: number): Corrections {
  const { definition } = shepherdRoom
  const few = sheep && defineRoom(shepherd, { ...definition, open: (w) => openWith(w, sheep) })
  return countCorrections({
    ...where,
    room: few || shepherdRoom,
    bot: (n) => {
      const bot = new ShepherdBot(100 * where.seed + n)
      return (session) => bot.think(session, session.ownTimeMs, session.input)
    },
  })
}

/** Bots collect coins in the platformer. */
export function playPlatformer(where: Where): Corrections {
  return countCorrections({
    ...where,
    room: platformerRoom,
    bot: (n) => {
      const bot = new PlatformerBot(100 * where.seed + n)
      return (session) => bot.play(session)
    },
  })
}
