import type { LoadBot } from 'glissade/client'
import { game } from './load.ts'

/** A bot that walks to a place, rests there for a while, and goes on to another. */
export default {
  game,
  join: ({ client }) => ({ profile: { name: `bot ${client}` } }),
  play(session, { random }) {
    let target = random.between(50, 750)
    let restUntilMs = 0
    return (timeMs) => {
      const own = session.entities('walker').find(({ mine }) => mine)
      const way = own ? target - own.x : 0
      if (own && Math.abs(way) < 4 && timeMs >= restUntilMs) {
        target = random.between(50, 750)
        restUntilMs = timeMs + random.between(500, 2000)
      }
      const isWalking = timeMs >= restUntilMs && Math.abs(way) >= 4
      session.input.left = isWalking && way < 0
      session.input.right = isWalking && way > 0
    }
  },
} satisfies LoadBot<typeof game>
