import { Session } from 'glissade/client'
import { connectWebSocket } from 'glissade/node'
import { Bot } from '../../games/platformer/bots/bot.ts'
import { platformer } from '../../games/platformer/game.ts'

/** Fewer frames than a page has, so that they do not take the machine from it. */
const FRAME_MS = 1000 / 30
const CLOCK = {
  nowMs: () => performance.now(),
  after: (delayMs: number, run: () => void) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/** Lets bots join a room over real sockets and play; returns what ends them. */
export async function playBots(url: string, room: string, count: number): Promise<() => void> {
  const players = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const link = await connectWebSocket(`${url.replace('http', 'ws')}/glissade`)
      const profile = { name: `Bot ${i + 1}`, hue: (i * 67) % 360 }
      const session = await new Session(platformer, link, CLOCK, { room, profile }).joined
      return { session, bot: new Bot(i + 1) }
    }),
  )
  const timer = setInterval(() => {
    const nowMs = performance.now()
    for (const { session, bot } of players) {
      const pips = session.entities('pip')
      const me = pips.find(({ mine }) => mine)
      if (me) bot.think(me, pips, session.entities('coin'), nowMs, session.input)
      session.frame(nowMs)
    }
  }, FRAME_MS)
  return () => {
    clearInterval(timer)
    for (const { session } of players) session.close()
  }
}
