import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Server, serve } from 'glissade/node'
import type { Browser } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FOR_PAGES } from '../bench/size/bundle.ts'
import { launchBrowser, openPage } from './browser.ts'
import { beeping } from './support/beeping.ts'

const folder = mkdtempSync(join(tmpdir(), 'glissade-blocked-'))
let browser: Browser
let server: Server

beforeAll(async () => {
  const build = await rolldown({
    ...FOR_PAGES,
    input: join(import.meta.dirname, 'blocked/page.ts'),
  })
  await build.write({ file: join(folder, 'page.js'), format: 'es' })
  await build.close()
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="page.js"></script>',
  )
  server = await serve(beeping(), { port: 0, files: folder })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Pages whose threads are blocked at the same time, each in its own process. */
test('pages that were blocked for 2 and 6 s, in a frame or between frames, play at most 4 of 10 events a second in a frame', async () => {
  const cases = [2000, 6000].flatMap((ms) =>
    (['frame', 'task'] as const).map((where) => [ms, where] as const),
  )
  await Promise.all(
    cases.map(async ([ms, where]) => {
      const { page, faults } = await openPage(browser, server.url)
      await page.waitForFunction('window.heard?.all > 9')
      // What came while the page loaded does not count.
      await page.evaluate('window.heard.most = 0')
      const before = Number(await page.evaluate('window.heard.all'))
      await page.evaluate(`window.block(${ms}, '${where}')`)
      await page.waitForFunction(`window.heard.gaps > 0 && window.heard.all > ${before + 20}`)
      const heard = await page.evaluate('window.heard')
      expect(heard).toMatchObject({ most: expect.toSatisfy((n: number) => n <= 4) })
      expect(heard).toMatchObject({ dropped: expect.toSatisfy((n: number) => n > ms / 1000) })
      expect(faults).toEqual([])
    }),
  )
})
