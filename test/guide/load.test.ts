import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadCommand } from '../../src/load/load.ts'
import bot from './load-bot.ts'
import { room, serveForLoad } from './load-server.ts'

const BOT = fileURLToPath(new URL('./load-bot.ts', import.meta.url))

test('the bot of the guide joins with its name, and walks', async () => {
  const server = await serveForLoad(0)
  const interrupt = new AbortController()
  const names = new Set<string>()
  let walked = 0
  const watch = (): void => {
    for (const { players } of server.rooms.values())
      for (const { profile } of players) names.add(String((profile as { name: string }).name))
    if (names.size === 3 && ++walked > 2) interrupt.abort()
  }
  try {
    const words = [server.url, '--bot', BOT, '--clients', '3', '--ramp', '0', '--seconds', '600']
    const report = await loadCommand(words, {
      command: 'glissade load',
      print: () => {},
      note: () => {},
      progress: { isTTY: true, write: watch },
      now: () => performance.now(),
      signal: interrupt.signal,
    })
    expect(report).toMatchObject({ joined: 3, failed: [], dropped: [], game: room.game.name })
    expect([...names].sort()).toEqual(['bot 0', 'bot 1', 'bot 2'])
    expect(report!.overall.answerMs.p50).toBeGreaterThan(0)
    expect(bot.game).toBe(room.game)
  } finally {
    await server.close()
  }
})
