import { serve } from 'glissade/node'
import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { connectWebSocket } from '../../src/node.ts'
import { factors, join, type Keys } from './coming-back.ts'
import { room } from './ferry-server.ts'

function memory(): Keys {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
}

test('the page of the guide is the same player after a reload, and another one without its key', async () => {
  const server = await serve(room, { port: 0 })
  const address = `${server.url.replace('http', 'ws')}/glissade`
  const said: string[] = []
  const keys = memory()
  const joinBy = async (kept: Keys) =>
    join(await connectWebSocket(address), kept, (text) => said.push(text))
  const first = await joinBy(keys)
  const second = await joinBy(memory())
  expect(second.playerId).not.toBe(first.playerId)
  // A reload is another link of the same browser.
  const again = await joinBy(keys)
  expect(again.playerId).toBe(first.playerId)
  await expect.poll(() => said).toContain('The game has ended (replaced).')
  await expect
    .poll(() => {
      second.frame(performance.now())
      return factors(second).length
    })
    .toBe(1)
  await server.close()
  await expect.poll(() => said).toContain('The game has ended (restarting).')
})

test('the page of the guide is a new player after a restart, though its number is the same', async () => {
  vi.stubGlobal('WebSocket', WebSocket)
  const first = await serve(room, { port: 0 })
  const said: string[] = []
  const keys = memory()
  const session = await join(`ws://127.0.0.1:${first.port}`, keys, (text) => said.push(text))
  const { playerId, resumeKey } = session
  await first.close()
  const second = await serve(room, { port: first.port })
  await expect.poll(() => said).toContain('The server has started anew, and so have you.')
  expect(session.playerId).toBe(playerId)
  expect(session.resumeKey).not.toBe(resumeKey)
  expect(keys.getItem('ferries')).toBe(session.resumeKey)
  session.close()
  await second.close()
  vi.unstubAllGlobals()
})
