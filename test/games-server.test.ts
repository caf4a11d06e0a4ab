import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { bundled } from './support/bundled.ts'
import { statusOf } from './support/process-group.ts'

const PROGRAM = await bundled(fileURLToPath(new URL('../games/server.ts', import.meta.url)))
const running: ChildProcess[] = []
afterEach(async () => {
  for (const server of running.splice(0)) {
    server.kill('SIGTERM')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  }
})

/** Starts the server of the games, without pages; where it is. */
async function start(
  env: NodeJS.ProcessEnv = {},
  words: readonly string[] = [],
): Promise<{ url: string; server: ChildProcess }> {
  const server = spawn(process.execPath, [PROGRAM, ...words], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, PORT: '0', HOST: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(server)
  for await (const line of createInterface(server.stdout)) {
    const [, url] = /Glissade is at (\S+)\//.exec(line) ?? []
    if (url !== undefined) return { url, server }
  }
  throw new Error('the server has ended')
}

test('behind a proxy it takes the pages of the origins it is told', async () => {
  const { url } = await start({ ORIGINS: 'https://play.example,https://other.example' })
  const upgradeOf = (Origin: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/glissade`, { headers: { Origin } })
      socket.once('open', () => resolve(101))
      socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode))
      socket.once('error', reject)
    })
  expect(await upgradeOf('https://other.example')).toBe(101)
  expect(await upgradeOf(url)).toBe(403)
})

test('with --processes, one port leads to several processes, and SIGTERM ends them', async () => {
  const { url, server } = await start({}, ['--processes', '2'])
  for (const path of ['/p/0/healthz', '/p/1/healthz', '/readyz'])
    expect((await statusOf(url + path)).status).toBe(200)
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
})

test.each([
  [['--processes', '0'], 'processes is 0, but must be an integer from 1 to 256'],
  [['--processes', 'many'], 'processes is NaN, but must be an integer from 1 to 256'],
  [['--proceses', '2'], "Unknown option '--proceses'"],
])('%j ends with one line and 1', async (words, fault) => {
  const server = spawn(process.execPath, [PROGRAM, ...words], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  })
  let said = ''
  server.stderr.on('data', (text) => (said += text))
  expect(await once(server, 'close')).toEqual([1, null])
  expect(said).toContain(`glissade: ${fault}`)
  expect(said.trim()).not.toContain('\n')
})
