import { once } from 'node:events'
import { setTimeout as passing } from 'node:timers/promises'
import { connect } from 'glissade/client'
import { connectWebSocket } from 'glissade/node'
import { createServer, type Plugin } from 'vite'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'
import { game } from './trouble.ts'
import { glissade } from './vite-server.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** What is true of every server that a game has joined, whatever answers its other requests. */
async function check(
  port: number,
  close: () => Promise<void>,
  page = '/shop',
  reasons = ['restarting'],
): Promise<void> {
  const url = `http://127.0.0.1:${port}`
  const text = async (path: string) => (await fetch(url + path)).text()
  const session = await connect(game, await connectWebSocket(`ws://127.0.0.1:${port}/glissade`))
  const frames = setInterval(() => session.frame(performance.now()), 20)
  ends.push(() => clearInterval(frames))
  let ended = ''
  session.onClose((reason) => {
    ended = reason
  })
  await until(() => session.entities('jumper').length === 1)
  expect(await text(page)).toContain('a shop')
  expect(await text('/healthz')).toBe('ok\n')
  expect(await text('/readyz')).toBe('ok\n')
  expect((await fetch(`${url}/elsewhere`)).status).toBe(404)
  expect(await text(page)).toContain('a shop')
  await close()
  await until(() => ended !== '')
  expect(reasons).toContain(ended)
  await expect(fetch(url + page)).rejects.toThrow('fetch failed')
}

test.each([
  ['Express', new URL('./express-server.ts', import.meta.url)],
  ['Fastify', new URL('./fastify-server.ts', import.meta.url)],
  ['Hono', new URL('./hono-server.ts', import.meta.url)],
])('%s answers what is not for the game', async (_, { href }) => {
  const port = await freePort()
  process.env['PORT'] = `${port}`
  ends.push(() => delete process.env['PORT'])
  const { close } = (await import(href)) as { close: () => Promise<void> }
  const isOpen = () => fetch(`http://127.0.0.1:${port}/healthz`).then(Boolean, () => false)
  while (!(await isOpen())) await passing(10)
  await check(port, close)
})

test('the server of Vite keeps its modules and its own socket', async () => {
  const shop: Plugin = {
    name: 'shop',
    resolveId: (id) => (id === '/shop.js' ? id : null),
    load: (id) => (id === '/shop.js' ? { code: 'export default "a shop"', map: null } : null),
  }
  const vite = await createServer({
    configFile: false,
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    appType: 'mpa',
    server: { host: '127.0.0.1', port: await freePort() },
    plugins: [glissade(), shop],
  })
  await vite.listen()
  const { port } = vite.config.server
  const reloads = new WebSocket(
    `ws://127.0.0.1:${port}/?token=${vite.config.webSocketToken}`,
    'vite-hmr',
  )
  const [hello] = await once(reloads, 'message')
  expect(`${hello}`).toBe('{"type":"connected"}')
  reloads.close()
  // Vite cuts all connections while the game says goodbye.
  await check(port, () => vite.close(), '/shop.js', ['restarting', 'lost'])
})
