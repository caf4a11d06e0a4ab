import { defineGame } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Bot as PlatformerBot } from '../../games/platformer/bot.ts'
import { platformer } from '../../games/platformer/game.ts'
import { Bot as ShepherdBot } from '../../games/shepherd/bot.ts'
import { shepherd } from '../../games/shepherd/game.ts'
import { openWith } from '../../games/shepherd/rules.ts'
import { type Corrections, countCorrections, type Play } from './play.ts'

/** Where a game is played. */
export type Where = Omit<Play<never>, 'game' | 'bot'>

/** Bots herd in Shepherd's World, with a flock of `sheep`. Default: as many as a room has. */
export function playShepherd(where: Where, sheep?: number): Corrections {
  const few =
    sheep && defineRoom(defineGame({ ...shepherd.definition }), { open: (w) => openWith(w, sheep) })
  return countCorrections<typeof shepherd>({
    ...where,
    game: few || shepherd,
    bot: (n) => {
      const bot = new ShepherdBot(100 * where.seed + n)
      return (session) => bot.think(session, session.ownTimeMs, session.input)
    },
  })
}

/** Bots collect coins in the platformer. */
export function playPlatformer(where: Where): Corrections {
  return countCorrections<typeof platformer>({
    ...where,
    game: platformer,
    bot: (n) => {
      const bot = new PlatformerBot(100 * where.seed + n)
      return (session) => {
        const pips = session.entities('pip')
        const me = pips.find(({ mine }) => mine)
        if (me) bot.think(me, pips, session.entities('coin'), session.ownTimeMs, session.input)
      }
    },
  })
}
