import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Server, serve } from 'glissade/node'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listening, listen } from '../src/net/listen.ts'
import { launchBrowser, openPage } from './browser.ts'
import { dots } from './support/dots.ts'

/** What scripts of the page's own server may do, in its own file. */
const OWN = `
window.ran = ['own file']
window.ran.push(new Function('return "made from text"')())
const worker = new Worker(URL.createObjectURL(new Blob(['postMessage("worker")'])))
worker.onmessage = ({ data }) => window.ran.push(data)
WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)).then(() => window.ran.push('wasm'))
`

/** A page with another in a sandbox, which has no origin. */
const FRAMED = `<!doctype html><link rel="icon" href="data:,">
<iframe sandbox="allow-scripts" srcdoc="&lt;!doctype html&gt;"></iframe>`

let folder: string
let server: Server
let elsewhere: Listening
let browser: Browser

beforeAll(async () => {
  const stranger = createServer(({ url }, response) => {
    const isScript = url === '/foreign.js'
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? `window.ran.push('foreign')` : FRAMED)
  })
  elsewhere = await listen(stranger, { port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'glissade-strangers-'))
  await writeFile(join(folder, 'own.js'), OWN)
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><link rel="icon" href="data:,"><script src="own.js"></script>
<script>window.ran.push('inline')</script><script src="${elsewhere.url}/foreign.js"></script>
<img src="nothing" onerror="window.ran.push('attribute')">`,
  )
  server = await serve(dots, { port: 0, files: folder })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  await elsewhere?.close()
  await rm(folder, { recursive: true })
})

/** What becomes of a WebSocket that a page opens to the server. */
const KNOCK = (port: number) => `new Promise((resolve) => {
  const socket = new WebSocket('ws://127.0.0.1:${port}/glissade')
  socket.onopen = () => resolve('open')
  socket.onerror = () => resolve('refused')
})`

test('a page runs the scripts of its own server, and no others', async () => {
  const { page, faults } = await openPage(browser, server.url)
  await expect.poll(() => page.evaluate('window.ran.length')).toBeGreaterThanOrEqual(4)
  await expect.poll(() => faults.filter((fault) => fault.includes('script-src')).length).toBe(3)
  const ran = await page.evaluate<string[]>('window.ran')
  expect(ran.sort()).toEqual(['made from text', 'own file', 'wasm', 'worker'])
  await page.close()
})

test('a page of another port of this machine may join, a sandbox in it may not', async () => {
  const { page } = await openPage(browser, elsewhere.url.replace('127.0.0.1', 'localhost'))
  expect(await page.evaluate(KNOCK(server.port))).toBe('open')
  expect(server.stats.origins).toEqual({ foreignOrigins: 0, unknownHosts: 0 })
  const [, sandbox] = page.frames()
  expect(await sandbox?.evaluate(KNOCK(server.port))).toBe('refused')
  expect(server.stats.origins).toEqual({ foreignOrigins: 1, unknownHosts: 0 })
  await page.close()
})
