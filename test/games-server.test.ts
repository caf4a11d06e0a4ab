import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'

const running: ChildProcess[] = []
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.kill('SIGTERM')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  }
})

/** Starts the server of the games, without pages; where it is. */
async function start(env: NodeJS.ProcessEnv = {}): Promise<string> {
  const args = ['-C', 'glissade-source', '--import', 'tsx', 'games/server.ts']
  const server = spawn(process.execPath, args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, PORT: '0', HOST: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(server)
  for await (const line of createInterface(server.stdout)) {
    const [, url] = /Glissade is at (\S+)\//.exec(line) ?? []
    if (url !== undefined) return url
  }
  throw new Error('the server has ended')
}

test('behind a proxy it takes the pages of the origins it is told', async () => {
  const url = await start({ ORIGINS: 'https://play.example,https://other.example' })
  const statusOf = (Origin: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/glissade`, { headers: { Origin } })
      socket.once('open', () => resolve(101))
      socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode))
      socket.once('error', reject)
    })
  expect(await statusOf('https://other.example')).toBe(101)
  expect(await statusOf(url)).toBe(403)
})
