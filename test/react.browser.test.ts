import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Session } from 'glissade/client'
import { connectWebSocket, defineRoom, type Server, serve } from 'glissade/node'
import type { Browser } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FOR_PAGES } from '../bench/size/bundle.ts'
import { launchBrowser, openPage } from './browser.ts'
import { game } from './react/game.ts'
import { until } from './support/until.ts'

const MOUNTS = 20

const folder = mkdtempSync(join(tmpdir(), 'glissade-react-'))
let browser: Browser
let server: Server
let joins = 0

beforeAll(async () => {
  const build = await rolldown({
    ...FOR_PAGES,
    input: join(import.meta.dirname, 'react/page.ts'),
    // Only in development does StrictMode mount everything twice.
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
  })
  await build.write({ file: join(folder, 'page.js'), format: 'es' })
  await build.close()
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="page.js"></script>',
  )
  const room = defineRoom(game, {
    join(world, player) {
      joins++
      world.spawn('dot', player)
      world.send(player, 'said', { text: 'hello' })
      world.send(player, 'said', { text: 'and good luck' })
    },
  })
  server = await serve(room, { port: 0, files: folder })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Somebody else in the room, and how often they have seen a player come and go. */
async function watcher() {
  const session: Session<typeof game> = await connect(game, await connectWebSocket(server.url))
  const seen = { came: 0, went: 0 }
  const frames = setInterval(() => session.frame(performance.now()), 16)
  await until(() => session.entities('dot').length === 1)
  session.onEnter('dot', ({ mine }) => {
    if (!mine) seen.came++
  })
  session.onLeave('dot', () => seen.went++)
  const end = () => {
    clearInterval(frames)
    session.close()
  }
  return { seen, end }
}

test(`a component that React's StrictMode mounts twice is one player, ${MOUNTS} times in a row`, async () => {
  const { seen, end } = await watcher()
  const room = server.rooms.get('mounted/')!
  const { page, faults } = await openPage(browser, server.url)
  await page.waitForFunction('window.mount')
  joins = 0
  for (let n = 1; n <= MOUNTS; n++) {
    await page.evaluate('window.unmount = window.mount()')
    await page.getByText(/^player \d+$/).waitFor()
    await until(() => seen.came === n)
    expect(await page.evaluate('window.effects')).toBe(2 * n)
    expect(room.players.length).toBe(2)
    await page.evaluate('window.unmount()')
    await until(() => seen.went === n)
    expect(room.players.length).toBe(1)
  }
  expect(seen).toEqual({ came: MOUNTS, went: MOUNTS })
  expect(joins).toBe(MOUNTS)
  expect(room.stats.closed).toMatchObject({ left: MOUNTS, lost: 0 })
  expect(faults).toEqual([])
  end()
})

test('a component that StrictMode mounts twice, 5 s after the page has joined, hears what `join` sent', async () => {
  const { page, faults } = await openPage(browser, server.url)
  await page.waitForFunction('window.mount')
  await page.evaluate('window.unmount = window.mount()')
  await page.getByText('hello. and good luck.').waitFor()
  await page.evaluate('window.unmount()')
  expect(faults).toEqual([])
})
