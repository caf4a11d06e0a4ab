import { fileURLToPath } from 'node:url'
import { type Server, serve } from 'glissade/node'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkRoom } from '../games/link/room.ts'
import { ensurePages } from '../scripts/pages.mjs'
import { launchBrowser, newPage, openPage } from './browser.ts'
import { freePort } from './support/free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
let server: Server
let browser: Browser

beforeAll(async () => {
  server = await serve(linkRoom, { port: await freePort(), files: await ensurePages(root) })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const way = (page: Page, side: 'datagram' | 'socket') => () =>
  page.locator(`#side-${side} .way`).innerText()
const advice = (page: Page) => () => page.locator('#advice').innerText()

test('the page shows one session on a data channel beside one on the WebSocket, and both hands turn', async () => {
  const { page, faults } = await openPage(browser, `${server.url}/link/`)
  await expect.poll(way(page, 'datagram')).toMatch(/^Data channel: UDP/)
  expect(await way(page, 'socket')()).toMatch(/^WebSocket: TCP/)
  await expect.poll(advice(page)).toMatch(/^Nothing to do/)
  const hands = `window.yourLink.sessions.map((session) => session.entities('hand')[0]?.turn)`
  for (const side of [0, 1]) {
    const seen = new Set<unknown>()
    await expect
      .poll(async () => seen.add(((await page.evaluate(hands)) as unknown[])[side]).size)
      .toBeGreaterThan(5)
  }
  for (const side of ['datagram', 'socket'])
    await expect
      .poll(() => page.locator(`#side-${side} dl`).innerText())
      .toMatch(/round trip\s+\d+ ms\s+usual wait\s+\d+ ms\s+99 % within\s+\d+ ms/)
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(faults).toEqual([])
  await page.close()
})

test('in a browser without WebRTC, it says why it stays on the WebSocket, and what to do', async () => {
  const page = await newPage(browser)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.addInitScript('delete window.RTCPeerConnection')
  await page.goto(`${server.url}/link/`)
  await expect.poll(way(page, 'datagram')).toBe('WebSocket, because this browser has no WebRTC')
  await expect.poll(advice(page)).toMatch(/^Use a browser that has WebRTC/)
  expect(errors).toEqual([])
  await page.close()
})
