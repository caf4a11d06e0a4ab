import { createServer } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bundle } from '../../bench/size/bundle.ts'
import { type Listening, listen } from '../../src/net/listen.ts'
import { launchBrowser, openPage } from '../browser.ts'
import { dots } from '../support/dots.ts'
import { endAll, startSeveral } from './stage.ts'

/** Gets a seat and takes it. */
const PAGE = `
import { connect, roomsAt } from 'glissade/client'
import { game } from './game.ts'

window.play = async (server, wish) => {
  const rooms = roomsAt(server, game)
  const seat = await rooms.joinOrCreate(wish)
  const session = await connect(game, seat.address, seat)
  return { ...seat, playerId: session.playerId, listed: (await rooms.list()).length }
}
window.refused = (server) => roomsAt(server, game).list().catch(({ code }) => code)
`

let pages: Listening
let browser: Browser

beforeAll(async () => {
  const { code } = await bundle(PAGE)
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(
      `<!doctype html><link rel="icon" href="data:,"><script type="module">${code}</script>`,
    )
  })
  pages = await listen(site, { port: 0 })
  browser = await launchBrowser()
})
afterEach(endAll)
afterAll(async () => {
  await browser?.close()
  await pages?.close()
})

test('a page of another origin is sent from one server to the next, and plays there', async () => {
  const servers = await startSeveral(2, dots)
  const { page, faults, sockets } = await openPage(browser, pages.url)
  await page.waitForFunction('window.play')
  const play = (map: string) =>
    page.evaluate<{ address: string; room: string; playerId: number }>(
      `play('${servers[0]!.url}', { map: '${map}' })`,
    )
  const found = [await play('a'), await play('b'), await play('a')]
  expect(found.map(({ playerId }) => playerId)).toEqual([1, 1, 2])
  expect(found[2]!.room).toBe(found[0]!.room)
  // Each server has a room: at least once, the page was sent on.
  for (const { rooms, url } of servers) {
    expect(rooms.size).toBe(1)
    expect(sockets.some((socket) => socket.startsWith(url.replace('http', 'ws')))).toBe(true)
  }
  expect(faults).toEqual([])
})

test('a page of an origin that may not join learns that it cannot', async () => {
  const [server] = await startSeveral(1, dots, { origins: ['https://game.example'] })
  const { page } = await openPage(browser, pages.url)
  await page.waitForFunction('window.refused')
  expect(await page.evaluate(`refused('${server!.url}')`)).toBe('unreachable')
  expect(server!.rooms.size).toBe(0)
})
