import { readFileSync } from 'node:fs'
import { connect } from 'glissade/client'
import { connectWebSocket } from 'glissade/node'
import { afterEach, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { game } from './trouble.ts'
import { addTo, lineOf, open } from './watching-server.ts'

const TOKEN = 'a-token-of-an-operator'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const alerts = readFileSync(new URL('./watching-alerts.yml', import.meta.url), 'utf8')
const prometheus = readFileSync(new URL('./watching-prometheus.yml', import.meta.url), 'utf8')

test('the server has the metrics that the alerts ask for, behind its token', async () => {
  const server = await open(TOKEN, () => {})
  ends.push(() => server.close())
  const read = (headers: Record<string, string>) => fetch(`${server.url}/metrics`, { headers })
  expect((await read({})).status).toBe(401)
  const text = await (await read({ Authorization: `Bearer ${TOKEN}` })).text()
  const asked = [...alerts.matchAll(/\bglissade_\w+/g)].map(([name]) => name)
  expect(asked.length).toBe(4)
  for (const name of asked) expect(text).toMatch(new RegExp(`^${name}(\\{| )`, 'm'))
  expect(alerts).toContain('reason="full"')
  expect(text).toContain('glissade_refused_connections_total{reason="full"} 0')
  expect(prometheus).toContain('rule_files: [watching-alerts.yml]')
})

test('the log has one line of JSON for each entry, with the text of errors', async () => {
  const lines: string[] = []
  const server = await open(TOKEN, (line) => lines.push(line))
  ends.push(() => server.close())
  const link = await connectWebSocket(`${server.url.replace('http', 'ws')}/glissade`)
  const session = await connect(game, link, { room: 'red' })
  session.close()
  await until(() => lines.length === 3)
  expect(lines.map((line) => JSON.parse(line).event)).toEqual([
    'room opened',
    'player joined',
    'player left',
  ])
  const error = new Error('a bug')
  const where = { room: 'red', game: 'runner', player: 1, hook: 'on', tick: 90 }
  const line = lineOf({ level: 'error', atMs: 0, event: 'error', error, where })
  expect(JSON.parse(line).error).toMatch(/^Error: a bug\n/)
})

test('an HTTP server of your own answers health checks and metrics with one line', async () => {
  const { port, game: server } = await addTo((path) => `your page ${path}`)
  ends.push(() => server.close())
  const text = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  expect(await text('/shop')).toBe('your page /shop')
  expect(await text('/healthz')).toBe('ok\n')
  expect(await text('/metrics')).toContain('glissade_ready 1')
})
