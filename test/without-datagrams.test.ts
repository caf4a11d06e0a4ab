import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { connect } from 'glissade/client'
import { nodeDataChannel } from 'glissade/node'
import { afterEach, expect, test } from 'vitest'
import { platformer } from '../games/platformer/game.ts'

let server: ChildProcess | undefined
afterEach(async () => {
  if (!server) return
  server.kill('SIGTERM')
  await once(server, 'exit')
})

test('without the package, players play over the WebSocket, and the server says so in one line', async () => {
  const without = ['--import', './test/support/without-datachannel.mjs']
  server = spawn(
    process.execPath,
    ['-C', 'glissade-source', '--import', 'tsx', ...without, 'games/server.ts'],
    {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, PORT: '0', HOST: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const warnings: string[] = []
  createInterface(server.stderr!).on('line', (line) => warnings.push(line))
  const url = await new Promise<string>((resolve) => {
    createInterface(server!.stdout!).on('line', (line) => {
      const [, address] = /Glissade is at (\S+)\//.exec(line) ?? []
      if (address) resolve(address)
    })
  })
  for (let player = 0; player < 2; player++) {
    const datagram = await nodeDataChannel()
    const session = await connect(platformer, url, { datagram })
    await expect
      .poll(() => {
        session.frame(performance.now())
        return session.stats.snapshots
      })
      .toBeGreaterThan(3)
    await expect.poll(() => datagram.status.why).toBe('the server has no datagrams')
    expect(datagram.status).toMatchObject({ isOnDatagrams: false, attempts: 1, opened: 0 })
    session.close()
  }
  expect(warnings).toEqual([
    'glissade: no datagrams, all players stay on their WebSockets: the package node-datachannel is not installed',
  ])
})
