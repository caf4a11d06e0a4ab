import { defineGame } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Bot as PlatformerBot } from '../../games/platformer/bots/bot.ts'
import { platformer } from '../../games/platformer/game.ts'
import { platformerRoom } from '../../games/platformer/room.ts'
import { Bot as ShepherdBot } from '../../games/shepherd/bots/bot.ts'
import { shepherd } from '../../games/shepherd/game.ts'
import { shepherdRoom } from '../../games/shepherd/room.ts'
import { type Played, play } from './paths.ts'

/** Lets that many bots play for so many seconds. */
export type PlayGame = (seed: number, players: number, seconds: number) => Played

/** Bots collect coins in the platformer. */
export const playPlatformer: PlayGame = (seed, ...where) => {
  const { definition } = platformer
  const { move } = definition
  return play(
    {
      kinds: ['pip'],
      room: (watched) =>
        defineRoom(
          defineGame({ ...definition, move: { ...move, pip: watched(move?.pip) } }),
          platformerRoom.definition,
        ),
      bot: (n) => {
        const bot = new PlatformerBot(100 * seed + n)
        return (session) => bot.play(session)
      },
    },
    seed,
    ...where,
  )
}

/** Bots herd in Shepherd's World. */
export const playShepherd: PlayGame = (seed, ...where) => {
  const { definition } = shepherd
  const { move } = definition
  return play(
    {
      kinds: ['shepherd', 'dog'],
      room: (watched) =>
        defineRoom(
          defineGame({
            ...definition,
            move: { ...move, shepherd: watched(move?.shepherd), dog: watched(move?.dog) },
          }),
          shepherdRoom.definition,
        ),
      bot: (n) => {
        const bot = new ShepherdBot(100 * seed + n)
        return (session) => bot.think(session, session.ownTimeMs, session.input)
      },
    },
    seed,
    ...where,
  )
}
