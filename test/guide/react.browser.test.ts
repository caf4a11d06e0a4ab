import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Server, serve } from 'glissade/node'
import type { Browser } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FOR_PAGES } from '../../bench/size/bundle.ts'
import { launchBrowser, openPage } from '../browser.ts'
import { until } from '../support/until.ts'
import { raceRoom } from './who-is-here-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'glissade-race-'))
const started: Server[] = []
let browser: Browser

const start = async (port = 0): Promise<Server> => {
  const server = await serve(raceRoom, { port, files: folder, maxPlayers: 2 })
  started.push(server)
  return server
}

beforeAll(async () => {
  const build = await rolldown({
    ...FOR_PAGES,
    input: {
      hooks: fileURLToPath(new URL('./react-page.ts', import.meta.url)),
      page: join(import.meta.dirname, '../react/race.ts'),
    },
    // Only in development does StrictMode mount everything twice.
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
  })
  await build.write({ dir: folder, format: 'es' })
  await build.close()
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="page.js"></script>',
  )
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  for (const server of started) await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A page on which the component is mounted for a player. */
async function mounted({ url }: Server, name: string) {
  const { page, faults } = await openPage(browser, url)
  await page.waitForFunction('window.mountRace')
  await page.evaluate(`window.unmount = window.mountRace('${name}')`)
  const reads = (id: string, text: string) =>
    page.waitForFunction(
      ([id, text]) => document.getElementById(id!)?.textContent === text,
      [id, text],
    )
  return { page, faults, reads }
}

test('a page of React under StrictMode lists who is here, keeps the chat, and says why it cannot join', async () => {
  const server = await start()
  const ada = await mounted(server, 'Ada')
  await ada.reads('players', 'Ada')
  await ada.page.evaluate("window.chat('hello')")
  await ada.reads('chat', 'Ada: hello')
  const bo = await mounted(server, 'Bo')
  await bo.reads('chat', 'Ada: hello')
  for (const page of [ada, bo]) await page.reads('players', 'Ada, Bo')
  const cy = await mounted(server, 'Cy')
  await cy.reads('why', 'the room is full')
  await bo.page.evaluate('window.unmount()')
  await ada.reads('players', 'Ada')
  await bo.page.evaluate("window.unmount = window.mountRace('Bo')")
  await bo.reads('chat', 'Ada: hello')
  await ada.reads('players', 'Ada, Bo')
  for (const { faults } of [ada, bo, cy]) expect(faults).toEqual([])

  // After a restart, all are new players of a room that has heard nothing.
  await bo.page.evaluate('window.unmount()')
  const { port } = server
  await server.close()
  const again = await start(port)
  await until(() => again.rooms.get('race/')?.players.length === 1)
  await ada.page.evaluate("window.chat('again')")
  await ada.reads('chat', 'Ada: again')
})
