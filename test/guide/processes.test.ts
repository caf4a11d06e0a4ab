import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { connect, type Session } from 'glissade/client'
import { connectWebSocket } from 'glissade/node'
import { afterEach, expect, test } from 'vitest'
import { bundled } from '../support/bundled.ts'
import { until } from '../support/until.ts'
import { game } from './trouble.ts'

let server: ChildProcess | undefined
afterEach(() => server?.kill('SIGKILL'))

test('clients play in both processes, which end with the first one', async () => {
  const script = fileURLToPath(new URL('./processes-server.ts', import.meta.url))
  const child = spawn(process.execPath, [await bundled(script)], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server = child
  const ended = once(child, 'close')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const [, url = ''] = /^(.+)\/ is open$/.exec(line) ?? []
  const sessions: Session<typeof game>[] = []
  for (const path of ['/p/0/glissade', '/p/1/glissade']) {
    const at = url.replace('http', 'ws') + path
    const reopen = (moved = path) => connectWebSocket(new URL(moved, at).href)
    const session = await connect(game, await reopen(), { reopen, room: `room of ${path}` })
    sessions.push(session)
  }
  const text = await (await fetch(`${url}/metrics`)).text()
  for (const number of [0, 1]) expect(text).toContain(`glissade_ready{process="${number}"} 1`)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await until(() => sessions.every(({ state }) => state === 'reconnecting'))
  for (const session of sessions) session.close()
})
